#!/bin/sh
# The lessons' pages list their exercises, and show what the first of them says while it is unsolved: that
# is what the starters print.
# Takes about 30 s of processor time.
. tests/lib.sh
if [ -e progress ]; then
    skip "the pages show what the starters print" "somebody is at work on the exercises"
else
    ok "the pages show what the starters print (else: make pages)" sh common/learn/pages.sh check
fi
done_testing
