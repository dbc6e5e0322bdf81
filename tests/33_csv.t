#!/bin/sh
# On a GPU, too.
# The CSV rows that lessons append: columns, values, and files that must not be damaged.
. tests/lib.sh

# One kernel of lesson 05: on a GPU the lesson has a row of CUB, too.
lesson=$tests_tmp/lesson05
printf '#!/bin/sh\nexec "%s" --kernel reduce5 "$@"\n' "$(pwd)/$BUILD/$DEVICE/lesson05" >"$lesson"
chmod +x "$lesson"
header=lesson,kernel,device,backend,cc,type,n,batch,block,grid,bytes,samples,median_ms,min_ms,spread_pct,gbps,peak_gbps,pct_peak,check,toolkit,git,part,default_shape,clock_mhz,driver,card,repeats,registers,rounds,error_pct,call_ms,kind
csv=$tests_tmp/a.csv

says "rows are announced" 0 "2 rows appended to $csv" "$lesson" -n 1000 -b 64,128 -s 4 --csv "$csv"
is "the header" "$(head -n 1 "$csv")" "$header"
ok "a second run appends" "$lesson" -n 2^12 -s 4 --csv "$csv"
is "one header, three rows" "$(grep -c ^lesson, "$csv") $(wc -l <"$csv" | tr -d ' ')" "1 4"
is "32 columns in each row" "$(awk -F, '{print NF}' "$csv" | sort -u)" 32
is "what was run" "$(cut -d, -f1,2,4,6-12,19 "$csv" | tail -n +2 | tr '\n' ' ')" \
   "lesson05,reduce5,$DEVICE,int,1000,1,64,8,4004,4,ok lesson05,reduce5,$DEVICE,int,1000,1,128,4,4004,4,ok lesson05,reduce5,$DEVICE,int,4096,1,256,8,16388,4,ok "
ok "GB/s is bytes over median, and min <= median" awk -F, 'NR > 1 {
    gbps = $11 / $13 / 1e6; if ($14 > $13 || $13 <= 0 || gbps / $16 < 0.99 || gbps / $16 > 1.01) bad = 1
    } END { exit bad || NR != 4 }' "$csv"
ok "the share of the peak follows, or both are unknown" awk -F, 'NR > 1 {
    if ($17 == "unknown" ? $18 != "unknown" : ($16 / $17 * 100 - $18) ^ 2 > 0.01) bad = 1
    } END { exit bad }' "$csv"
is "the commit is the course's, wherever the program runs" \
   "$(cd "$tests_tmp" && git init -q other && cd other &&
      "$lesson" -n 9 -s 1 --csv "$tests_tmp/other-git.csv" >/dev/null; tail -n 1 "$tests_tmp/other-git.csv" | cut -d, -f21)" unknown
is "the commit can be given" \
   "$(LESSON_GIT=v1.2 "$lesson" -n 9 -s 1 --csv "$tests_tmp/git.csv" >/dev/null; tail -n 1 "$tests_tmp/git.csv" | cut -d, -f21)" v1.2

conditions() # FILE: the columns from clock_mhz on, of its last row
{
    tail -n 1 "$1" | cut -d, -f24-32
}
"$lesson" -n 1000 -s 7 --csv "$tests_tmp/conditions.csv" >/dev/null
if [ "$DEVICE" = cpu ]; then
    says "seven samples make two rounds, which give an error; no clock, no card, no call" 0 \
         '^unknown,13\.0,unknown,1,unknown,2,[0-9]+\.[0-9]{3},unknown,kernel$' conditions "$tests_tmp/conditions.csv"
else
    says "clock, driver, card, repeats, registers, rounds, error and call are known" 0 \
         '^[0-9]{3,4},[0-9]+\.[0-9],[0-9a-f]{8},32,[0-9]+,2,[0-9.]+,[0-9.]+,kernel$' conditions "$tests_tmp/conditions.csv"
fi
"$lesson" -n 1000 -s 5 --csv "$tests_tmp/conditions.csv" >/dev/null
is "one round gives none" "$(conditions "$tests_tmp/conditions.csv" | cut -d, -f6,7)" "1,unknown"

default_shape() # PROGRAM ARGUMENT...: part and default_shape of each row
{
    rm -f "$tests_tmp/shape.csv"
    "$@" -s 1 -w 0 --csv "$tests_tmp/shape.csv" >/dev/null
    tail -n +2 "$tests_tmp/shape.csv" | cut -d, -f22,23 | tr '\n' ' '
}
is "the lesson's part, and that this is its own shape" "$(default_shape "$lesson")" "I,yes "
is "that it is not" "$(default_shape "$lesson" -n 1000)" "I,no "
if [ "$DEVICE" = cpu ]; then own=2^20; else own=2^29; fi
is "asked for, but the same that the device takes anyway" "$(default_shape "$lesson" -n 1000,$own)" "I,no I,yes "
is "another block is no other shape" "$(default_shape "$lesson" -b 64)" "I,yes "
if [ "$DEVICE" = cpu ]; then
    is "reduced to what fits, nobody asked" "$(CUDA_CPU_MEMORY=3500000 default_shape "$lesson")" "I,yes "
fi
is "rows: the shape is both numbers" \
   "$(default_shape "$BUILD/$DEVICE/lesson14" --kernel batched_reduce_sum_by_shape -n 2^14 --batch 2048,128)" "III,no III,no "

ok "tests/planted.cu compiles" compile_linked tests/planted.cu "$tests_tmp/planted"
says "a wrong result is in the CSV as wrong, without times" 1 appended \
     "$tests_tmp/planted" --kernel dropped -n 1000 --csv "$tests_tmp/wrong.csv"
is "its row" "$(cut -d, -f13-16,18-19 "$tests_tmp/wrong.csv" | tail -n 1)" \
   "unknown,unknown,unknown,unknown,unknown,wrong"
is "a program without a part has none" "$(cut -d, -f22,23 "$tests_tmp/wrong.csv" | tail -n 1)" ",no"

refused() # NAME FILE REGEX
{
    before=$(cksum "$2" 2>/dev/null)
    says "$1" 2 "^lesson05: --csv .*$3" "$lesson" -n 1000 --csv "$2"
    is "$1: nothing changed" "$(cksum "$2" 2>/dev/null)" "$before"
}
echo "name,age" >"$tests_tmp/other.csv"
refused "a file of something else" "$tests_tmp/other.csv" 'choose another file'
echo "${header%,call_ms,kind}" >"$tests_tmp/older.csv"
refused "a header of an older version" "$tests_tmp/older.csv" \
        'rows are of an older version, without the columns call_ms,kind; choose another file, or move this one$'
echo "$header,extra" >"$tests_tmp/longer.csv"
refused "a header with more columns" "$tests_tmp/longer.csv" 'choose another file'
{ cat "$csv"; tail -n 1 "$csv" | cut -c 1-40; tail -n 1 "$csv"; } >"$tests_tmp/half.csv"
refused "a row that was cut off" "$tests_tmp/half.csv" \
        'line 5 has [0-9]+ fields where the header has 32, so it was cut off; delete this line, or choose another file$'
sed -i.old 5d "$tests_tmp/half.csv"
ok "and that is the way out" "$lesson" -n 1000 -s 1 --csv "$tests_tmp/half.csv"
refused "a folder that does not exist" "$tests_tmp/no/such/a.csv" 'No such file'
refused "a folder in place of a file" "$tests_tmp" 'cannot be written|directory'
says "no name" 2 '^lesson05: --csv: the name of a file is missing, as in --csv results.csv$' "$lesson" -n 1000 --csv ''
says "no name behind =" 2 '^lesson05: --csv: the name of a file is missing' "$lesson" -n 1000 --csv=
ln -s /nowhere/a.csv "$tests_tmp/dangling.csv"
refused "a link to what cannot be there" "$tests_tmp/dangling.csv" 'cannot be written \(No such file'
ln -s "$tests_tmp/dangling.csv" "$tests_tmp/twice.csv"
refused "a link to that link" "$tests_tmp/twice.csv" 'cannot be written \(No such file'
ln -s circle.csv "$tests_tmp/circle.csv"
refused "a link to itself" "$tests_tmp/circle.csv" 'cannot be written \(Too many levels'
ln -s . "$tests_tmp/folder.csv"
refused "a link to a folder" "$tests_tmp/folder.csv" 'cannot be written \(it is a folder\)'
refused "a folder that is not there yet" "$tests_tmp/new/" 'cannot be written \(.*folder|cannot be written \(Is a dir'
refused "a file as a folder" "$csv/a.csv" 'cannot be written \(Not a directory'
refused "a name that is too long" "$tests_tmp/$(printf '%0300d' 0).csv" 'cannot be written \(File name too long'
refused "a path that is too long" "$tests_tmp/$(printf '%04200d' 0 | sed 's|00000000|0000000/|g')" 'cannot be written \(File name too long'
if grep -q 'warm\|reduce5' "$tests_tmp/out"; then fail "before it measures"; else pass "before it measures"; fi
before=$(cksum "$csv")
run_quietly "$lesson" -n abc --csv "$csv"
is "a usage error leaves the file alone" "$(cksum "$csv")" "$before"
run_quietly "$lesson" -n 2^60 --csv "$tests_tmp/none.csv"
is "a run that never starts leaves no file" "$(ls "$tests_tmp/none.csv" 2>/dev/null)" ""
if [ -w /dev/full ]; then
    says "a full disk is an error" 2 '--csv /dev/full: No space left' \
         "$lesson" -n 1000 -s 1 --csv /dev/full
else
    skip "a full disk is an error" "no /dev/full"
fi

printf '%s' "$(cat "$csv")" >"$tests_tmp/cut.csv" # lacks its last newline
ok "a file without a last newline" "$lesson" -n 1000 -s 1 --csv "$tests_tmp/cut.csv"
is "gets its row on a line of its own" "$(wc -l <"$tests_tmp/cut.csv" | tr -d ' ')" 5

rounds=0
for round in 1 2 3 4 5 6 7 8 9 10; do
    rm -f "$tests_tmp/both.csv"
    for i in 1 2 3 4 5 6; do "$lesson" -n 1000 -s 1 --csv "$tests_tmp/both.csv" >/dev/null & done
    wait
    case $(grep -c ^lesson, "$tests_tmp/both.csv")/$(grep -c ^lesson05, "$tests_tmp/both.csv") in
    1/6) rounds=$((rounds + 1)) ;;
    esac
done
is "six programs at once, ten times: one header, six rows" "$rounds" 10

ln -s "$tests_tmp/target.csv" "$tests_tmp/link.csv"
run_quietly "$lesson" -n 1000 -s 1 --csv "$tests_tmp/link.csv"
is "a link stays a link" "$(test -h "$tests_tmp/link.csv" && wc -l <"$tests_tmp/target.csv")" 2
cp "$csv" "$tests_tmp/long.csv"
yes "$(tail -n 1 "$csv")" | head -c 8000 | sed '$d' >>"$tests_tmp/long.csv" # whole lines
before=$(cksum "$tests_tmp/long.csv")
says "no room for a whole row" 2 '--csv .*File too large' \
     sh -c "ulimit -f 8; exec $lesson -n 1000,1001,1002,1003,1004,1005,1006,1007,1008 \
            -b 32,64,128,256 -s 1 -w 0 --csv $tests_tmp/long.csv"
is "leaves whole rows" "$(tail -c 1 "$tests_tmp/long.csv" | od -An -c | tr -d ' ') $(awk -F, '{print NF}' "$tests_tmp/long.csv" | sort -u)" '\n 32'
if command -v flock >/dev/null 2>&1; then
    ok "the row of a program that" "$lesson" -n 1000 -s 1 --csv "$tests_tmp/held.csv"
    before=$(cksum "$tests_tmp/held.csv")
    says "finds the file locked" 2 '--csv .*another process has kept it locked for 5 seconds; end that one, or choose another' \
         flock "$tests_tmp/held.csv" "$lesson" -n 1000 -s 1 --csv "$tests_tmp/held.csv"
    is "is not written" "$(cksum "$tests_tmp/held.csv")" "$before"
else
    skip "the row of a program that finds the file locked" "no flock"
fi
done_testing
