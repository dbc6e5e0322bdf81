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
