#!/bin/sh
# plots/renumber.sh: the numbers of texts after a new recording.
# Takes about 30 s of processor time.
. tests/lib.sh
work="$tests_tmp/a folder"
mkdir "$work"
old=$work/old.csv new=$work/made-up.csv page=$work/07_page.md program=$work/07_program.cu

# Rows of made-up numbers: kernel,n,block,ms,GB/s,percent, old and new.
results() # ms GB/s percent columns
{
    echo lesson,kernel,type,n,batch,block,grid,median_ms,min_ms,spread_pct,gbps,pct_peak
    awk -F, -v ms="$1" -v gbps="$2" -v pct="$3" '{
        printf "%s,%s,int,%s,1,%s,%d,%s,%s,0.50,%s,%s\n", $1, $2, $3, $4, $4 ? $3 / $4 / 2 : 0, $ms, $ms, $gbps, $pct
    }' <<'END'
lesson07,reduce7_1,536870912,256,0.976000,0.900000,2199.4,2386.1,45.70,49.60
lesson07,reduce7_2,536870912,256,0.727000,0.800000,2951.4,2684.0,61.30,55.80
lesson07,reduce7_8,536870912,256,0.470000,0.480000,4569.1,4473.9,94.90,92.90
lesson07,reduce7_8,536870912,512,0.470100,0.450000,4569.4,4772.1,94.91,99.10
lesson07,reduce7_8,16384,256,0.003250,0.003110,20.2,21.1,0.42,0.44
lesson07,cub_sum,536870912,0,0.488000,0.477000,4400.6,4502.0,91.40,93.50
lesson06,reduce6,536870912,256,0.876000,0.866000,2452.4,2480.0,50.90,51.50
END
}
results 5 7 9 >"$old"
results 6 8 10 >"$new"
renumber() { sh plots/renumber.sh "$old" "$new" "$@"; }

# becomes NAME TEXT EXPECTED: what becomes of a page's text
becomes()
{
    printf '%s\n' "$2" >"$page"
    WRITE=yes renumber "$page" >"$tests_tmp/said" 2>&1 || { fail "$1" "$tests_tmp/said"; return; }
    is "$1" "$(cat "$page")" "$3"
}
# stays NAME TEXT REGEX: it stays, and is listed so
stays()
{
    becomes "$1" "$2" "$2"
    says "$1, and listed" 0 "$3" cat "$tests_tmp/said"
}
quiet() # NAME TEXT: it stays, and nobody is asked
{
    becomes "$1" "$2" "$2"
    says "$1, and not listed" 0 '^renumber: 0 numbers were replaced, 0 are left to you$' cat "$tests_tmp/said"
}

becomes 'a number with a unit' 'With 1 pair it is 2199 GB/s.' 'With 1 pair it is 2386 GB/s.'
becomes 'in as many digits' 'It is 2199.4 GB/s, or 0.976 ms, 45.7 % of the peak.' 'It is 2386.1 GB/s, or 0.900 ms, 49.6 % of the peak.'
becomes 'a unit that the sentence has named before' '2199 GB/s with 1, 2951 with 2.' '2386 GB/s with 1, 2684 with 2.'
becomes 'microseconds' 'At 2¹⁴ it takes 3.25 µs.' 'At 2¹⁴ it takes 3.11 µs.'
becomes "another lesson's, if it is named" 'Lesson 06 had 2452 GB/s.' 'Lesson 06 had 2480 GB/s.'
becomes "or its kernel is" 'It was 2452 GB/s with `reduce6`.' 'It was 2480 GB/s with `reduce6`.'
quiet "another lesson's without that" 'Once it was 2452 GB/s.'
quiet 'a number without a unit' 'There are 2199 of them.'
quiet 'and one that counts things' 'At 4571 GB/s (4570 at best) there are 2199 blocks in 2951 rows, block 976.'
quiet 'ratios' 'It is 2.199 times as fast, 2.951× at best, or 976x, in ms.'
quiet 'a name that contains one' 'The GB/s of `kernel 2199`, of sm_2199 and of [it](2199.md#2199).'
becomes 'of several rows the one whose block the sentence names' 'At block 512 it is 4569 GB/s.' 'At block 512 it is 4772 GB/s.'
stays 'several rows' 'It is 4569 GB/s.' ':1: 4569 could be 4474 \(lesson07 reduce7_8, block 256.* or 4772 \(.*block 512'
stays 'three digits that do not fit the words' 'With `reduce7_1` it takes 0.727 ms.' '0.727 could be 0.800 .* the words around it name another row'
stays 'two digits say little' 'It moves 20 GB/s.' '20 could be 21 .*only two digits'
table='| block | 256 | 512 |
|---|---:|---:|
| reduce7_8, GB/s | **4569** | 4569 |
| reduce7_1 | 2199 | |
| ratio | 2199 | 2951 |'
becomes 'a table: blocks in its head, kernels and units in its rows' "In GB/s:

$table" 'In GB/s:

| block | 256 | 512 |
|---|---:|---:|
| reduce7_8, GB/s | **4474** | 4772 |
| reduce7_1 | 2386 | |
| ratio | 2199 | 2951 |'
becomes 'units in the head of a table' '| kernel | ms | % of the peak | loads |
|---|---|---|---|
| reduce7_1 | 0.976 | 46 | 976 |' '| kernel | ms | % of the peak | loads |
|---|---|---|---|
| reduce7_1 | 0.900 | 50 | 976 |'
stays 'what a lesson printed on a GPU' '```
kernel        grid x block median ms     +-   call ms    GB/s % peak speed-up  check
reduce7_1   1048576 x 256   0.97600  0.05%   1.01000    2199   45.7    1.00x  ok
cub_sum           library   0.48800  0.05%   0.50000    4401   91.4    2.00x  ok
```' ':3: a run printed this; print it again'
quiet 'and on the CPU device' '```
kernel        grid x block median ms     +-   call ms    GB/s % peak speed-up  check
reduce7_1         8 x 256   0.97600  0.05%         -  2199      -        -  ok
```'
becomes 'a check, and the number of its answer' '<details><summary>Answer 1</summary>

It is 4569.
<!-- check: recorded made-up lesson=07 kernel=reduce7_8 n=536870912 block=512 gbps => ^4569\.4$ -->
<!-- check: recorded made-up kernel=reduce7_8 n=536870912 block=512 grid,gbps | awk "{ print }" => ^524288 4569$ -->

</details>

It is 4569.' '<details><summary>Answer 1</summary>

It is 4772.
<!-- check: recorded made-up lesson=07 kernel=reduce7_8 n=536870912 block=512 gbps => ^4772\.1$ -->
<!-- check: recorded made-up kernel=reduce7_8 n=536870912 block=512 grid,gbps | awk "{ print }" => ^524288 4772$ -->

</details>

It is 4569.'
stays 'a ratio in a check' '<!-- check: recorded made-up kernel=reduce7_8 gbps | awk "{ print $1 / 2 }" => ^1\.55$ -->' \
    'a check works out 1.55'
quiet 'what another file or command says' '<details><summary>Answer 1</summary>

4569 GB/s.
<!-- check: recorded other kernel=reduce7_8 gbps => ^4569$ -->
</details>'
quiet 'what another script writes' '<!-- ladder:begin -->
| reduce7_1, GB/s | 2199 |
<!-- ladder:end -->'

printf '/* Lesson 07\n *\n *     H200: 2199 GB/s\n */\nint limit = 2199; /* 2199 GB/s */\n' >"$program"
WRITE=yes renumber "$program" >"$tests_tmp/said"
is "a program's first comment, and nothing else" "$(tr '\n' ';' <"$program")" \
    '/* Lesson 07; *; *     H200: 2386 GB/s; */;int limit = 2199; /* 2199 GB/s */;'

printf 'It is 2199 GB/s.\n' >"$page"
says 'without WRITE=yes: what would change' 0 '^\+It is 2386 GB/s' renumber "$page"
says 'how many' 0 '^renumber: 1 numbers would be replaced, 0 are left to you; WRITE=yes does it$' renumber "$page"
is 'and nothing changes' "$(cat "$page")" 'It is 2199 GB/s.'
says 'EXPLAIN=yes says which row' 0 '2199 -> 2386 \(lesson07 reduce7_1, block 256, n 536870912, GB/s\)' \
    env EXPLAIN=yes sh plots/renumber.sh "$old" "$new" "$page"
grep -v 'reduce7_1' "$new" >"$tests_tmp/fewer.csv"
says 'a row that is gone is listed' 0 '2199 could be gone' sh plots/renumber.sh "$old" "$tests_tmp/fewer.csv" "$page"
says 'the recorded results against themselves change nothing' 0 '^renumber: [0-9]* numbers would be replaced' \
    sh plots/renumber.sh plots/recorded/nvidia-h200.csv plots/recorded/nvidia-h200.csv
is 'not a line' "$(grep -c '^[-+]' "$tests_tmp/out")" 0

says 'no results' 2 'which results\?' "$MAKE" renumber
: >"$tests_tmp/empty.csv"
says 'an empty file' 2 'empty.csv is empty' "$MAKE" renumber OLD="$tests_tmp/empty.csv"
says 'a file that is not there' 2 'none.csv cannot be read' "$MAKE" renumber OLD=none.csv
says 'a table that is none' 2 'no column lesson' sh plots/renumber.sh README.md "$new" "$page"
says 'WRITE=no is no, WRITE=maybe is refused' 2 'WRITE=maybe: must be yes or no' "$MAKE" renumber WRITE=maybe OLD="$old"
done_testing
