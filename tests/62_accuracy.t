#!/bin/sh
# make accuracy: how far off sums are. What is recorded is what comes out today, to the last digit; and its picture.
. tests/lib.sh

mkdir -p "$tests_tmp/build/cpu"
records=
if everything_of 'errors as recorded' lessons common plots; then records=$(echo plots/recorded/accuracy[0-9][0-9].csv); fi
for recorded in $records; do
    number=${recorded##*/accuracy}
    number=${number%.csv}
    ok "lesson$number compiles" "$MAKE" -s DEVICE=cpu "$BUILD/cpu/lesson$number"
    rm -rf "$tests_tmp/build"
    mkdir -p "$tests_tmp/build/cpu"
    cp "$BUILD/cpu/lesson$number" "$tests_tmp/build/cpu"
    ok "the errors of lesson $number" env DEVICE=cpu N=2^12 sh -c 'BUILD=$1 sh plots/accuracy.sh "$2"' - "$tests_tmp/build" "lesson$number"
    new=$tests_tmp/build/results/accuracy$number.csv
    awk -F, 'FNR == 1 || $6 == 4096' "$recorded" | LC_ALL=C sort >"$tests_tmp/old"
    LC_ALL=C sort "$new" | diff "$tests_tmp/old" - >"$tests_tmp/why" && pass "as recorded ($(($(wc -l <"$new") - 1)) rows)" ||
        fail "as recorded" "$tests_tmp/why"
    if command -v gnuplot >/dev/null 2>&1; then
        picture=$tests_tmp/build/plots/accuracy$number.svg
        for kernel in $(cut -d, -f2 "$new" | sed 1d | sort -u); do
            ok "the picture has $kernel" grep -q ">$kernel<" "$picture"
        done
    fi
done
export DEVICE=cpu
says 'no lesson' 2 'of which lesson\? make accuracy LESSONS=NN' sh plots/accuracy.sh
says 'a lesson without --errors' 2 '^make: \*\*\*|accuracy: lesson05 has no --errors' "$MAKE" -s accuracy LESSONS=05
printf '#!/bin/sh\ncase $1 in --help) echo "--grid --errors" ;; *) echo made to fail >&2; exit 3 ;; esac\n' >"$tests_tmp/build/cpu/lesson99"
chmod +x "$tests_tmp/build/cpu/lesson99"
says 'a run that fails' 2 'lesson99 ended with exit code 3; nothing was written' env BUILD="$tests_tmp/build" sh plots/accuracy.sh lesson99
is 'nothing is written' "$(find "$tests_tmp/build" -name '*99.csv' | wc -l | tr -d ' ')" 0
done_testing
