#!/bin/sh
# unknown.sh COMMAND: says in one line why `make COMMAND` cannot be done, and what comes nearest to it. Exit
# code 2.
export LC_ALL=C
. common/course/script.sh
. common/learn/lib.sh
command=$1
number=${command#"${command%%[0-9]*}"} # from the first digit
verb=${command%"$number"}
no_such_command()
{
    one_line "make $command: there is no such command; make help lists them" >&2
    exit 2
}
case $verb in
exercise | solution | hint | show | reset | undo | watch)
    what=exercise there=$(numbers solutions) list='; make progress ALL=1 lists them'
    example=$(sh common/learn/progress.sh open) || example= ;;
play)
    what='lesson or exercise' list='; ls lessons exercises lists them' example=
    there=$({ numbers lessons; numbers solutions; } | sort -u) ;;
lesson | inspect)
    what=lesson there=$(numbers lessons) list='; ls lessons lists them' example= ;;
profile | picture | timeline | sanitize) # not of the plain programs: they have no options
    what=lesson there=$(numbers lessons | grep -v '\.') list='; ls lessons lists them' example= ;;
*) no_such_command ;;
esac

# shellcheck disable=SC2086 # numbers without spaces
printf '%s\n' $there | COMMAND=$(one_line "$command") NUMBER=$(one_line "$number") LC_ALL=C $AWK -v verb="$verb" \
    -v what="$what" -v list="$list" -v example="$example" '
    function digits(text) { match(text, /^[0-9.]*/); return substr(text, 1, RLENGTH) }
    function with_zero(text) { return text ~ /^[0-9]$/ ? "0" text : text }
    BEGIN { command = ENVIRON["COMMAND"]; number = ENVIRON["NUMBER"]; lesson = with_zero(digits(number)) }
    { last = $1 }
    NR == 1 { first = $1 }
    digits($1) == lesson { near = near (near == "" ? "" : ", ") (before = $1); nearest++ }
    END {
        if (number == "") {
            printf "make %s: the number of the %s is missing, as in make %s%s%s\n", command, what, verb,
                example == "" ? first : example, example == "" ? "" : ", your next"
        } else {
            printf "%s: there is no %s %s%s", command, what, number, verb !~ /^(lesson|inspect)$/ && what == "lesson" ? " to " verb : ""
            if (!nearest) print "; they go from " first " to " last list
            else {
                sub(/, [^,]*$/, " and " before, near)
                print "; there " (nearest > 1 ? "are " : "is ") near
            }
        }
    }' >&2
exit 2
