# answers.sh: what the checks in the pages can use, in answers and below any paragraph:
#   <!-- check: COMMAND => REGEX -->     the output of COMMAND must match the extended REGEX
# Tests source it after lib.sh and combine.sh. ONLY=recorded checks what follows from recorded results alone; FEWER=yes tries
# less of pages that are as they were committed.
# shellcheck shell=sh
#
#   inspected 05 [ARGUMENT...]       the lesson under the inspector, one sample; INSPECT has the inspector's options
#   ran 0.1 [ARGUMENT...]            the lesson on the CPU device, not inspected
#   altered FILE SED [ARGUMENT...]   FILE, changed by the sed script, under the inspector; fails if nothing changed
#   solution 05d                     what the solution of the exercise says
#   recorded FILE NAME=VALUE... NAME[,NAME]   these columns of the rows of plots/recorded/FILE.csv, or of
#                                    plots/published/, that have all these values; fails if there is none.
#                                    recorded sass lesson=05 'kernel=reduce5' arch=sm_90 registers: machine code
#   compile_linked, compile_inspected    a program, see lib.sh

is_made() # PROGRAM: make is asked once
{
    ! grep -qxF "$1" "$tests_tmp/made" 2>/dev/null || return 0
    "$MAKE" -s "$1" && echo "$1" >>"$tests_tmp/made"
}

inspected()
{
    inspected_number=$1
    shift
    is_made "$BUILD/inspect/lesson$inspected_number" || return
    case $inspected_number in *.*) ;; *) set -- -s 1 -w 0 "$@" ;; esac # plain programs have no options
    # shellcheck disable=SC2086 # options are words
    common/cpu/inspect ${INSPECT-} "$BUILD/inspect/lesson$inspected_number" "$@"
}

ran()
{
    ran_number=$1
    shift
    is_made "$BUILD/cpu/lesson$ran_number" && "$BUILD/cpu/lesson$ran_number" "$@"
}

# The changed copies of all pages are compiled together (compile_copies): $tests_tmp/copies/list has the checksum of
# each, in this order, and copies/K/program has those of list K. What is in none of them is compiled alone.
altered()
{
    altered_file=$1
    changed_copy "$1" "$2" || return
    shift 2
    # shellcheck disable=SC2086
    case $altered_file in lessons/[0-9][0-9]_*) set -- -s 1 -w 0 "$@" ;; esac
    altered_copy=$(copy_number) || altered_copy=0
    altered_program=$tests_tmp/copies/$(((altered_copy - 1) / together + 1))/program
    if [ "$altered_copy" -eq 0 ] || [ ! -x "$altered_program" ]; then
        altered_program=$tests_tmp/altered
        inspected_program "$altered_program" "$tests_tmp/altered.cu" "$(dirname "$altered_file")" || return
    fi
    # shellcheck disable=SC2086
    VARIANT=$(((altered_copy - 1) % together + 1)) \
        common/cpu/inspect ${INSPECT-} "$altered_program" "$@" >"$tests_tmp/copy.out" 2>&1
    altered_status=$?
    without_variants <"$tests_tmp/copy.out"
    return $altered_status
}

changed_copy() # FILE SED: $tests_tmp/altered.cu
{
    sed -e "$2" "$1" >"$tests_tmp/altered.cu" || return
    ! cmp -s "$1" "$tests_tmp/altered.cu" || { echo "altered: $2 changes nothing"; return 1; }
}

together=40 # so many copies are one program
copy_number() # of the copy that is $tests_tmp/altered.cu: from 1 on
{
    grep -n -x "$(cksum <"$tests_tmp/altered.cu")" "$tests_tmp/copies/list" 2>/dev/null | sed 's/:.*//' | grep .
}

inspected_program() # PROGRAM FILE.cu FOLDER...: with the headers of these folders
{
    made=$1 made_of=$2
    shift 2
    for folder; do
        shift
        set -- "$@" "-I$folder"
    done
    compile_inspected "$made_of" "$made" "$@"
}

# Finds the copies that the commands will ask for, by running them with an `altered` that only takes note, and
# without the other commands of this file; then compiles them together.
compile_copies() # COMMANDS: a file with a line each
{
    rm -rf "$tests_tmp/copies"
    mkdir "$tests_tmp/copies"
    : >"$tests_tmp/copies/list"
    (
        altered()
        {
            changed_copy "$1" "$2" && ! copy_number || return
            cksum <"$tests_tmp/altered.cu" >>"$tests_tmp/copies/list"
            copies=$(wc -l <"$tests_tmp/copies/list")
            mkdir -p "$tests_tmp/copies/$(((copies - 1) / together + 1))"
            cp "$tests_tmp/altered.cu" \
                "$tests_tmp/copies/$(((copies - 1) / together + 1))/$(printf %04d "$copies").cu"
            dirname "$1" >>"$tests_tmp/copies/folders"
        }
        inspected() { :; }
        ran() { :; }
        solution() { :; }
        while IFS= read -r command; do
            case $command in *altered*) eval "$command" </dev/null ;; esac
        done <"$1"
    ) >/dev/null 2>&1
    for copies in "$tests_tmp"/copies/*/; do
        [ -d "$copies" ] || continue
        combine "$copies"[0-9]*.cu >"${copies}all.cu"
        # shellcheck disable=SC2046 # names without spaces
        inspected_program "${copies}program" "${copies}all.cu" $(sort -u "$tests_tmp/copies/folders") \
            >"${copies}said" 2>&1 || rm -f "${copies}program"
    done
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

runs_programs='(^|[^a-z])(inspected|ran|altered|solution|make|cpucc|compile[a-z_]*) '
only_wanted()
{
    case ${ONLY-} in
    recorded) awk -F '\t' -v runs="$runs_programs" '$2 ~ /recorded/ && $2 !~ runs' ;;
    *) cat ;;
    esac
}

# Of pages that are as they were committed, and their lessons, too: of every second one what runs no program; of the others
# all, but of the commands that compile an altered copy the first.
fewer()
{
    [ "${FEWER-}" ] || { cat; return; }
    awk -F '\t' -v runs="$runs_programs" -v changed="$(uncommitted docs lessons | tr '\n' ' ')" '
        { page = $1; sub(/:.*/, "", page); if (page != last) pages++; last = page }
        { stem = page; sub(/.*\//, "/", stem); sub(/md$/, "", stem) }
        index(changed, stem) { print; next }
        pages % 2 == 0 && $2 ~ runs { next }
        $2 ~ /altered/ && !(page in first) { first[page] = $2 }
        $2 !~ /altered/ || $2 == first[page]'
}

# Checks pages, a test for each check: "PAGE: Questions, Answer 2: COMMAND".
check_answers() # PAGE...
{
    LC_ALL=C ${AWK:-awk} '
        FNR == 1 { section = answer = "" }
        /^## / { section = substr($0, 4); answer = "" }
        /<\/details>/ { answer = "" }
        match($0, /<summary>Answer [0-9]+</) { answer = ", " substr($0, RSTART + 9, RLENGTH - 10) }
        sub(/^ *<!-- check: /, "") && sub(/ -->$/, "") {
            match($0, /.* => /)
            print FILENAME (section == "" ? "" : ": ") section answer "\t" substr($0, 1, RLENGTH - 4) "\t" substr($0, RLENGTH + 1)
        }' "$@" | only_wanted | fewer >"$tests_tmp/answers"
    cut -f2 "$tests_tmp/answers" >"$tests_tmp/commands"
    compile_copies "$tests_tmp/commands"
    answers_last=''
    while IFS="$(printf '\t')" read -r answers_place answers_command answers_regex; do
        INSPECT=''
        # A command may break off a pipe; only its output counts, so that a race can be the answer. Several checks of one
        # command run it once.
        [ "$answers_command" = "$answers_last" ] || (eval "$answers_command") >"$tests_tmp/answer" 2>&1 </dev/null
        answers_last=$answers_command
        if grep -Eq -e "$answers_regex" "$tests_tmp/answer"; then
            pass "$answers_place: $answers_command"
        else
            { echo "expected: $answers_regex"; cat "$tests_tmp/answer"; } >"$tests_tmp/why"
            fail "$answers_place: $answers_command" "$tests_tmp/why"
        fi
    done <"$tests_tmp/answers"
}
