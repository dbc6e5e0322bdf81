# answers.sh: what the checks in the pages can use, in answers and below any paragraph:
#   <!-- check: COMMAND => REGEX -->     the output of COMMAND must match the extended REGEX
# Tests source it after lib.sh.
# shellcheck shell=sh
#
#   inspected 05 [ARGUMENT...]       the lesson under the inspector, one sample; INSPECT has the inspector's options
#   ran 0.1 [ARGUMENT...]            the lesson on the CPU device, not inspected
#   altered FILE SED [ARGUMENT...]   FILE, changed by the sed script, under the inspector; fails if nothing changed
#   solution 05d                     what the solution of the exercise says
#   recorded FILE NAME=VALUE... NAME[,NAME]   these columns of the rows of plots/recorded/FILE.csv, or of
#                                    plots/published/, that have all these values; fails if there is none.
#                                    recorded sass lesson=05 'kernel=reduce5' arch=sm_90 registers: machine code

inspected()
{
    inspected_number=$1
    shift
    "$MAKE" -s "$BUILD/inspect/lesson$inspected_number" || return
    case $inspected_number in *.*) ;; *) set -- -s 1 -w 0 "$@" ;; esac # plain programs have no options
    # shellcheck disable=SC2086 # options are words
    common/cpu/inspect ${INSPECT-} "$BUILD/inspect/lesson$inspected_number" "$@"
}

ran()
{
    ran_number=$1
    shift
    "$MAKE" -s "$BUILD/cpu/lesson$ran_number" && "$BUILD/cpu/lesson$ran_number" "$@"
}

altered()
{
    altered_file=$1 altered_script=$2
    shift 2
    sed -e "$altered_script" "$altered_file" >"$tests_tmp/altered.cu" || return
    ! cmp -s "$altered_file" "$tests_tmp/altered.cu" || { echo "altered: $altered_script changes nothing"; return 1; }
    "$MAKE" -s "$BUILD/inspect/engine-inspect.a" &&
        common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon -I"$(dirname "$altered_file")" \
            "$tests_tmp/altered.cu" -o "$tests_tmp/altered" || return
    # shellcheck disable=SC2086
    case $altered_file in lessons/[0-9][0-9]_*) set -- -s 1 -w 0 "$@" ;; esac
    # shellcheck disable=SC2086
    common/cpu/inspect ${INSPECT-} "$tests_tmp/altered" "$@"
}

solution() { "$MAKE" -s DEVICE=cpu "solution$1" && PROGRESS=$tests_tmp/progress "$BUILD/solution$1"; }

recorded()
{
    recorded_file=plots/recorded/$1.csv
    [ -e "$recorded_file" ] || recorded_file=plots/published/$1.csv
    shift
    grep -v '^#' "$recorded_file" >"$tests_tmp/recorded.csv" || { echo "recorded: there is no $recorded_file"; return 1; }
    LC_ALL=C ${AWK:-awk} -v query="$(printf '%s\t' "$@")" -f common/csv/read.awk -f tests/recorded.awk "$tests_tmp/recorded.csv"
}

# Checks a page, a test for each check: "PAGE: Questions, Answer 2: COMMAND".
check_answers() # PAGE
{
    LC_ALL=C ${AWK:-awk} '
        /^## / { section = substr($0, 4); answer = "" }
        /<\/details>/ { answer = "" }
        match($0, /<summary>Answer [0-9]+</) { answer = ", " substr($0, RSTART + 9, RLENGTH - 10) }
        sub(/^ *<!-- check: /, "") && sub(/ -->$/, "") {
            match($0, /.* => /)
            print section answer "\t" substr($0, 1, RLENGTH - 4) "\t" substr($0, RLENGTH + 1)
        }' "$1" >"$tests_tmp/answers"
    while IFS="$(printf '\t')" read -r answers_place answers_command answers_regex; do
        INSPECT=''
        # A command may break off a pipe; only its output counts, so that a race can be the answer.
        (eval "$answers_command") >"$tests_tmp/answer" 2>&1 </dev/null
        if grep -Eq -e "$answers_regex" "$tests_tmp/answer"; then
            pass "$1: $answers_place: $answers_command"
        else
            { echo "expected: $answers_regex"; cat "$tests_tmp/answer"; } >"$tests_tmp/why"
            fail "$1: $answers_place: $answers_command" "$tests_tmp/why"
        fi
    done <"$tests_tmp/answers"
}
