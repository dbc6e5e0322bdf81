#!/bin/sh
# What the lessons' pages get from elsewhere: the list of exercises, what the first one says while it is
# unsolved, and links to the glossary.
# Takes about 10 s of processor time.
. tests/lib.sh
is "each recorded picture stands in a text" "$(for picture in plots/recorded/*.png plots/recorded/*.svg; do
    [ ! -e "$picture" ] || grep -q -F -e "${picture#plots/}" README.md docs/*.md docs/*.ipynb docs/lessons/*.md common/teach/*.md || echo "$picture"
done)" ''
ok "words are linked where they come first (else: make pages)" sh common/course/terms.sh check

# The map
ok "the map has what pages and programs say (else: make pages)" sh common/course/map.sh check
is "every lesson has its sentence there" "$(sed -n '/lessons:begin/,/lessons:end/p' docs/map.md | grep -c '^| \[[0-9].*) | [a-z].* [a-z].* | [0-9]* | [0-9]* | ')" \
    "$(sh common/course/course.sh | grep -c .)"
is "in order" "$(sed -n '/lessons:begin/,/lessons:end/s/^| \[\([0-9.]*\) .*/\1/p' docs/map.md)" "$(sh common/course/course.sh | cut -f1)"
cp docs/map.md "$tests_tmp/map.md"
sed 's/^| `evening` .*/| `evening` | x |/' docs/map.md >"$tests_tmp/map.md"
says "a table that is out of date is told" 1 'map\.md: its tables are out of date; make pages writes them' sh common/course/map.sh check "$tests_tmp/map.md"
ok "and written" sh common/course/map.sh "$tests_tmp/map.md"
ok "as it was" cmp docs/map.md "$tests_tmp/map.md"
sed '/lessons:end/d' docs/map.md >"$tests_tmp/map.md"
says "a map without a marker" 2 "map\.md needs one line '<!-- lessons:end -->'" sh common/course/map.sh "$tests_tmp/map.md"
route() # LINE: the tables, if that were the only route
{
    printf 'function read_routes() { routes = 1; route_name[1] = "mine"; route_text[1] = "me"; route_lessons[1] = "%s" }\n' "$1" >"$tests_tmp/routes.awk"
    sed '/^function read_routes/,/^}/d' common/learn/routes.awk >>"$tests_tmp/routes.awk"
    sed "s|common/learn/routes.awk|$tests_tmp/routes.awk|" common/course/map.sh >"$tests_tmp/map.sh"
    cp docs/map.md "$tests_tmp/map.md"
    sh "$tests_tmp/map.sh" "$tests_tmp/map.md"
}
says "a route with a lesson that is not there" 2 'routes\.txt: mine: there is no lesson 99$' route '00-99'
ok "one that jumps" route '00 02-03 13'
is "is shown so" "$(sed -n 's/^| `mine` | me | \([^|]*\) | .*/\1/p' "$tests_tmp/map.md" | sed 's/([^)]*)//g')" '[00], [02]–[03], [13]'

# The links by themselves, on a page and a glossary of the test's own.
printf '%s\n' '### bank' '### bank conflict' '### divergence, divergent' '### SM' '### CPU device' \
    '### device' '### race' >"$tests_tmp/glossary"
cat >"$tests_tmp/page" <<'END'
# Bank


A bank in the line of links.
`bank` and [a bank](x.md) and banker: one Bank Conflict, many banks, another bank conflict.
```
SM
```
| SM |
A divergent [SM](g.md#somewhere) on the SMs.
Another bank and one more bank conflict of a CPU device, of the CPU device, of a device.
   <!-- check: a device -->
A [link to the
race in banks](x.md) and the race.
END
LC_ALL=C ${AWK:-awk} -v to=g.md -f common/course/terms.awk "$tests_tmp/glossary" "$tests_tmp/page" >"$tests_tmp/linked"
cat >"$tests_tmp/expected" <<'END'
# Bank


A bank in the line of links.
`bank` and [a bank](x.md) and banker: one [Bank Conflict](g.md#bank-conflict), many [banks](g.md#bank), another bank conflict.
```
SM
```
| SM |
A [divergent](g.md#divergence-divergent) [SM](g.md#sm) on the SMs.
Another bank and one more bank conflict of a [CPU device](g.md#cpu-device), of the CPU device, of a [device](g.md#device).
   <!-- check: a device -->
A [link to the
race in banks](x.md) and the [race](g.md#race).
END
ok "words are linked once, and not in code, links or tables" diff "$tests_tmp/linked" "$tests_tmp/expected"
LC_ALL=C ${AWK:-awk} -v to=g.md -f common/course/terms.awk "$tests_tmp/glossary" "$tests_tmp/linked" >"$tests_tmp/again"
ok "and a second time the same" cmp "$tests_tmp/linked" "$tests_tmp/again"
if [ -e progress ]; then
    skip "the pages show what the starters print" "somebody is at work on the exercises"
else
    ok "the pages show what the starters print (else: make pages)" sh common/learn/pages.sh check
fi
done_testing
