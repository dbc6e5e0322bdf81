#!/bin/sh
# The answers on the lessons' pages, and whatever else a page has a check for: what a command counts, what happens
# when a line is changed, what was recorded. (sh tests/53_answers.t docs/lessons/05*.md: only these pages. Of pages that are
# as they were committed, make test runs the programs of every second one, and one changed program.)
# Takes about 75 s of processor time.
. tests/lib.sh
. tests/combine.sh
. tests/answers.sh
whole_suite=
if [ $# -eq 0 ]; then
    whole_suite=yes
    set -- docs/lessons/*.md docs/*.md
    # A check that has never failed proves nothing.
    cat >"$tests_tmp/page.md" <<'END'
## Questions
<details><summary>Answer 1</summary>
<!-- check: echo 'the answer => 42' => ^the answer .. 42$ -->
<!-- check: recorded nvidia-h200 lesson=00 kernel=reduce0 n=536870912 block=128 gbps => ^48[0-9] -->
<!-- check: altered tests/racy.cu s/volatile/volatile/ => changes nothing -->
<!-- check: recorded nvidia-h200 lesson=98 gbps => no row -->
<!-- check: recorded nvidia-h200 lesson=00 nonsense => nonsense -->
<!-- check: false => . -->
<!-- check: echo 41 => ^42$ -->
</details>

It prints 43, here and there.
<!-- check: echo 43 => ^43$ -->

<!-- check: echo 44 => ^45$ -->
END
    # What check_answers says of it, seen from outside.
    (tests_run=0; check_answers "$tests_tmp/page.md") >"$tests_tmp/seen"
    is "right answers pass, and wrong ones do not" "$(grep -c '^ok' "$tests_tmp/seen"),$(grep -c '^not ok' "$tests_tmp/seen")" 6,3
    is "each is told by its place" "$(sed -n 's/.*page.md: \(.*\): echo.*/\1/p' "$tests_tmp/seen" | tr '\n' ';')" \
        'Questions, Answer 1;Questions, Answer 1;Questions;Questions;'
    printf '%s\n' 'It reaches 999 GB/s, in 41 steps.' \
        '<!-- check: recorded nvidia-h200 lesson=00 kernel=reduce0 n=536870912 block=128 gbps => ^999 -->' \
        '<!-- check: inspected 00 => 41 -->' >"$tests_tmp/new.md"
    says "what a new record makes false is told" 1 '^    expected: \^999' sh plots/now-false.sh "$tests_tmp/new.md"
    is "and only that" "$(grep -c '^    expected: ' "$tests_tmp/out")" 1
    LC_ALL=C ${AWK:-awk} -v page=PAGE -f common/course/checks.awk - >"$tests_tmp/checks" <<'END'
It says 43 and
10.5.
<!-- check: x => ^43 10\.5$ -->
Not 77.

It says 12.

<!-- check: x => ^12|77$ -->
<!-- check: x -->
| a | 21 |
| b | 22 |
<!-- check: x => 21.*22 -->
END
    is "numbers stand in the text above the check" "$(cat "$tests_tmp/checks")" \
        'PAGE:8: the text above is checked for 77, but does not say it
PAGE:9: a check is one line: <!-- check: COMMAND => REGEX -->'
fi
for page; do
    case $page in
    docs/lessons/*) ok "$page has answers" grep -q '^ *<!-- check: ' "$page" ;;
    *) is "$page says what it checks" "$(LC_ALL=C ${AWK:-awk} -v page="$page" -f common/course/checks.awk "$page")" '' ;;
    esac
done
FEWER=
if [ "$whole_suite" ] && ! everything 'programs of every second page, and more changed ones'; then FEWER=yes; fi
check_answers "$@"
done_testing
