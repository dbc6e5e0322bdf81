#!/bin/sh
# `make go` where gnuplot is missing and cannot be installed: the ladder is printed as text.
# Takes about 15 s of processor time.
. tests/lib.sh

mkdir "$tests_tmp/bin"
for folder in $(printf '%s' "$PATH" | tr ':' ' '); do
    for tool in "$folder"/*; do
        case ${tool##*/} in gnuplot*|apt-get|dnf|pacman|brew|sudo|nvidia-smi) continue ;; esac
        [ -e "$tests_tmp/bin/${tool##*/}" ] || ln -s "$tool" "$tests_tmp/bin/" 2>/dev/null
    done
done
printf '#!/bin/sh\nexit 100\n' >"$tests_tmp/bin/apt-get"
chmod +x "$tests_tmp/bin/apt-get"

go() { env PATH="$tests_tmp/bin" DEVICE=cpu BUILD="$tests_tmp/build" N=1000 "$MAKE" go; }
ok "make go without gnuplot" go
cp "$tests_tmp/out" "$tests_tmp/went"
out=$tests_tmp/went
ok "says what is missing" grep -q 'still missing: gnuplot' "$out"
ok "and that it goes on" grep -q 'going on without it' "$out"
is "runs all lessons" "$(grep -c '^\[[0-9]*/[0-9]*\] lesson' "$out")" "$(ls lessons/*.cu | wc -l | tr -d ' ')"
ok "prints the ladder" grep -q '^reduce2 .*|##*' "$out"
ok "says where the results are" grep -q "results   $tests_tmp/build/results/" "$out"
is "and does not speak of pictures" "$(grep -c 'pictures  ' "$out")" 0
done_testing
