# tests/lib.sh: functions for all tests/*.t scripts. Source it first, and call `done_testing` last.
#
# A test script is POSIX sh, prints TAP ("ok 1 - name") and runs in the repository root.
#   ok "name" COMMAND...              passes when COMMAND exits 0
#   is "name" GOT EXPECTED            passes when the two strings are equal
#   exits "name" CODE COMMAND...      passes when COMMAND exits with CODE
#   says "name" CODE REGEX COMMAND... the same, and its output (stdout and stderr) matches the
#                                     extended REGEX; ^ and $ stand for line ends
#   flawed "name" REGEX COMMAND...    a program with a planted flaw fails, says why, and nothing in its table is ok
#   skip "name" "why"                 counts as passed, with the reason in the log
#   compile SOURCE.cu PROGRAM         builds a test's own program for $DEVICE, quietly
#   compile_linked SOURCE.cu PROGRAM  the same, with the harness that is compiled once
#   compile_inspected SOURCE.cu PROGRAM   to be inspected, with what lessons and exercises share and is compiled once
#   in_lanes WORD...                  this script once for each word, as `sh SCRIPT WORD`, several at a time
# A failed test prints the command's exit code and output as TAP comments.

export LC_ALL=C
: "${BUILD:=build}" "${DEVICE:=cpu}" "${MAKE:=make}"
export DEVICE
tests_run=0
tests_tmp=$(mktemp -d "${TMPDIR:-/tmp}/reduction-tests.XXXXXX") || exit 1
trap 'rm -rf "$tests_tmp"' EXIT
trap 'exit 130' INT TERM

pass() { tests_run=$((tests_run + 1)); printf 'ok %d - %s\n' "$tests_run" "$1"; }

fail() # NAME, and optionally a file whose content explains the failure
{
    tests_run=$((tests_run + 1))
    printf 'not ok %d - %s\n' "$tests_run" "$1"
    if [ -n "${2-}" ]; then
        if [ "$(wc -l <"$2")" -gt 60 ]; then
            { head -n 25 "$2"; echo '[...]'; tail -n 30 "$2"; } | awk '{ print "#   " $0 }'
        else
            awk '{ print "#   " $0 }' "$2" # sed would leave out a missing line end
        fi
    fi
}

skip() { tests_run=$((tests_run + 1)); printf 'ok %d - %s # SKIP %s\n' "$tests_run" "$1" "$2"; }

# A program that hangs fails its test (exit code 124) instead of blocking the test run. The limit is so long
# that it decides nothing else, even on a slow or busy machine.
if command -v timeout >/dev/null 2>&1; then limit="timeout ${TEST_SECONDS:-600}"; else limit=; fi

run_quietly() # COMMAND...: output to $tests_tmp/out, exit code to $status
{
    command -v "$1" >"$tests_tmp/.which" # a file, as $() is a process
    IFS= read -r command_is <"$tests_tmp/.which" || command_is=
    case $command_is in
    */*) $limit "$@" ;; # timeout cannot run a shell function
    *) "$@" ;;
    esac >"$tests_tmp/out" 2>&1 </dev/null
    status=$?
}

exits()
{
    exits_name=$1 exits_code=$2
    shift 2
    run_quietly "$@"
    if [ "$status" -eq "$exits_code" ]; then
        pass "$exits_name"
    else
        { printf 'command: %s\nexit code: %d, expected %d\n' "$*" "$status" "$exits_code"
          cat "$tests_tmp/out"; } >"$tests_tmp/why"
        fail "$exits_name" "$tests_tmp/why"
    fi
}

ok()
{
    ok_name=$1
    shift
    exits "$ok_name" 0 "$@"
}

says()
{
    says_name=$1 says_code=$2 says_regex=$3
    shift 3
    run_quietly "$@"
    if [ "$status" -eq "$says_code" ] && grep -Eq -e "$says_regex" "$tests_tmp/out"; then
        pass "$says_name"
    else
        { printf 'command: %s\nexit code: %d, expected %d; output must match: %s\n' \
              "$*" "$status" "$says_code" "$says_regex"
          cat "$tests_tmp/out"; } >"$tests_tmp/why"
        fail "$says_name" "$tests_tmp/why"
    fi
}

flawed()
{
    flawed_name=$1 flawed_regex=$2
    shift 2
    says "$flawed_name" 1 "$flawed_regex" "$@"
    if grep -Eq ' ok( |$)' "$tests_tmp/out"; then fail "$flawed_name: no ok in the table"
    else pass "$flawed_name: no ok in the table"; fi
}

is()
{
    if [ "$2" = "$3" ]; then
        pass "$1"
    else
        printf 'got:      %s\nexpected: %s\n' "$2" "$3" >"$tests_tmp/why"
        fail "$1" "$tests_tmp/why"
    fi
}

# How many mistakes the CPU device has reported in the last command's output. (What devices sent each other is told, too.)
mistakes() { grep 'CPU device: ' "$tests_tmp/out" | grep -vc 'CPU device: device [0-9]* sent '; }

# A program of lesson.h that does not look into the harness: linked to that, as a lesson is by make.
compile_linked() # SOURCE PROGRAM [FLAG...]
{
    [ "$DEVICE" = gpu ] || {
        "$MAKE" -s "$BUILD/cpu/lesson.o" || return
        compile_source=$1 compile_program=$2
        shift 2
        set -- "$compile_source" "$compile_program" --openmp -DLESSON_LINKED "$BUILD/cpu/lesson.o" "$@"
    }
    compile "$@"
}

compile_inspected() # SOURCE PROGRAM [FLAG...]
{
    "$MAKE" -s "$BUILD/inspect/exercise.o" || return
    compile_source=$1 compile_program=$2
    shift 2
    common/cpu/cpucc --inspect --engine="$BUILD/inspect" -Icommon "$@" -DLESSON_LINKED "$BUILD/inspect/exercise.o" \
        "$compile_source" -o "$compile_program"
}

compile() # SOURCE PROGRAM [FLAG...]
{
    compile_source=$1 compile_program=$2
    shift 2
    if [ "$DEVICE" = gpu ]; then
        "$(sh common/setup/cuda.sh nvcc)" -O3 -arch=native -Icommon "$@" "$compile_source" -o "$compile_program"
    else
        # -O1, as nothing here is timed: with the harness in it 5 s instead of 8
        common/cpu/cpucc --engine="$BUILD/cpu" -Icommon -O1 "$@" "$compile_source" -o "$compile_program"
    fi
}

first_of_each_part() { sh common/course/declared.sh --parts lessons | sed 's/,.*//'; } # lessons' numbers

# Does compute-sanitizer look at NAME? It does at those in SANITIZED, with a space on each side; where that is not set, at all.
is_sanitized() { case ${SANITIZED- $1 } in *" $1 "*) ;; *) return 1 ;; esac; } # NAME

# Is this make test ALL=1? If not, says in a skipped result that WHAT waits for it.
everything() # WHAT
{
    [ -z "${TEST_ALL-}" ] || return 0
    skip "$1" 'make test ALL=1'
    return 1
}

# The same, for what takes long and only a change of these FILES could make fail: then they are tried without ALL=1, too, as
# long as the change is not committed.
uncommitted() { git status --porcelain -- "$@" 2>/dev/null; } # FILE...: those that were changed, if git knows
everything_of() # WHAT FILE...
{
    of_what=$1
    shift
    [ -z "$(uncommitted "$@")" ] || return 0
    everything "$of_what"
}

# A GPU is a fast device on a host with many cores, and what a long script does for each lesson takes the host. Elsewhere
# the cores are busy with other scripts. `has_lanes`: is this such a place, and not one of the runs itself?
# TEST_LANES says how many at a time.
if [ "$DEVICE" = gpu ]; then
    : "${TEST_LANES:=$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) / 3))}"
fi
has_lanes() { [ "${TEST_LANES:-0}" -gt 1 ] && [ -z "${TEST_IN_LANE-}" ]; }
in_lanes()
{
    mkdir "$tests_tmp/lanes" || exit
    printf '%s\n' "$@" | TEST_IN_LANE=yes xargs -P "$TEST_LANES" -n 1 sh -c \
        'sh "$0" "$2" >"$1/$2.tap" 2>&1 </dev/null; echo $? >"$1/$2.status"' "$0" "$tests_tmp/lanes"
    for lane; do
        awk -v lane="$lane" -v status="$(cat "$tests_tmp/lanes/$lane.status")" -v run="$tests_run" '
            /^(not )?ok [0-9]+ - / { sub(/ok [0-9]+ /, "ok " ++run " "); here++ }
            /^1\.\.[0-9]+$/ { plan = substr($0, 4); next }
            /^(not )?ok |^#/ { print; next }
            { print "# " $0 }
            END {
                if (status != "0" || plan + 0 != here + 0 || !here)
                    print "not ok " ++run " - " lane ": the script ended with " status ", " here + 0 " results of " plan + 0
            }' "$tests_tmp/lanes/$lane.tap" >"$tests_tmp/lanes/here"
        cat "$tests_tmp/lanes/here"
        tests_run=$((tests_run + $(grep -c -E '^(not )?ok ' "$tests_tmp/lanes/here")))
    done
}

done_testing() { printf '1..%d\n' "$tests_run"; }
