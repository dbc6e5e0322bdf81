#!/bin/sh
# The rewriter: tests/cpu/rewriter/NAME.cu must become NAME.expected, with every awk that is here.
# After a wanted change: for each, common/cpu/cpucc --rewrite NAME.cu >NAME.expected, and read it.
. tests/lib.sh

cases=tests/cpu/rewriter
found=0
for awk in mawk gawk original-awk "busybox awk" awk; do
    if ! command -v ${awk%% *} >/dev/null; then
        skip "$awk" 'not here'
        continue
    fi
    found=$((found + 1))
    for source in "$cases"/*.cu; do
        name=$(basename "$source" .cu)
        LC_ALL=C $awk -v file="$source" -f common/cpu/rewrite/rewrite.awk -f common/cpu/rewrite/ptx.awk <"$source" \
            >"$tests_tmp/$name" 2>"$tests_tmp/errors"
        echo "exit code $?" >>"$tests_tmp/errors"
        ok "$awk: $name" diff "$cases/$name.expected" "$tests_tmp/$name"
        is "$awk: $name: no complaints" "$(cat "$tests_tmp/errors")" 'exit code 0'
    done
done
ok 'there is an awk' test "$found" -gt 0
for source in "$cases"/*.cu; do
    is "$(basename "$source"): as many lines, and one before" \
        "$(common/cpu/cpucc --rewrite "$source" | wc -l | tr -d ' ')" \
        "$(($(awk 'END { print NR }' "$source") + 1))"
done
is 'an empty file' "$(: >"$tests_tmp/e.cu"; common/cpu/cpucc --rewrite "$tests_tmp/e.cu")" \
    "#line 1 \"$tests_tmp/e.cu\""

# All files of a program by one awk. A header without any of these forms is only given other headers to include: the
# rest is as if it were rewritten alone.
without_includes() { grep -v '^[ \t]*#[ \t]*include' "$1"; }
for awk in mawk gawk original-awk "busybox awk" awk; do
    command -v ${awk%% *} >/dev/null || continue
    tree=$tests_tmp/tree-${awk%% *}
    mkdir "$tree"
    AWK=$awk sh common/cpu/rewrite/rewrite-headers "$(echo solutions/05_*.cu)" "$tree" -Icommon
    different=''
    while IFS="$(printf '\t')" read -r original place; do
        LC_ALL=C $awk -v file="$original" -f common/cpu/rewrite/rewrite.awk -f common/cpu/rewrite/ptx.awk <"$original" \
            >"$tests_tmp/alone"
        [ "$(without_includes "$tests_tmp/alone")" = "$(without_includes "$place")" ] || different="$different $original"
    done <"$tree/all"
    is "$awk: an exercise's headers" "$different" ''
    ok "$awk: they are many" test "$(wc -l <"$tree/all")" -gt 40
done
mkdir "$tests_tmp/odd" "$tests_tmp/odd-tree"
echo '__global__ void k() { __shared__ int a; a = 1; }' >"$tests_tmp/odd/kernels.h"
printf '#include "kernels.h"\r\nint crlf = 1;\r\n' >"$tests_tmp/odd/crlf.h"
printf '#include "kernels.h"\nconst char *text = R"(\n#include "kernels.h"\n)";\n' >"$tests_tmp/odd/raw.h"
printf '#include \\\n"kernels.h"\n' >"$tests_tmp/odd/apart.h"
printf '#include "kernels.h"\ninline void f() { k<\n<<1, 1>>>(); }\n' >"$tests_tmp/odd/spread.h"
printf '#include "%s.h"\n' crlf raw spread apart >"$tests_tmp/odd/main.cu"
ok 'odd headers' sh common/cpu/rewrite/rewrite-headers "$tests_tmp/odd/main.cu" "$tests_tmp/odd-tree"
odd() { cat "$tests_tmp"/odd-tree/headers/*/"$1.h"; }
is 'no carriage return is left' "$(odd crlf | tr -dc '\r' | wc -c | tr -d ' ')" 0
is 'what stands in a string stays, what is included does not' "$(odd raw | grep -c '^#include "kernels.h"$')" 1
is 'a launch that begins on two lines' "$(odd spread | grep -c cuda_cpu_configure)" 1
is 'as many lines as before, and one' "$(odd spread | wc -l | tr -d ' ')" 4

# Each of these ends the compilation, with the line.
wrong() # NAME REGEX: standard input is the source
{
    cat >"$tests_tmp/wrong.cu"
    says "$1" 1 "wrong\.cu:$2" common/cpu/cpucc "$tests_tmp/wrong.cu" -o "$tests_tmp/x"
}

wrong 'a launch without an end' '3: error: this <<< has no >>>' <<'END'
void f()
{
    k<<<1, 2>>(p);
}
END
wrong 'a launch that its bracket ends' '1: error: this <<< has no >>>' <<'END'
int x = (k<<<1, 2), 3;
END
wrong 'two arrays in one declaration' '2: error: extern __shared__: declare one array at a time' <<'END'
__global__ void k() {
    extern __shared__ int a[], b[];
}
END

# Long files take no long time: 20,000 lines, 4,000 launches.
awk 'BEGIN {
    for (i = 0; i < 4000; i++)
        print "// a comment\nvoid f" i "()\n{\n    k<<<1, 2>>>(p);\n}"
}' >"$tests_tmp/long.cu"
ok 'a long file, in a minute of processor time' sh -c 'ulimit -t 60 && exec common/cpu/cpucc --rewrite "$1"' \
    sh "$tests_tmp/long.cu"
done_testing
