#!/bin/sh
# rehearse.sh: runs every command of a plan in docs/teaching.md, in order, with a stopwatch. PLAN=90 names the plan;
# LIST=1 only lists the commands. Says for each how many seconds it took, and how many of a processor (the sum of its
# cores'; on a busy machine the steadier number). Commands that show a failure are a part of the plans: an unsolved exercise or a refused input (exit code 1),
# a mistake that the inspector reports (3), no such GPU (77). With any other the rehearsal fails, and ends with 1.

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}"
. common/course/script.sh
list=
! switch LIST || list=yes
temporary rehearse
page=docs/teaching.md
$AWK -f common/teach/plan.awk "$page" >"$tmp/plans" || exit 2
plans=$($AWK -F '\t' '$1 == "plan" { printf "%s%s", some++ ? ", " : "", $2 }' "$tmp/plans")
case ", $plans," in
*", ${PLAN-},"*) [ -n "${PLAN-}" ] ;;
*) false ;;
esac || {
    one_line "PLAN=${PLAN-}: $page has no such plan; it has: $plans. For example: make rehearse PLAN=${plans%%,*}" >&2
    exit 2
}
$AWK -F '\t' -v plan="$PLAN" '$2 == plan && $1 == "command" { print $3 "\t" $4 }' "$tmp/plans" >"$tmp/commands"
[ -z "$list" ] || { cat "$tmp/commands"; exit; }

unset MAKEFLAGS MFLAGS MAKELEVEL PLAN LIST
now() { date +%s.%N | sed 's/\.N$/.0/'; }
# The second line of `times` is what commands took that have ended.
processor()
{
    times >"$tmp/processor" # in this shell: a pipe would have its own
    $AWK 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += part[1] * 60 + part[2] } print sum }' "$tmp/processor"
}
mkdir -p "$BUILD" || exit 1
failed=0
: >"$tmp/times"
printf '%5s  %8s  %9s  %s\n' at seconds processor command
while IFS='	' read -r from command; do
    processor >"$tmp/before"
    began=$(now)
    sh -c "$command" >"$tmp/out" 2>&1 </dev/null
    status=$?
    # make has a code of its own for what fails in it
    [ $status -ne 2 ] || ! tail -n 1 "$tmp/out" | grep -q '\] Error 3$' || status=3
    ended=$(now)
    processor >"$tmp/after"
    seconds=$(echo "$began $ended" | $AWK '{ printf "%.1f", $2 - $1 }')
    used=$(cat "$tmp/before" "$tmp/after" | $AWK 'NR == 1 { t = $1 } END { printf "%.1f", $1 - t }')
    printf '%5s  %8s  %9s  %s' "$from" "$seconds" "$used" "$command"
    echo "$from	$seconds	$used" >>"$tmp/times"
    case $status in
    0) echo ;;
    1 | 3) echo "   (exit code $status)" ;;
    77) echo "   (not for this device)" ;;
    *)
        echo "   FAILED, exit code $status"
        tail -n 5 "$tmp/out" | sed 's/^/       | /'
        failed=$((failed + 1)) ;;
    esac
done <"$tmp/commands"
$AWK -F '\t' '
    { spent[$1] += $2; all += $2; used += $3; if (spent[$1] > most) { most = spent[$1]; where = $1 } }
    END { printf "rehearse: %d commands, %.0f seconds, %.0f of a processor; most in the step at %s: %.0f s\n", NR, all, used, where, most }
    ' "$tmp/times"
[ $failed -eq 0 ] || { echo "rehearse: $failed commands failed" >&2; exit 1; }
