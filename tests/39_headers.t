#!/bin/sh
# The headers in common/ that lessons and exercises are made of: each compiles alone, so that an editor
# shows no red in it, and none includes what is above it.
# Takes about 10 s of processor time.
. tests/lib.sh

: "${CXX:=g++}"
cuda=$(dirname "$(find common/cpu -name cuda_runtime.h)")

alone() # HEADER: as an editor sees it
{
    echo "#include \"$1\"" >"$tests_tmp/$(echo "$1" | tr / -).cpp"
    $CXX -std=c++17 -Wall -Wextra -Werror -fsyntax-only -Icommon -I"$cuda" "$tests_tmp/$(echo "$1" | tr / -).cpp"
}
# The kernels' launches in these need cpucc.
alone_with_cpucc() # HEADER
{
    echo "#include \"$1\"" >"$tests_tmp/alone.cu"
    # shellcheck disable=SC2046 # options
    common/cpu/cpucc --engine="$BUILD/cpu" -Icommon -c -fsyntax-only $(sh common/setup/libraries.sh cpu "$tests_tmp/alone.cu") "$tests_tmp/alone.cu"
}
if everything_of 'each header of harness/ and grading/ alone' common; then
    for folder in harness grading; do
        for header in common/$folder/*.h; do
            ok "$folder/${header##*/} alone" alone "$folder/${header##*/}"
        done
    done
fi
for header in common/*.h; do
    ok "${header##*/} alone" alone_with_cpucc "${header##*/}"
done

# tsort wants pairs of names, and fails where they make a circle.
includes() { grep -H '^#include "' common/*.h common/harness/*.h common/grading/*.h | sed 's|^common/\([^:]*\):#include "\([^"]*\)".*|\1 \2|'; }
includes >"$tests_tmp/arrows"
ok "arrows were found" test "$(wc -l <"$tests_tmp/arrows")" -gt 80
exits "no circle" 0 tsort "$tests_tmp/arrows"
is "harness/ includes nothing above it, and the inspector's counts in one header" \
   "$(grep '^harness/' "$tests_tmp/arrows" | grep -v ' harness/')" "harness/observed.h inspect_counts.h"
is "nor does it know of exercises" "$(grep -il 'exercise\|grading' common/harness/*.h)" ""
is "grading/ includes only harness/ and the inspector's counts" \
   "$(grep '^grading/' "$tests_tmp/arrows" | grep -v -e ' grading/' -e ' harness/' -e ' inspect_counts.h$')" ""
done_testing
