#!/bin/sh
# version.sh: the edition of the course, as CITATION.cff says it: 1.0.0. Exit code 2 where it does not.
# version.sh --commit: as the column git of results has it: 1.0.0-c2579a8, the edition and what git says of the
# commit, as much of it as is known, or "unknown". If the course lies in somebody else's repository, that one's commits
# say nothing about it: a file of ours must have its own place in the repository, seen from the top.

export LC_ALL=C
version=$(sed -n 's/^version: *"\{0,1\}\([0-9][0-9A-Za-z.+-]*\)"\{0,1\} *$/\1/p' CITATION.cff 2>/dev/null | tr -d '\r' | sed 1q)
if [ "${1-}" = --commit ]; then
    commit=
    [ "$(git ls-files --full-name common/harness/git.h 2>&1)" != common/harness/git.h ] ||
        commit=$(git describe --always --dirty 2>/dev/null)
    version=$version${version:+${commit:+-}}$commit
    echo "${version:-unknown}"
    exit
fi
[ "$version" ] || { echo "CITATION.cff: has no line version: 1.0.0, so nobody knows which edition this is; get the file again" >&2; exit 2; }
echo "$version"
