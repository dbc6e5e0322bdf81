#!/bin/sh
# now-false.sh [PAGE...]: after a new recording, the sentences of pages that the recorded results no longer bear out. These
# are the checks that look something up there; tests/53_answers.t has the others. It changes nothing: a person decides what
# a sentence should say. Exit code 1 if there are any.
export LC_ALL=C
[ $# -gt 0 ] || set -- docs/lessons/*.md docs/*.md
said=$(ONLY=recorded sh tests/53_answers.t "$@" | sed -n '/^not ok/,/^ok/{/^ok/!p;}')
[ "$said" ] || { echo "texts: the recorded results bear out what the pages say"; exit 0; }
echo "texts: these sentences no longer hold:"
printf '%s\n' "$said" | sed 's/^not ok [0-9]* - //; s/^#   /    /'
exit 1
