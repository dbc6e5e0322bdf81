# tests/run itself: whatever goes wrong in a script must show in the last line and the exit code.
# Takes about 6 s of processor time.
. tests/lib.sh

mkdir -p "$tests_tmp/copy/tests" "$tests_tmp/bin"
cp tests/run tests/compiler-cache "$tests_tmp/copy/tests"
repository=$PWD
cd "$tests_tmp/copy" || exit 1
unset TESTS TEST_MINUTES TEST_ENDS JOBS TAPS PROGRAMS COMPILER_CACHE CACHED_COMPILERS
script() { cat >"tests/$1"; } # NAME, the script on standard input
verdict() { tail -n 1 "$tests_tmp/out"; }

# Once with prove, if there is one, once without
for tool in sh awk sed dirname basename mktemp rm tee cat grep date getconf tr printf wc sort; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool" 2>/dev/null
done
with_prove() { tests/run; }
without_prove() { env PATH="$tests_tmp/bin" sh tests/run; }
ways=without_prove
if command -v prove >/dev/null 2>&1; then
    ways='with_prove without_prove'
else
    skip 'with prove' 'prove is missing'
fi
for way in $ways; do
    rm -f tests/*.t
    says "$way: nothing to run is a failure" 1 '^0 passed, ' $way

    printf 'echo "ok 1 - a"; echo "ok 2 - b"; echo 1..2\n' | script 10_good.t
    says "$way: all pass" 0 '^2 passed, 0 failed$' $way
    printf 'echo 1..2; echo "ok 1 - a"; echo "ok 2 - b # SKIP no reason"\n' | script 11_skip.t
    says "$way: skipped ones are counted apart" 0 '^3 passed, 0 failed, 1 skipped$' $way
    is "$way: that is the last line" "$(verdict)" '3 passed, 0 failed, 1 skipped'

    printf 'echo "ok 1 - a"; echo "not ok 2 - bad thing"; echo "#   because"; echo 1..2\n' | script 12_bad.t
    says "$way: a failed test" 1 '^4 passed, 1 failed, 1 skipped$' $way
    says "$way: is named" 1 'tests/12_bad.t: not ok 2 - bad thing' $way
    says "$way: with its reason" 1 '^#   because' $way
    rm tests/12_bad.t

    printf 'echo "ok 1 - a"; exit 3\n' | script 12_dies.t
    says "$way: a script that dies" 1 '^4 passed, 1 failed' $way
    printf 'echo "ok 1 - a"; echo 1..1; exit 3\n' | script 12_dies.t
    says "$way: after its plan" 1 '^4 passed, 1 failed' $way
    says "$way: is named" 1 'tests/12_dies.t: the script broke off: 1 tests ran, plan 1, exit code 3' $way
    printf 'echo "ok 1 - a"; echo 1..3\n' | script 12_dies.t
    says "$way: a plan not kept" 1 '^4 passed, 1 failed' $way
    printf 'echo "ok 1 - a"\n' | script 12_dies.t
    says "$way: no plan" 1 '^4 passed, 1 failed' $way
    printf 'echo 1..0\n' | script 12_dies.t
    says "$way: a script with no tests" 1 '^3 passed, 1 failed' $way
    printf 'if\n' | script 12_dies.t
    says "$way: a script that is no script" 1 '^3 passed, 1 failed' $way
    rm tests/12_dies.t

    printf 'echo "ok 1 - $DEVICE $BUILD"; echo 1..1\n' | script 20_device.t
    export TESTS='20, 10'
    says "$way: TESTS chooses by number" 0 '^3 passed, 0 failed$' $way
    printf 'echo "ok 1 - b # SKIP no reason"; echo 1..1\n' | script 21_only.t
    export TESTS=21
    says "$way: only skipped ones are a failure, which says why" 1 '^skipped: b: no reason$' $way
    rm tests/21_only.t
    export TESTS=99
    says "$way: a number that is not there is told" 2 'TESTS=99: no tests/99.*there are: 10_good.t' $way
    unset TESTS
    rm tests/20_device.t
    printf 'echo "ok 1 - ten"; echo ten >>"$ORDER"; echo 1..1\n' | script 10_good.t
    printf '# Takes about 7 s of processor time.\necho "ok 1 - twenty"; echo twenty >>"$ORDER"; echo 1..1\n' | script 20_long.t
    export ORDER="$tests_tmp/order-$way" JOBS=1 TESTS=10,20
    says "$way: what takes long begins first" 0 '^2 passed, 0 failed$' $way
    is "$way: the others after it" "$(tr '\n' ' ' <"$ORDER")" 'twenty ten '
    says "$way: it says where the time went" 0 '^ +[0-9.]+ s of processor time(, [0-9]+ processes)?: tests/20_long\.t$' $way
    unset JOBS TESTS
    rm tests/20_long.t
    printf 'case $DEVICE$BUILD in cpubuild) echo "ok 1" ;; *) echo "not ok 1" ;; esac; echo 1..1\n' | script 10_good.t
    rm tests/11_skip.t
    unset DEVICE BUILD
    says "$way: DEVICE and BUILD have their defaults" 0 '^1 passed, 0 failed$' $way
    export DEVICE=gpu
    says "$way: or what they are; but no script is for a GPU" 1 '^nothing to run' $way
    printf '# On a GPU, too.\necho "ok 1 - $DEVICE"; echo 1..1\n' | script 11_gpu.t
    says "$way: and one that is runs alone" 0 '^1 passed, 0 failed$' $way
    rm tests/11_gpu.t
    unset DEVICE
    export N=5 MAKEFLAGS=n
    printf 'case "${N-}${MAKEFLAGS-}" in "") echo "ok 1" ;; *) echo "not ok 1" ;; esac; echo 1..1\n' | script 10_good.t
    says "$way: what was meant for this make does not reach those of the tests" 0 '^1 passed, 0 failed$' $way
    unset N MAKEFLAGS
    printf 'case $TEST_ALL in yes) echo "ok 1" ;; *) echo "not ok 1" ;; esac; echo 1..1\n' | script 10_good.t
    says "$way: all of each script is not the rule" 1 '^0 passed, 1 failed$' $way
    export ALL=1
    says "$way: but may be asked for" 0 '^1 passed, 0 failed$' $way
    export ALL=perhaps
    says "$way: yes or no" 2 '^ALL=perhaps: must be yes or no' $way
    unset ALL
    rm tests/10_good.t
    printf 'echo "ok 1 - a"; sleep 60; echo "not ok 2 - b"; echo 1..2\n' | script 10_slow.t
    export TEST_MINUTES=0
    says "$way: what is not done in time is skipped" 1 '^skipped: the rest: TEST_MINUTES are over$' $way
    export TEST_MINUTES=1.5
    says "$way: whole minutes" 2 '^TEST_MINUTES=1\.5: must be a whole number' $way
    unset TEST_MINUTES
done
mkdir "$tests_tmp/taps"
is 'a script that is ended keeps its results, and a plan' "$(TAPS=$tests_tmp/taps TEST_ENDS=$(($(date +%s) + 9)) sh tests/run --one tests/10_slow.t; echo $?)" \
    "$(printf '%s\n' 'ok 1 - a' 'ok 2 - the rest # SKIP TEST_MINUTES are over' 1..2 0)"
rm tests/10_slow.t

# tests/compiler-cache, with a compiler that notes what it compiles: its object is the preprocessed text.
mkdir "$tests_tmp/real" "$tests_tmp/cached" "$tests_tmp/objects"
cat >"$tests_tmp/real/g++" <<'END'
#!/bin/sh
out=/dev/stdout
for word; do
    case $word in -E) only_text=yes ;; *.cpp) source=$word ;; esac
    [ "${before-}" != -o ] || out=$word
    before=$word
done
[ "${only_text-}" ] || echo "$source" >>"$COMPILED"
[ "$source" != wrong.cpp ] || { echo 'wrong.cpp:1: error' >&2; exit 1; }
[ "$source" != doubtful.cpp ] || echo 'doubtful.cpp:1: warning' >&2
cat "$source" header.h >"$out"
END
chmod +x "$tests_tmp/real/g++"
ln -s "$tests_tmp/copy/tests/compiler-cache" "$tests_tmp/cached/g++"
export COMPILED="$tests_tmp/compiled" COMPILER_CACHE="$tests_tmp/objects" CACHED_COMPILERS="$tests_tmp/real:$PATH"
for source in a wrong doubtful; do echo "$source" >$source.cpp; done
echo one >header.h
: >"$COMPILED"
compile_with() { rm -f a.o; "$tests_tmp/cached/g++" "$@"; }
compiled() { is "$1" "$(wc -l <"$COMPILED" | tr -d ' ')" "$2"; }
if command -v sha256sum >/dev/null 2>&1; then
    ok 'a source is compiled' compile_with -O2 -c a.cpp -o a.o
    ok 'and once more' compile_with -O2 -I. -c a.cpp -o a.o
    compiled 'which compiles nothing' 1
    is 'and gives the same' "$(cat a.o)" "$(printf 'a\none')"
    ok 'where warnings are errors, too' compile_with -O2 -Werror -c a.cpp -o a.o
    compiled 'as what is kept has none' 1
    # CC and CXX, too, whatever they are called.
    mkdir "$tests_tmp/odd names"
    cp "$tests_tmp/real/g++" "$tests_tmp/odd names/my-compiler"
    echo 'echo "ok 1 - $(command -v "${CXX%% *}"), $CXX"; echo 1..1; cp "$(command -v "${CXX%% *}")" called' | script 10_which.t
    for CXX in 'my-compiler -O1' my-compiler; do
        ok "CXX=$CXX" env PATH="$tests_tmp/odd names:$PATH" CXX="$CXX" sh tests/run
        ok 'is found in what is kept, too' cmp called tests/compiler-cache
    done
    ln -s "$tests_tmp/odd names" "$tests_tmp/odd" # a path with a blank is no command
    ok 'with a path' env PATH="$tests_tmp/odd:$PATH" CXX="$tests_tmp/odd/my-compiler -O1" sh tests/run
    ok 'the same' cmp called tests/compiler-cache
    ok 'but not where PATH has another' env CXX="$tests_tmp/odd/my-compiler -O1" sh tests/run
    ok 'that is called itself' cmp called "$tests_tmp/real/g++"
    rm tests/10_which.t called
    ok 'with another option' compile_with -O3 -c a.cpp -o a.o
    compiled 'it is compiled' 2
    echo two >header.h
    ok 'with another header' compile_with -O2 -c a.cpp -o a.o
    compiled 'too' 3
    is 'and has it' "$(cat a.o)" "$(printf 'a\ntwo')"
    for time in first second; do
        says "a warning is said, the $time time" 0 '^doubtful.cpp:1: warning' compile_with -c doubtful.cpp -o a.o
        says "an error, the $time time" 1 '^wrong.cpp:1: error' compile_with -c wrong.cpp -o a.o
    done
    : >"$COMPILED"
    for time in first second; do ok "a program, the $time time" compile_with a.cpp -lm -o program; done
    compiled 'is compiled once' 1
    ok 'with another library' compile_with a.cpp -lz -o program
    compiled 'again' 2
    ok 'what is linked with an object' compile_with a.cpp b.o -o program
    ok 'is left' compile_with a.cpp b.o -o program
    compiled 'to the compiler' 4
    # Names that sed would take for something else
    mkdir 'odd|&folder' && cd 'odd|&folder' || exit
    for source in one two; do
        echo $source >a.cpp && cp a.cpp header.h
        ok "in a folder of an odd name: $source" compile_with -c a.cpp -o a.o
        is "is not taken for another" "$(head -n 1 a.o)" $source
    done
    cd .. && rm -r 'odd|&folder'
    is 'no other file is left' "$(ls | tr '\n' ' ')" 'a.cpp build doubtful.cpp header.h program tests wrong.cpp '
else
    skip 'what is compiled twice' 'no sha256sum'
fi

# A script in lanes
cp "$repository/tests/lib.sh" tests
script 30_lanes.t <<'END'
. tests/lib.sh
if has_lanes; then in_lanes good bad dies silent; pass after; done_testing; exit; fi
case $1 in good) pass a; pass b ;; bad) fail 'bad thing' ;; dies) pass c; exit 3 ;; esac
done_testing
END
TEST_LANES=3 sh tests/30_lanes.t >lanes.tap
is 'lanes: every result, in order, under new numbers' "$(cat lanes.tap)" "ok 1 - a
ok 2 - b
not ok 3 - bad thing
ok 4 - c
not ok 5 - dies: the script ended with 3, 1 results of 0
not ok 6 - silent: the script ended with 0, 0 results of 0
ok 7 - after
1..7"
is 'one lane is none' "$(TEST_LANES=1 sh tests/30_lanes.t good | tail -n 1)" 1..2
done_testing
