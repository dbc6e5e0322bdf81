# tests/run itself: whatever goes wrong in a script must show in the last line and the exit code.
. tests/lib.sh

mkdir -p "$tests_tmp/copy/tests" "$tests_tmp/bin"
cp tests/run "$tests_tmp/copy/tests"
cd "$tests_tmp/copy" || exit 1
unset TESTS JOBS TAPS
script() { cat >"tests/$1"; } # NAME, the script on standard input
verdict() { tail -n 1 "$tests_tmp/out"; }

# Once with prove, if there is one, once without
for tool in sh awk sed dirname basename mktemp rm tee cat grep date getconf tr printf wc; do
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
    export TESTS=99
    says "$way: a number that is not there is told" 2 'TESTS=99: no tests/99.*there are: 10_good.t' $way
    unset TESTS
    rm tests/20_device.t
    printf 'case $DEVICE$BUILD in cpubuild) echo "ok 1" ;; *) echo "not ok 1" ;; esac; echo 1..1\n' | script 10_good.t
    rm tests/11_skip.t
    unset DEVICE BUILD
    says "$way: DEVICE and BUILD have their defaults" 0 '^1 passed, 0 failed$' $way
    export DEVICE=gpu
    says "$way: or what they are" 1 '^0 passed, 1 failed$' $way
    unset DEVICE
    export N=5 MAKEFLAGS=n
    printf 'case "${N-}${MAKEFLAGS-}" in "") echo "ok 1" ;; *) echo "not ok 1" ;; esac; echo 1..1\n' | script 10_good.t
    says "$way: what was meant for this make does not reach those of the tests" 0 '^1 passed, 0 failed$' $way
    unset N MAKEFLAGS
done
done_testing
