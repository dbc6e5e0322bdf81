# exercise.sh: proves that exercises work as such. Tests source it after lib.sh.
# shellcheck shell=sh
#
#   prove_exercises 05 05b ... the starter fails for the reason that its notes name; the solution passes,
#                              with nothing reported; at least two wrong answers of the notes are refused,
#                              each as the notes say; there are three hints, and none contains a line of the solution;
#                              starter and solution are the same outside the gap; the code that its page shows as an
#                              answer passes, too. (Of those exercises that $few_tried names one wrong answer is tried;
#                              where the number has a letter none, nor starter and solution, or with letters_try=pair these)
#
# Above a block of code in a page of docs/lessons, `<!-- answer 37: s/pair/part/ -->` says that this is an answer to
# exercise 37, once that sed script has made it fit: with the names of the exercise, and with what the page leaves out. Of
# a diff the lines count that are there afterwards.
#
# Sections of exercises/notes/NN_stem.txt, each beginning with a line `== ...`:
#   == starter: REGEX             the starter's gap; its output must match REGEX
#   == hint 1, == hint 2, == hint 3     or == hint 1: KIND, KIND ... for these kinds, whatever the check names
#   == wrong, NAME: REGEX         a sed script that turns the solution's gap into a wrong answer
#   == answer, NAME: REGEX        a wrong answer for the gap
# REGEX (extended) must match a line of what the learner sees. A NAME may end with ", hint 2": then this hint
# must be named.
PROGRESS=$tests_tmp/progress
export PROGRESS
. common/learn/lib.sh # gap, find_exercise
. tests/combine.sh

# The checks of a plain program are in a file of their own: makes one text of both.
with_checks() # PROGRAM STEM
{
    if [ ! -e "exercises/checks/$2.cu" ]; then cat "$1"; return; fi
    LC_ALL=C $AWK -v program="$1" -v stem="$2" '
        /^#(define main program|undef main)$/ { next }
        $0 == "#include <" stem ".cu>" {
            while ((getline line < program) > 0) {
                sub(/^int main\(/, "int program(", line)
                print line
            }
            next
        }
        { print }' "exercises/checks/$2.cu"
}

grade_variant() # VARIANT PROGRAM: leaves output and status like run_quietly
{
    ln -f "$tests_tmp/try/all" "$tests_tmp/try/inspect/$2" &&
        run_quietly env VARIANT="$1" BUILD="$tests_tmp/try" DEVICE=cpu sh common/learn/grade.sh "$2"
    without_variants <"$tests_tmp/out" >"$tests_tmp/named" && mv "$tests_tmp/named" "$tests_tmp/out"
}

refused() # VARIANT NUMBER NAME REGEX: the answer must fail, with a message that says why
{
    grade_variant "$1" "exercise$2"
    case $3 in *", hint "[1-3]) hint="Hint ${3##*hint } is about this: make hint$2 HINT=${3##*hint }\$" ;; *) hint='' ;; esac
    # shellcheck disable=SC2154 # status is run_quietly's
    if [ "$status" -ne 0 ] && [ -n "$4" ] && grep -Eq -e "$4" "$tests_tmp/out" &&
        ! grep -Eq -e "$4" "$tests_tmp/solved$2" && # otherwise a match would prove nothing
        grep -q "^exercise$2: not passed yet.*$hint" "$tests_tmp/out"; then
        pass "exercise$2, $3: refused"
    else
        { printf 'exit code: %d, expected another than 0; output must match: %s\n' "$status" "$4"
          cat "$tests_tmp/out"; } >"$tests_tmp/why"
        fail "exercise$2, $3: refused" "$tests_tmp/why"
    fi
}

passes() # VARIANT NUMBER [NAME]
{
    passes_name="solution$2 passes${3:+, as }${3-}"
    grade_variant "$1" "solution$2"
    [ -n "${3-}" ] || cp "$tests_tmp/out" "$tests_tmp/solved$2"
    if [ "$status" -eq 0 ] && grep -q "^solution$2: all checks passed\$" "$tests_tmp/out" &&
        ! grep -q '^CPU device:' "$tests_tmp/out"; then
        pass "$passes_name, with nothing reported"
    else
        fail "$passes_name, with nothing reported" "$tests_tmp/out"
    fi
}

# Runs a solution under all compute-sanitizer tools at once. racecheck mistakes the barrier of a tile
# larger than a warp for a race.
sanitize() # PROGRAM
{
    command -v compute-sanitizer >/dev/null 2>&1 || { skip "$1 under compute-sanitizer" "not installed"; return; }
    tools='memcheck initcheck synccheck'
    grep -q block_tile_memory "$solution" || tools="racecheck $tools"
    for tool in $tools; do
        option=''
        [ "$tool" != memcheck ] || option='--report-api-errors no' # some exercises make such errors on purpose
        # shellcheck disable=SC2086 # two words or none
        compute-sanitizer --tool "$tool" $option "$BUILD/gpu/$1" -n 1,33,1000,4097 -b 64,256 >"$tests_tmp/$tool" 2>&1 &
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

# Prints a hint that contains a line of the solution's gap.
hint_that_tells() # SOLUTION NOTES
{
    gap inside "$1" >"$tests_tmp/solution-gap"
    gap starter "$2" >"$tests_tmp/starter-gap"
    LC_ALL=C $AWK '
        function plain(line) {
            gsub(/\/\*[^*]*\*\//, "", line)
            gsub(/[ \t;{}]+/, "", line)
            return line
        }
        FNR == 1 { file++ }
        file == 1 { known[plain($0)] = 1; next }
        file == 2 {
            line = plain($0)
            if (length(line) > 7 && !(line in known) && line !~ /^(\/?\*|__sync(threads|warp)\(\)$)/) told[line] = $0
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

# Adds a file to the combined program, with the result that it must give.
add_variant() # GAP NUMBER NAME REGEX
{
    variants=$((variants + 1))
    gap fill "$solution" -v gap="$1" >"$tests_tmp/variants/$variants.cu"
    with_checks "$tests_tmp/variants/$variants.cu" "$stem" >"$tests_tmp/programs/$variants.cu"
    printf '%s %s:%s:%s\n' "$variants" "$2" "$3" "$4" >>"$tests_tmp/expected"
}

# The K-th block of code that a page marks as an answer to an exercise; nothing if there is none.
answer_of_page() # NUMBER K
{
    LC_ALL=C $AWK -v number="$1" -v wanted="$2" -v script="$tests_tmp/page-script" '
        index($0, "<!-- answer " number ": ") == 1 && ++seen == wanted {
            sub(/^<!-- answer [^:]*: /, "")
            sub(/ ?-->$/, "")
            print > script
            is_next = 1
            next
        }
        is_next && /^```/ && !inside { inside = 1; is_diff = /diff/; next }
        inside && /^```/ { exit }
        inside && is_diff && /^-/ { next }
        inside { if (is_diff) sub(/^[+ ]/, ""); print }' docs/lessons/*.md >"$tests_tmp/page-code"
    [ ! -s "$tests_tmp/page-code" ] || sed -f "$tests_tmp/page-script" "$tests_tmp/page-code"
}

# Checks everything that does not need a run.
prepare_exercise() # NUMBER
{
    number=$1
    find_exercise
    says "exercise$number says what it is, in its first line" 0 \
        "^/\\* Exercise $number: .* \\((fill the gap|find the bug|predict|beat the count)\\)\$" head -n 1 "$solution"
    ok "exercise$number: outside of the gap starter and solution are the same" \
        gap check "$exercise" -v like="$solution"
    if head -n 1 "$solution" | grep -q '(find the bug)$'; then # how many, and where, is what it asks
        ok "exercise$number: its gap does not say what is wrong" grep -q \
            'your code begins: whatever is wrong is in here ---- \*/$' "$solution"
    fi
    tries=all
    case " ${few_tried-} " in *" $number "*)
        case $number in *[a-z]) tries=${letters_try:-none} ;; *) tries=first ;; esac ;;
    esac
    gap inside "$solution" >"$tests_tmp/right"
    gap starter "$notes" >"$tests_tmp/gap"
    if [ $tries = none ]; then
        untried=$((${untried:-0} + 2))
    else
        add_variant "$tests_tmp/right" "$number" "the solution" "" # first: the others' output must differ from it
        add_variant "$tests_tmp/gap" "$number" "the starter" "$(sed -n 's/^== starter: //p' "$notes")"
    fi
    page_code=0
    while answer_of_page "$number" $((page_code + 1)) >"$tests_tmp/gap" && [ -s "$tests_tmp/gap" ]; do
        page_code=$((page_code + 1))
        add_variant "$tests_tmp/gap" "$number" "what its page shows ($page_code)" ""
    done
    is "exercise$number: its page's marks have code below them" "$(grep -h "^<!-- answer $number: " docs/lessons/*.md | wc -l | tr -d ' ')" $page_code
    gap starter "$notes" >"$tests_tmp/gap"
    if [ -e progress ]; then
        skip "exercise$number: what is in the gap is the starter" "somebody is at work here"
    else
        gap fill "$solution" -v gap="$tests_tmp/gap" >"$tests_tmp/starter.cu"
        ok "exercise$number: what is in the gap is the starter" cmp "$exercise" "$tests_tmp/starter.cu"
    fi

    for k in 1 2 3; do
        gap "hint $k" "$notes" >"$tests_tmp/hint"
        is "exercise$number has one hint $k, of some words" "$? $(($(wc -w <"$tests_tmp/hint") > 5))" '0 1'
    done
    ok "exercise$number: no hint contains a line of the solution" hint_that_tells "$solution" "$notes"

    sed -n -e 's/^== \(wrong, .*\)$/\1/p' -e 's/^== \(answer, .*\)$/\1/p' "$notes" >"$tests_tmp/wrongs"
    wrongs=$(wc -l <"$tests_tmp/wrongs") wrongs_seen=0
    ok "exercise$number: there are at least two wrong answers" test "$wrongs" -ge 2
    while IFS= read -r wrong; do
        wrongs_seen=$((wrongs_seen + 1))
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
        case $tries,$wrongs_seen in all,* | first,1) ;; *) untried=$((${untried:-0} + 1)); continue ;; esac
        add_variant "$tests_tmp/gap" "$number" "$name" "${wrong#*: }"
    done <"$tests_tmp/wrongs"
}

prove_on_gpu() # NUMBER...
{
    for number; do
        find_exercise
        ok "solution$number compiles" "$MAKE" -s DEVICE=gpu "solution$number"
        says "solution$number is right on the GPU, unless that is too old" 0 "^solution$number: (right on |this GPU cannot run it)" \
            "$BUILD/solution$number"
        is_sanitized "$number" || continue
        ok "exercise$number compiles" "$MAKE" -s DEVICE=gpu "exercise$number"
        sanitize "solution$number"
    done
}

prove_exercises() # NUMBER...: compiles several of them as one program
{
    while [ $# -gt 0 ]; do
        rm -rf "$tests_tmp/variants" "$tests_tmp/programs" "$tests_tmp/try"
        mkdir -p "$tests_tmp/variants" "$tests_tmp/programs" "$tests_tmp/try/inspect"
        : >"$tests_tmp/expected"
        variants=0 together=
        while [ $# -gt 0 ] && [ "$variants" -lt 60 ]; do
            prepare_exercise "$1"
            together="$together $1"
            shift
        done
        [ "$variants" -gt 0 ] || continue
        # shellcheck disable=SC2046 # names without spaces
        combine $(seq -f "$tests_tmp/programs/%g.cu" "$variants") >"$tests_tmp/all.cu"
        ok "starters, solutions and wrong answers of$together compile" compile_inspected "$tests_tmp/all.cu" "$tests_tmp/try/all"
        while IFS= read -r line; do
            variant=${line%% *} line=${line#* }
            number=${line%%:*} line=${line#*:}
            case $line in
            "the solution:"*) passes "$variant" "$number" ;;
            "what its page shows"*) passes "$variant" "$number" "${line%%:*}" ;;
            *) refused "$variant" "$number" "${line%%:*}" "${line#*:}" ;;
            esac
        done <"$tests_tmp/expected"
    done
}
