#!/bin/sh
# The answers on the lessons' pages: what a command counts, what happens when a line is changed, what was
# recorded. (sh tests/53_answers.t docs/lessons/05*.md: only these pages.)
# Takes about 195 s of processor time.
. tests/lib.sh
. tests/answers.sh
if [ $# -eq 0 ]; then
    set -- docs/lessons/*.md
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
END
    # What check_answers says of it, seen from outside.
    (tests_run=0; check_answers "$tests_tmp/page.md") >"$tests_tmp/seen"
    is "right answers pass, and wrong ones do not" "$(grep -c '^ok' "$tests_tmp/seen"),$(grep -c '^not ok' "$tests_tmp/seen")" 5,2
fi
for page; do
    ok "$page has answers" grep -q '^ *<!-- check: ' "$page"
    check_answers "$page"
done
done_testing
