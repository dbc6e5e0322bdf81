# script.sh: what the scripts of the course share. To be sourced, in the repository's root.
# shellcheck shell=sh
#
#   temporary NAME     sets tmp to a new folder in TMPDIR, with a full path; it goes when the script ends. Where there
#                      can be none, or no room in it, that is said, and the script ends with exit code 1.
#   switch NAME        is the variable NAME on: yes or 1? Not where it is no, 0, empty or not set. Anything else is
#                      refused: the script ends with exit code 2.
#   words NAME         prints the words of the variable NAME, a line each, with a . before it. Blanks and line ends
#                      separate words; quotes keep those that stand in them; nothing else has a meaning. Fails with
#                      a message where a quote is not closed.
#   one_line TEXT      prints TEXT with its line ends as blanks, for messages
#   built NAME SOURCE...   the C program $BUILD/programs/NAME, compiled from these files where one of them, or a header
#                      beside one, is newer; sets program. A word -lNAME is a library. Where CC is none, or cannot
#                      compile it, that is said, and the script ends with exit code 2.
#   plain_name FILE    prints FILE, or ./FILE if awk would take that for an assignment, or a tool for an option

newline='
'

temporary()
{
    tmp=${TMPDIR:-/tmp}
    case $tmp in
    *"$newline"* | *\\*) no_room "has a line end or \\ in it" ;;
    /*) ;;
    *) tmp=$PWD/$tmp ;;
    esac
    tmp=$(mktemp -d "$tmp/$1.XXXXXX" 2>&1) || no_room "${tmp##*: }"
    trap 'rm -rf "$tmp"' EXIT
    trap 'exit 130' INT TERM
    # An empty folder needs no room. Is there some for what comes into it?
    printf '%65536s' '' 2>/dev/null >"$tmp/room" || no_room "there is no room in it"
    rm -f "$tmp/room"
}
no_room() # WHY
{
    one_line "TMPDIR=${TMPDIR:-/tmp}: $1; TMPDIR=FOLDER names another place for temporary files" >&2
    exit 1
}

one_line() { printf '%s\n' "$1" | tr '\n' ' ' | sed 's/ $//'; echo; }

switch()
{
    eval "switched=\${$1-}" # $1 is a name of ours
    # shellcheck disable=SC2154
    case $switched in
    '' | 0 | no) return 1 ;;
    1 | yes) return 0 ;;
    esac
    one_line "$1=$switched: must be yes or no; leave it out for no" >&2
    exit 2
}

words()
{
    eval "in_words=\${$1-}"
    # shellcheck disable=SC2016,SC2154
    WORDS=$in_words NAME=$1 LC_ALL=C awk 'BEGIN {
        text = ENVIRON["WORDS"]
        gsub(/[\n\t\r]/, " ", text)
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (quote != "") { if (c == quote) quote = ""; else word = word c }
            else if (c == "\"" || c == "\047") { quote = c; some = 1 }
            else if (c != " ") { word = word c; some = 1 }
            else if (some) { print "." word; word = some = "" }
        }
        if (quote != "") {
            print ENVIRON["NAME"] "=" text ": a quote " quote " is not closed; a word with blanks stands in two of them" >"/dev/stderr"
            exit 2
        }
        if (some) print "." word
    }'
}

plain_name() { case $1 in -* | *=*) case $1 in [./]*) ;; *) printf ./ ;; esac ;; esac; printf '%s\n' "$1"; }

# It gets its name when it is complete, as several may build it, and the time when the build began. gcc leaves files behind in
# a TMPDIR of some names.
built()
{
    program=${BUILD:=build}/programs/$1 making=$BUILD/programs/$1.$$
    shift
    headers=$(for source; do case $source in -*) ;; */*) printf '%s\n' "${source%/*}" ;; esac; done | sort -u)
    # shellcheck disable=SC2086 # names of ours, without blanks
    [ ! -x "$program" ] || [ "$(find $headers -maxdepth 1 -name '*.[ch]' -newer "$program")" ] || return 0
    mkdir -p "$making" && : >"$making/begun" ||
        { one_line "BUILD=$BUILD: there can be no such folder; name another" >&2; exit 2; }
    # Where CC makes programs for another machine, a compiler of this one does it. Without arguments all end with 2.
    first_why=
    for compiler in "${CC:-cc}" gcc clang; do
        # shellcheck disable=SC2086 # CC may have options
        why=$(TMPDIR=$making $compiler -std=gnu11 -O2 -Icommon "$@" -o "$making/it" 2>&1) &&
            { "$making/it" >/dev/null 2>&1; [ $? -eq 2 ]; } &&
            touch -r "$making/begun" "$making/it" && mv -f "$making/it" "$program" && rm -rf "$making" && return
        : "${first_why:=$why}"
    done
    rm -rf "$making"
    printf '%s\n' "$first_why" >&2
    one_line "${CC:-cc} cannot compile $1; CC names a C compiler" >&2
    exit 2
}
