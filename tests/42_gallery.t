#!/bin/sh
# On a GPU, too.
# The bug gallery: each program of tests/gallery has one bug, and with -DFIXED it is the corrected
# twin. On the CPU device both are inspected: the bug must be reported, with the kind and one of the
# lines that its comments /* BUG: kind */ give (a note leaves the exit code at 0); the twin must be right,
# without a report. A GPU runs the twins only, as a bug may hang it: on their own and under every tool of
# compute-sanitizer (without ALL=1 one twin for each kind of bug).
# Programs that begin with "Needs sm_90" are left out where the GPU is older.
# (sh tests/42_gallery.t name name: these programs only.)
# Takes about 30 s of processor time.
. tests/lib.sh
. tests/combine.sh

dir=$BUILD/gallery engine=$BUILD/inspect
cpucc=common/cpu/cpucc
kinds=' race out-of-bounds use-after-free host-pointer uninitialised barrier shuffle deadlock launch
grid-sync endless-loop stack-overflow fault note '

kind_of() { sed -n 's|.*/\* BUG: \([^ ]*\) \*/$|\1|p' "tests/gallery/$1.cu" | sort -u; } # NAME

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without spaces
    set -- $(for source in tests/gallery/*.cu; do basename "$source" .cu; done)
    ok 'the gallery is there' test $# -ge 30
    if [ "$DEVICE" = gpu ] && ! everything 'compute-sanitizer on each twin, not on one for each kind of bug'; then
        SANITIZED=" $(for name; do echo "$(kind_of "$name") $name"; done | sort -u -k 1,1 | cut -d ' ' -f 2 | tr '\n' ' ')"
        export SANITIZED
    fi
    if has_lanes; then in_lanes "$@"; done_testing; exit; fi
fi
programs=$*
mkdir -p "$dir"

# Several programs are compiled as one, each with its number in it as VARIANT: $dir/GROUP-FORM.
compile_form() # GROUP FORM: what the compiler says and how it ended go to files beside the program
{
    rm -f "$dir/$1-$2" "$dir/$1-$2.status"
    case $2 in fixed) option=-DFIXED ;; *) option=-UFIXED ;; esac
    if [ "$DEVICE" = gpu ]; then
        compile "$dir/$1.cu" "$dir/$1-$2" $option
    else
        $limit $cpucc --inspect --engine="$engine" -Wall -Wextra $option "$dir/$1.cu" -o "$dir/$1-$2"
    fi >"$dir/$1-$2.log" 2>&1 </dev/null
    echo $? >"$dir/$1-$2.status"
}

compiled() # GROUP FORM: without a warning
{
    cat "$dir/$1-$2.log"
    [ "$(cat "$dir/$1-$2.status")" = 0 ] && [ ! -s "$dir/$1-$2.log" ]
}

# Whether the output of the last run has a report of this kind that names one of the lines.
reported() # KIND SOURCE LINES
{
    awk -v kind="$1" -v source="$2" -v lines="$3" '
        BEGIN { count = split(lines, line, " ") }
        /^CPU device: / { here = index($0, "CPU device: " kind ":") == 1 }
        here {
            for (i = 1; i <= count; i++)
                if (index($0, source ":" line[i] ":"))
                    found = 1
        }
        END { exit !found }' "$tests_tmp/out"
}

bug() # NAME: inspects the program as it is
{
    source=tests/gallery/$1.cu
    kind=$(kind_of "$1")
    lines=$(grep -n '/\* BUG: [^ ]* \*/$' "$source" | cut -d: -f1)
    case $kinds in
    *[!a-z-]"${kind:-none}"[!a-z-]*) ;;
    *) fail "$1: its comments give one kind of bug that there is (${kind:-none})"; return ;;
    esac
    patience=30
    [ "$kind" != endless-loop ] || patience=2
    expected=3
    [ "$kind" != note ] || expected=0
    run_quietly env VARIANT="$variant" CUDA_CPU_SECONDS=$patience "$dir/$group-bug"
    if [ "$status" -eq $expected ] && reported "$kind" "$source" "$lines"; then
        pass "$1: $kind"
        is "$1: told once" "$(told_again)" 0
        return
    fi
    # shellcheck disable=SC2086 # words
    { echo "exit code: $status, expected $expected and a report of $kind, $source," \
          "one of the lines" $lines
      cat "$tests_tmp/out"; } >"$tests_tmp/why"
    fail "$1: $kind" "$tests_tmp/why"
}

# How many places of the last run's output are told more than once, as the first place of a report of one kind.
told_again()
{
    awk '/^CPU device: / { kind = $3; next }
        kind && /^  [^ ]*:[0-9]+: / { again += seen[kind $1]++ > 0; kind = "" }
        END { print again + 0 }' "$tests_tmp/out"
}

clean() # NAME: inspects the twin
{
    run_quietly env VARIANT="$variant" "$dir/$group-fixed"
    if [ "$status" -eq 0 ] && ! grep -q '^CPU device:' "$tests_tmp/out"; then
        pass "$1: its twin is right and clean"
        return
    fi
    { echo "exit code: $status, expected 0 and no report"; cat "$tests_tmp/out"; } >"$tests_tmp/why"
    fail "$1: its twin is right and clean" "$tests_tmp/why"
}

sanitized() # NAME: the four tools at a time, then what each of them said
{
    tools=
    for tool in racecheck memcheck initcheck synccheck; do
        if grep -q "^/\* Not for $tool" "tests/gallery/$1.cu"; then
            skip "$1: nothing for $tool" 'its comment says why'
        else
            tools="$tools $tool"
        fi
    done
    for tool in $tools; do
        case $tool in racecheck) options='--racecheck-report all' ;; *) options='' ;; esac
        # shellcheck disable=SC2086 # words
        VARIANT=$variant $limit compute-sanitizer --tool $tool $options "$dir/$group-fixed" \
            >"$tests_tmp/$tool" 2>&1 </dev/null &
    done
    wait
    for tool in $tools; do
        says "$1: nothing for $tool" 0 \
            '^=+ (RACECHECK SUMMARY: 0 hazards displayed \(0 errors, 0 warnings\)|ERROR SUMMARY: 0 errors)' \
            cat "$tests_tmp/$tool"
    done
}

if [ "$DEVICE" = gpu ]; then
    forms=fixed
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
    for name in $programs; do
        needed=$(sed -n 's|^/\* Needs sm_\([0-9]*\).*|\1|p' "tests/gallery/$name.cu")
        if [ "${needed:-0}" -le "${capability:-0}" ]; then able="${able-} $name"; else skip "$name" "needs sm_$needed"; fi
    done
    programs=${able-}
else
    forms='bug fixed'
    ok 'the engine compiles' "$MAKE" -s "$engine/engine-inspect.a"
fi
# shellcheck disable=SC2086 # words
printf '%s\n' $programs | awk -v each=16 'NR % each == 1 { group = $1 } { print group, (NR - 1) % each + 1, $1 }' >"$tests_tmp/programs"
groups=$(cut -d ' ' -f 1 "$tests_tmp/programs" | uniq)
running=0
for group in $groups; do
    # shellcheck disable=SC2046 # names without spaces
    combine $(awk -v group="$group" '$1 == group { print "tests/gallery/" $3 ".cu" }' "$tests_tmp/programs") >"$dir/$group.cu"
    for form in $forms; do
        compile_form "$group" "$form" &
        running=$((running + 1))
        [ $((running % 2)) -eq 1 ] || wait
    done
done
wait
for group in $groups; do
    for form in $forms; do
        ok "$(awk -v group="$group" '$1 == group { printf "%s ", $3 }' "$tests_tmp/programs")compile ($form)" \
            compiled "$group" "$form"
    done
done

while read -r group variant name; do
    if [ "$DEVICE" != gpu ]; then
        bug "$name"
        clean "$name"
        continue
    fi
    ok "$name: its twin is right" env VARIANT="$variant" "$dir/$group-fixed"
    skip "$name: the bug" 'a GPU is not asked to survive it'
    is_sanitized "$name" || continue
    if command -v compute-sanitizer >/dev/null 2>&1; then
        sanitized "$name"
    else
        skip "$name: compute-sanitizer" 'not installed; it comes with the CUDA Toolkit'
    fi
done <"$tests_tmp/programs"
done_testing
