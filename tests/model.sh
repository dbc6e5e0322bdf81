#!/bin/sh
# model.sh lesson=NN NAME=VALUE...: the memory requests of the lesson's kernels; see model.awk.
export LC_ALL=C
number=
for given; do
    case $given in lesson=*) number=${given#lesson=} ;; esac
done
own=$(echo tests/model/"$number"_*.awk)
[ -r "$own" ] || { echo "model: lesson=$number: there is no tests/model/${number}_*.awk" >&2; exit 2; }
# shellcheck disable=SC2046 # names and values without spaces
LC_ALL=C exec awk $(printf ' -v %s' "$@") -f tests/model.awk $(printf ' -f %s' tests/model/[!0-9]*.awk) -f "$own"
