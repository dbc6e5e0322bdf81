#!/bin/sh
# compile.sh [--quiet] TARGET COMMAND [ARGUMENT...]: makes TARGET, and TARGET.d, by COMMAND ARGUMENT... -o TARGET, and
# prints that. For COMMAND, @FILE stands for a command and its options in FILE, a line each.
#
# Any number of makes may do this at once, in several terminals: each writes files of its own, which get their names
# when they are complete. TARGET is as old as the beginning of its compilation, so a source that is saved
# meanwhile is compiled again.
#
# If the last ARGUMENT, a source, uses libraries, their options are added: common/setup/libraries.sh. Where one is missing, that
# is said, and TARGET becomes a program that says the same and ends with exit code 77. It is made again the next time.

export LC_ALL=C
quiet=''
if [ "$1" = --quiet ]; then quiet=yes; shift; fi
target=$1 command=$2
shift 2
new=$target.$$
trap 'rm -f "$new" "$new".*' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The same command twice: with the names to print, and with those to write.
with() # TARGET DEPENDENCIES ARGUMENT...: runs `to` with the whole command
{
    out=$1 deps=$2
    shift 2
    set -- -MMD -MP -MF "$deps" -MT "$target" "$@" -o "$out"
    case $command in
    @*)
        ifs=$IFS
        IFS='
'
        set -f
        # shellcheck disable=SC2046 # a line each
        set -- $(cat "${command#@}") "$@"
        set +f
        IFS=$ifs ;;
    *) set -- "$command" "$@" ;;
    esac
    $to "$@"
}
to=''
say() { printf '%s\n' "$*"; }

for source; do :; done
device=gpu old=''
case $command in */cpucc) device=cpu ;; esac
if [ -f "$source" ]; then
    if flags=$(sh common/setup/libraries.sh $device "$source" 2>"$new.lacks"); then
        ifs=$IFS
        IFS='
'
        set -f
        # shellcheck disable=SC2086 # a line each
        set -- "$@" $flags
        set +f
        IFS=$ifs
        [ ! -s "$new.lacks" ] || cat "$new.lacks" >&2
    else
        cat "$new.lacks" >&2
        [ -s "$new.lacks" ] && grep -q ' needs ' "$new.lacks" || exit 2
        { echo '#include <stdio.h>'
          printf 'int main() { puts("%s"); return 77; }\n' "$(sed 's/[\\"%]/ /g' "$new.lacks")"; } >"$new.lacks.cu"
        for option; do
            shift
            if [ "$option" = "$source" ]; then set -- "$@" "$new.lacks.cu"; else set -- "$@" "$option"; fi
        done
        quiet=yes old=yes
    fi
fi

[ "$quiet" ] || to=say with "$target" "$target.d" "$@"
: >"$new.began" && to='' with "$new" "$new.deps" "$@" || exit
touch -r "$new.began" "$new" || exit
[ -z "$old" ] || { touch -t 197001020000 "$new"; rm -f "$new.deps"; }
[ ! -e "$new.deps" ] || mv -f "$new.deps" "$target.d" || exit
mv -f "$new" "$target"
