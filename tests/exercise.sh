# exercise.sh: the proofs that an exercise is one. Sourced by tests after lib.sh.
# shellcheck shell=sh
#
#   prove_exercise 05b [...]   the starter fails for the reason that its notes name; the solution passes,
#                              with nothing reported; the wrong answers of the notes are refused, at least
#                              two, each as the notes say; there are three hints, and none contains a line
#                              of the solution; outside of the gap starter and solution are the same
#
# Sections of exercises/notes/NN_stem.txt, each from a line `== ...` on:
#   == starter: REGEX             what is in the gap of the starter; what its output must match
#   == hint 1, == hint 2, == hint 3
#   == wrong, NAME: REGEX         a sed script that makes a wrong answer of the solution's gap
#   == answer, NAME: REGEX        a wrong answer as it stands in the gap
# REGEX (extended) must match a line of what the learner sees.
AWK=${AWK:-awk}
PROGRESS=$tests_tmp/progress
export PROGRESS

gap() # PART FILE [AWK OPTION...]
{
    gap_part=$1 gap_file=$2
    shift 2
    LC_ALL=C $AWK -v part="$gap_part" "$@" -f common/learn/gap.awk "$gap_file"
}

build_variant() # NAME SOURCE.cu: for grade.sh with BUILD=$tests_tmp/try
{
    mkdir -p "$tests_tmp/try/inspect" "$tests_tmp/try/gpu"
    [ "$DEVICE" != gpu ] || compile "$2" "$tests_tmp/try/gpu/$1" || return
    common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon "$2" -o "$tests_tmp/try/inspect/$1"
}

grade() { BUILD=$tests_tmp/try sh common/learn/grade.sh "$@"; }

refused() # NAME REGEX SOURCE.cu: the answer is built, is not passed, and the learner reads why
{
    if ! build_variant "exercise$number" "$3" >"$tests_tmp/why" 2>&1; then
        fail "$1: compiles" "$tests_tmp/why"
        return
    fi
    run_quietly grade "exercise$number"
    if [ "$status" -ne 0 ] && grep -Eq -e "$2" "$tests_tmp/out" &&
        grep -q "^exercise$number: not passed yet" "$tests_tmp/out"; then
        pass "$1: refused"
    else
        { printf 'exit code: %d, expected another than 0; output must match: %s\n' "$status" "$2"
          cat "$tests_tmp/out"; } >"$tests_tmp/why"
        fail "$1: refused" "$tests_tmp/why"
    fi
}

# A hint that contains a line of the solution's gap: prints it.
hint_that_tells() # SOLUTION NOTES
{
    gap inside "$1" >"$tests_tmp/solution-gap"
    gap starter "$2" >"$tests_tmp/starter-gap"
    LC_ALL=C $AWK '
        function plain(line) {
            gsub(/\/\*[^*]*\*\//, "", line)
            gsub(/[ \t]+/, "", line)
            return line
        }
        FNR == 1 { file++ }
        file == 1 { known[plain($0)] = 1; next }
        file == 2 {
            line = plain($0)
            if (length(line) > 7 && !(line in known) && line !~ /^(\/?\*|__sync(threads|warp)\(\);$)/) told[line] = $0
            next
        }
        /^== / { hint = $0; next }
        hint ~ /^== hint/ { text[hint] = text[hint] plain($0) }
        END {
            for (hint in text)
                for (line in told)
                    if (index(text[hint], line)) { print hint ": " told[line]; bad = 1 }
            exit bad
        }' "$tests_tmp/starter-gap" "$tests_tmp/solution-gap" "$2"
}

prove_exercise() # NUMBER
{
    number=$1
    for solution in solutions/"$number"_*.cu; do :; done
    stem=$(basename "$solution" .cu)
    exercise=exercises/$stem.cu notes=exercises/notes/$stem.txt
    says "exercise$number says what it is, in its first line" 0 \
        "^/\\* Exercise $number: .* \\((fill the gap|find the bug|predict|beat the count)\\)\$" head -n 1 "$solution"
    ok "exercise$number: outside of the gap starter and solution are the same" \
        gap check "$exercise" -v like="$solution"
    gap starter "$notes" >"$tests_tmp/gap"
    gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/exercise$number.cu"
    if [ -e progress ]; then
        skip "exercise$number: what is in the gap is the starter" "somebody is at work here"
    else
        ok "exercise$number: what is in the gap is the starter" cmp "$exercise" "$tests_tmp/exercise$number.cu"
    fi
    refused "exercise$number, the starter" "$(sed -n 's/^== starter: //p' "$notes")" \
        "$tests_tmp/exercise$number.cu"
    cp "$tests_tmp/out" "$tests_tmp/unsolved$number"

    ok "solution$number compiles" build_variant "solution$number" "$solution"
    says "solution$number passes" 0 "^solution$number: all checks passed\$" grade "solution$number"
    is "solution$number: nothing is reported" "$(grep -c '^CPU device:' "$tests_tmp/out")" 0

    is "exercise$number has three hints" "$(grep -c '^== hint [123]$' "$notes")" 3
    ok "exercise$number: no hint contains a line of the solution" hint_that_tells "$solution" "$notes"

    gap inside "$solution" >"$tests_tmp/right"
    sed -n 's/^== \(\(wrong\|answer\), .*\)$/\1/p' "$notes" >"$tests_tmp/wrongs"
    ok "exercise$number: there are at least two wrong answers" test "$(wc -l <"$tests_tmp/wrongs")" -ge 2
    while IFS= read -r wrong; do
        name=${wrong%%: *}
        gap "$name" "$notes" >"$tests_tmp/section"
        case $name in
        wrong*) sed -f "$tests_tmp/section" "$tests_tmp/right" >"$tests_tmp/gap" ;;
        answer*) cp "$tests_tmp/section" "$tests_tmp/gap" ;;
        esac
        if cmp -s "$tests_tmp/gap" "$tests_tmp/right"; then
            fail "exercise$number, $name: is another answer than the solution"
            continue
        fi
        gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/wrong.cu"
        refused "exercise$number, $name" "${wrong#*: }" "$tests_tmp/wrong.cu"
    done <"$tests_tmp/wrongs"
}
