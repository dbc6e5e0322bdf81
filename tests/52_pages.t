#!/bin/sh
# What the lessons' pages get from elsewhere: the list of exercises, what the first one says while it is
# unsolved, and links to the glossary.
# Takes about 10 s of processor time.
. tests/lib.sh
ok "words are linked where they come first (else: make pages)" sh common/course/terms.sh check

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
