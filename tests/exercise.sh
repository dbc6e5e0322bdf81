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

# One program of all wrong answers, since most of a compiler's time goes to the headers: each file in a
# namespace of its own, and VARIANT in the environment says whose main runs.
combine() # FILE.cu...
{
    LC_ALL=C $AWK '
        FNR == 1 { variant++; body = body (variant > 1 ? "}\n" : "") "namespace variant" variant " {\n" }
        /^#include/ { if (!($0 in seen)) { seen[$0] = 1; includes = includes $0 "\n" } next }
        { sub(/^int main\(/, "int variant_main("); body = body $0 "\n" }
        END {
            printf "%s%s}\nint main(int argc, char **argv)\n{\n    switch (atoi(getenv(\"VARIANT\"))) {\n", includes, body
            for (v = 1; v <= variant; v++)
                printf "    case %d: return variant%d::variant_main(argc, argv);\n", v, v
            print "    }\n    return 99;\n}"
        }' "$@"
}

refused() # VARIANT NAME REGEX: the answer is not passed, and the learner reads why
{
    # shellcheck disable=SC2034 # for run_quietly
    run_quietly env VARIANT="$1" BUILD="$tests_tmp/try" DEVICE=cpu sh common/learn/grade.sh "exercise$number"
    if [ "$status" -ne 0 ] && grep -Eq -e "$3" "$tests_tmp/out" &&
        grep -q "^exercise$number: not passed yet" "$tests_tmp/out"; then
        pass "$2: refused"
    else
        { printf 'exit code: %d, expected another than 0; output must match: %s\n' "$status" "$3"
          cat "$tests_tmp/out"; } >"$tests_tmp/why"
        fail "$2: refused" "$tests_tmp/why"
    fi
}

# A solution under compute-sanitizer: all tools at the same time. racecheck takes the barrier of a tile
# larger than a warp for a race.
sanitize() # PROGRAM
{
    command -v compute-sanitizer >/dev/null 2>&1 || { skip "$1 under compute-sanitizer" "not installed"; return; }
    tools='memcheck initcheck synccheck'
    grep -q block_tile_memory "$solution" || tools="racecheck $tools"
    for tool in $tools; do
        compute-sanitizer --tool "$tool" "$BUILD/gpu/$1" -n 1,33,1000,4097 -b 64,256 >"$tests_tmp/$tool" 2>&1 &
    done
    wait
    for tool in $tools; do
        if grep -Eq '^=+ (ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: 0 hazards displayed \(0 errors, 0 warnings\))' \
            "$tests_tmp/$tool"; then
            pass "$1 under $tool"
        else
            fail "$1 under $tool" "$tests_tmp/$tool"
        fi
    done
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
    rm -rf "$tests_tmp/variants"
    mkdir -p "$tests_tmp/variants" "$tests_tmp/try/inspect"
    gap starter "$notes" >"$tests_tmp/gap"
    gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/variants/1.cu"
    if [ -e progress ]; then
        skip "exercise$number: what is in the gap is the starter" "somebody is at work here"
    else
        ok "exercise$number: what is in the gap is the starter" cmp "$exercise" "$tests_tmp/variants/1.cu"
    fi

    ok "solution$number compiles" "$MAKE" -s DEVICE="$DEVICE" "solution$number"
    says "solution$number passes" 0 "^solution$number: all checks passed\$" "$BUILD/solution$number"
    is "solution$number: nothing is reported" "$(grep -c '^CPU device:' "$tests_tmp/out")" 0
    if [ "$DEVICE" = gpu ]; then
        is "solution$number is right on the GPU" "$(grep -c "^solution$number: right on " "$tests_tmp/out")" 1
        ok "exercise$number compiles for the GPU" "$MAKE" -s DEVICE=gpu "exercise$number"
        sanitize "solution$number"
    fi

    is "exercise$number has three hints" "$(grep -c '^== hint [123]$' "$notes")" 3
    ok "exercise$number: no hint contains a line of the solution" hint_that_tells "$solution" "$notes"

    gap inside "$solution" >"$tests_tmp/right"
    sed -n 's/^== \(\(wrong\|answer\), .*\)$/\1/p' "$notes" >"$tests_tmp/wrongs"
    ok "exercise$number: there are at least two wrong answers" test "$(wc -l <"$tests_tmp/wrongs")" -ge 2
    variant=1
    while IFS= read -r wrong; do
        name=${wrong%%: *}
        gap "$name" "$notes" >"$tests_tmp/section"
        case $name in
        wrong*) sed -f "$tests_tmp/section" "$tests_tmp/right" >"$tests_tmp/gap" ;;
        answer*) cp "$tests_tmp/section" "$tests_tmp/gap" ;;
        esac
        if cmp -s "$tests_tmp/gap" "$tests_tmp/right"; then
            echo "$name" >"$tests_tmp/why"
            fail "exercise$number: a wrong answer is the solution" "$tests_tmp/why"
        fi
        variant=$((variant + 1))
        gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/variants/$variant.cu"
    done <"$tests_tmp/wrongs"

    # shellcheck disable=SC2046 # numbers
    (cd "$tests_tmp/variants" && combine $(ls | sort -n)) >"$tests_tmp/exercise$number.cu"
    ok "exercise$number: starter and wrong answers compile" common/cpu/cpucc --inspect \
        --engine="$BUILD/inspect" -Icommon "$tests_tmp/exercise$number.cu" -o "$tests_tmp/try/inspect/exercise$number"
    refused 1 "exercise$number, the starter" "$(sed -n 's/^== starter: //p' "$notes")"
    cp "$tests_tmp/out" "$tests_tmp/unsolved$number"
    variant=1
    while IFS= read -r wrong; do
        variant=$((variant + 1))
        refused "$variant" "exercise$number, ${wrong%%: *}" "${wrong#*: }"
    done <"$tests_tmp/wrongs"
}
