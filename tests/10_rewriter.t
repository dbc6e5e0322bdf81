#!/bin/sh
# The rewriter: tests/cpu/rewriter/NAME.cu must become NAME.expected, whichever compiler has made the rewriter.
# After a wanted change: for each, common/cpu/cpucc --rewrite NAME.cu >NAME.expected, and read it.
# Takes about 6 s of processor time.
. tests/lib.sh

cases=tests/cpu/rewriter
sources=common/cpu/rewrite
warnings='-Wall -Wextra -Wpedantic -Werror'
(cd $sources && printf '#include "%s"\n' *.c) >"$tests_tmp/all.c"
found=0
for compiler in gcc clang g++ clang++; do
    if ! command -v $compiler >/dev/null; then
        skip "$compiler" 'not here'
        continue
    fi
    found=$((found + 1))
    language=c
    case $compiler in *++) language=c++ ;; esac
    # shellcheck disable=SC2086 # options
    ok "$compiler: without a warning" $compiler -x $language $warnings -I$sources "$tests_tmp/all.c" -o "$tests_tmp/$compiler"
    for source in "$cases"/*.cu; do
        name=$(basename "$source" .cu)
        "$tests_tmp/$compiler" --print "$source" >"$tests_tmp/$name" 2>"$tests_tmp/errors"
        echo "exit code $?" >>"$tests_tmp/errors"
        ok "$compiler: $name" diff "$cases/$name.expected" "$tests_tmp/$name"
        is "$compiler: $name: no complaints" "$(cat "$tests_tmp/errors")" 'exit code 0'
    done
done
ok 'there is a compiler' test "$found" -gt 0
alone() { for source in $sources/*.c; do ${CC:-cc} $warnings -fsyntax-only "$source" || return; done; }
ok 'each file compiles alone' alone
rewritten() { common/cpu/cpucc --engine="$BUILD/cpu" --rewrite "$1"; }

for source in "$cases"/*.cu; do
    is "$(basename "$source"): as many lines, and one before" \
        "$(rewritten "$source" | wc -l | tr -d ' ')" \
        "$(($(awk 'END { print NR }' "$source") + 1))"
done
is 'an empty file' "$(: >"$tests_tmp/e.cu"; rewritten "$tests_tmp/e.cu")" \
    "#line 1 \"$tests_tmp/e.cu\""

# All files of a program: each as if it were rewritten alone, but for the headers that it includes.
without_includes() { grep -v '^[ \t]*#[ \t]*include' "$1"; }
rewriter=$BUILD/cpu/rewriter
mkdir "$tests_tmp/tree"
ok "an exercise" "$rewriter" --program "$(echo solutions/05_*.cu)" "$tests_tmp/tree" -Icommon
different=''
while IFS="$(printf '\t')" read -r original place; do
    "$rewriter" --print "$original" >"$tests_tmp/alone"
    [ "$(without_includes "$tests_tmp/alone")" = "$(without_includes "$place")" ] || different="$different $original"
done <"$tests_tmp/tree/all"
is "an exercise's headers" "$different" ''
ok "they are many" test "$(wc -l <"$tests_tmp/tree/all")" -gt 40
mkdir "$tests_tmp/odd" "$tests_tmp/odd-tree"
echo '__global__ void k() { __shared__ int a; a = 1; }' >"$tests_tmp/odd/kernels.h"
printf '#include "kernels.h"\r\nint crlf = 1;\r\n' >"$tests_tmp/odd/crlf.h"
printf '#include "kernels.h"\nconst char *text = R"(\n#include "kernels.h"\n)";\n' >"$tests_tmp/odd/raw.h"
printf '#include \\\n"kernels.h"\n' >"$tests_tmp/odd/apart.h"
printf '#include "kernels.h"\ninline void f() { k<\n<<1, 1>>>(); }\n' >"$tests_tmp/odd/spread.h"
printf '#include "%s.h"\n' crlf raw spread apart >"$tests_tmp/odd/main.cu"
ok 'odd headers' "$rewriter" --program "$tests_tmp/odd/main.cu" "$tests_tmp/odd-tree"
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

wrong 'a launch without an end' '3:6: error: this <<< has no >>>' <<'END'
void f()
{
    k<<<1, 2>>(p);
}
END
wrong 'a launch that its bracket ends' '1:11: error: this <<< has no >>>' <<'END'
int x = (k<<<1, 2), 3;
END
wrong 'two arrays in one declaration' '2:30: error: extern __shared__: declare one array at a time' <<'END'
__global__ void k() {
    extern __shared__ int a[], b[];
}
END
is 'with a caret below it' "$(tail -n 1 "$tests_tmp/out")" '      |                              ^'

# Long files take no long time: 20,000 lines, 4,000 launches.
awk 'BEGIN {
    for (i = 0; i < 4000; i++)
        print "// a comment\nvoid f" i "()\n{\n    k<<<1, 2>>>(p);\n}"
}' >"$tests_tmp/long.cu"
ok 'a long file, in ten seconds of processor time' sh -c 'ulimit -t 10 && exec "$@"' sh "$rewriter" --print "$tests_tmp/long.cu"

# cpucc builds the rewriter beside the engine.
mkdir -p "$tests_tmp/copy/common" && cp -r common/cpu "$tests_tmp/copy/common"
cpu=$tests_tmp/copy/common/cpu
echo 'int main() { return 0; }' >"$tests_tmp/one.cu"
built=$tests_tmp/built
build() { "$cpu/cpucc" --engine="$built" "$@"; }
touch "$tests_tmp/before"
(build; echo $? >"$tests_tmp/first") &
build
second=$?
wait
is 'two builds at the same time' "$(cat "$tests_tmp/first") $second $(cd "$built" && echo *)" '0 0 engine.a rewriter'
is 'they leave nothing among the sources' "$(find "$cpu" -newer "$tests_tmp/before")" ''
ok 'it is built once' env CC=false "$cpu/cpucc" --engine="$built"
ls -i "$built/rewriter" >"$tests_tmp/old"
touch -t 209901010000 "$cpu/rewrite/text.h"
build
is 'and again when a source is newer' "$(ls -i "$built/rewriter" | cmp -s - "$tests_tmp/old" || echo built)" built
echo 'not C' >"$cpu/rewrite/text.h"
says 'a rewriter that does not compile' 2 'cpucc: .* cannot compile the rewriter in cpu/rewrite: .*text\.h:1:.* error' build "$tests_tmp/one.cu" -o "$tests_tmp/x"
is 'in one line' "$(wc -l <"$tests_tmp/out" | tr -d ' ')" 1
done_testing
