#!/bin/sh
# The commands that README.md and docs/ show are run as they stand there, in a fresh clone: every
# line of every ```sh block (```bash is for what needs another machine). Left out are only those that run this suite itself,
# or that another script runs. Without ALL=1, lessons take few elements.
# Takes about 110 s of processor time, if others have compiled the lessons before.
. tests/lib.sh

command -v git >/dev/null 2>&1 || { skip "README's commands" "no git"; done_testing; exit; }
git rev-parse --git-dir >/dev/null 2>&1 ||
    { skip "README's commands" "not a git checkout"; done_testing; exit; }

library=''
if everything_of "docs/pytorch.md's library, by nvcc" docs/pytorch; then library=yes; fi # 40 s
# What is committed, and what is being worked on: tracked files as they are now.
clone=$tests_tmp/clone
mkdir "$clone"
git ls-files --cached --others --exclude-standard | sort -u | while IFS= read -r file; do
    [ ! -e "$file" ] || printf '%s\n' "$file" # not if it is deleted, and that not yet committed
done | tar -cf - -T - | tar -xf - -C "$clone"
export COMPILER_CLONE="$clone" COMPILER_ORIGIN="$PWD" # objects made here serve there, too
cd "$clone" || exit 1
git init -q . && git add -A && git -c user.name=test -c user.email=test@example.org commit -qm test

ok "links between the pages lead somewhere" sh -c '
    bad=0
    grep -o "](\([^)#]*\)" README.md docs/*.md docs/*/*.md | sed "s/:](/ /" >"$1"
    while read -r page link; do
        case $page in */*) folder=${page%/*} ;; *) folder=. ;; esac
        case $link in http*) continue ;; esac
        [ -e "$folder/$link" ] || { echo "$page: $link"; bad=1; }
    done <"$1"
    [ -s "$1" ] || bad=1
    exit $bad' - "$tests_tmp/links"

commands() # PAGE: the lines of its ```sh blocks, without comments
{
    awk '/^```sh$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1" | sed 's/ *# .*//'
}

SAMPLES=1 # for make bench
NVCC_APPEND_FLAGS='-Xcompiler -O0' # what nvcc makes here is not run
export SAMPLES NVCC_APPEND_FLAGS OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 # in a test
# A command that the pages show with many numbers (make lesson07 && ./lesson07, or other sizes and blocks) runs with the first
# of them; ALL=1: with all. What it does with each is what tests/30_lessons.t, 45_model.t and 50_exercises.t are about.
: >"$tests_tmp/forms"
: >"$tests_tmp/left-out"
often=0 small='/^(make [a-z0-9 ]* && )?\.\/lesson/s/2\^2[0-9]/2^16/g; ' # few elements
[ -z "${TEST_ALL-}" ] || small=''
is_new() # COMMAND
{
    [ -z "${TEST_ALL-}" ] || return 0
    form=$(echo "$1" | sed -e 's/\([a-z]\)[0-9][0-9.]*[a-z]*/\1NN/g' -e 's/[0-9][0-9^,.]*/N/g')
    if grep -q -x -F -e "$form" "$tests_tmp/forms"; then often=$((often + 1)); return 1; fi
    echo "$form" >>"$tests_tmp/forms"
}
seen=0
for page in README.md docs/*.md docs/*/*.md; do
    commands "$page" >"$tests_tmp/commands"
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        is_new "$line" || { echo "$line" >>"$tests_tmp/left-out"; continue; }
        case $line in *" docs/pytorch/library.cu "*) [ "$library" ] || continue ;; esac
        case $line in
        "make test"*) continue ;;
        "make go" | "make check") [ "${TEST_ALL-}" ] || continue ;; # tests/26_go.t, 55_check.t
        "make watch"*) continue ;; # goes on until an exercise is solved: tests/51_learner.t
        "make compare"* | "make peers"* | "make latency"* | "make roundtrip"* | "make calibrate"* | "make ratios"*) # for a GPU only
            seen=$((seen + 1))
            says "$page: $line" 2 "GPU" sh -c "$line"
            continue ;;
        *./exercise*)
            seen=$((seen + 1))
            says "$page: $line" 1 "not passed yet" sh -c "$line"
            continue ;;
        # What is tested is that it works: all lessons are run by tests/30_lessons.t.
        "make bench") line="$line N=2^12 LESSONS='00 07 31'" ;;
        "make site"*) continue ;; # tests/81_site.t
        "nvcc -O3 -arch=native -Icommon lessons/05_unroll_last_warp.cu -o lesson05") continue ;; # tests/34_compilers.t
        *"make plots TEXT"*) ;;
        *"make plots"*)
            command -v gnuplot >/dev/null 2>&1 || { skip "$page: $line" "no gnuplot"; continue; } ;;
        "make sass"*)
            sh common/setup/cuda.sh nvdisasm >/dev/null 2>&1 || { skip "$page: $line" "no nvdisasm"; continue; } ;;
        mpirun*) command -v mpirun >/dev/null 2>&1 || { skip "$page: $line" "no MPI"; continue; } ;;
        sbatch*) command -v sbatch >/dev/null 2>&1 || { skip "$page: $line" "no Slurm"; continue; } ;;
        nvcc*) command -v nvcc >/dev/null 2>&1 || { skip "$page: $line" "no nvcc"; continue; } ;;
        esac
        seen=$((seen + 1))
        for program in $(echo "$line" | grep -o '\./lesson[0-9.]*'); do # that one left out would have built
            if [ ! -e "$program" ] && grep -q "^make .*${program#./}\>" "$tests_tmp/left-out"; then "$MAKE" -s "${program#./}" >/dev/null; fi
        done
        line=$(printf '%s\n' "$line" | sed -E "$small"'/ -s /!s/^(make [a-z0-9 ]* && )?\.\/lesson[0-9][0-9]( [-a-z0-9^, ]*)?$/& -s 1 -w 0/') # once
        ok "$page: $line" sh -c "$line"
    done <"$tests_tmp/commands"
done
[ $often -eq 0 ] || everything "$often commands with other numbers"
ok "there were commands to run ($seen)" test "$seen" -ge 18
is "README starts with two commands" "$(commands README.md | head -n 2 | tr '\n' ';')" "make go;make check;"
# CI runs what README shows as the test command, and README shows a learner another one.
is "README shows how the course is tested" "$(commands README.md | grep -c '^make test *$')" 1
ok "which is what CI runs" grep -q '^make test ' .ci/run
done_testing
