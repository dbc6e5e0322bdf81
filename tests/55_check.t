#!/bin/sh
# `make check`: says whether a machine works, one line for each thing; what does not work is told, with exit
# code and verdict. What is broken here: compiler, inspector, gnuplot, a (pretended) GPU.
# Takes about 45 s of processor time.
. tests/lib.sh

unset CUDA_VISIBLE_DEVICES
export BUILD="$tests_tmp/build" DEVICE=cpu
numbers=$(sh common/course/declared.sh number)
first=$(echo "$numbers" | head -n 1) last=$(echo "$numbers" | tail -n 1)
on_gpu() { env DEVICE= PATH="$tests_tmp/bin" NVCC="$1" "$MAKE" check; }
check() { "$MAKE" --no-print-directory check; }
done_so_far() { cksum progress/*; }
lines() { grep -c "^  $1 " "$out"; } # ok, FAILED, missing
again() { out=$tests_tmp/kept; cp "$tests_tmp/out" "$out"; } # run_quietly writes a new one

copy=$tests_tmp/copy
mkdir "$copy" && cp -Rp Makefile common lessons solutions exercises plots "$copy"
export COMPILER_CLONE="$copy" COMPILER_ORIGIN="$PWD" # objects made here serve there, too
cd "$copy" || exit 1
mkdir progress && echo 'what a learner has done' >progress/log.csv
before=$(done_so_far)
says 'a machine that works' 0 '^This machine works: lessons run on its CPU device, and exercises are checked' check
again
is 'nothing failed' "$(lines FAILED)" 0
for lesson in "$first" "$last"; do
    ok "lesson $lesson was built and run" grep -q "^  ok  *lesson$lesson on the CPU device: " "$out"
done
at=$(grep -n '__syncthreads();' lessons/"$first"_*.cu | sed 's/:.*//;1q')
ok 'the planted bug was found, its line named' grep -q "^  ok  *a planted bug, lesson$first .* line $at: found" "$out"
ok 'the checks of an exercise work' grep -q "^  ok  *an exercise: the solution of $first passes" "$out"
if command -v gnuplot >/dev/null 2>&1; then ok 'so does gnuplot' grep -q '^  ok  *gnuplot draws' "$out"; fi
ok 'it fits on a screen' test "$(wc -l <"$out")" -lt 20
is 'what the learner did is not touched' "$(done_so_far)" "$before"

# From here on with the first two lessons
last=$(echo "$numbers" | sed -n 2p)
for number in $(echo "$numbers" | sed 1,2d); do rm lessons/"$number"_*; done

# Without gnuplot: pictures only
mkdir "$tests_tmp/bin"
for folder in $(printf '%s' "$PATH" | tr ':' ' '); do
    for tool in "$folder"/*; do
        case ${tool##*/} in gnuplot* | nvidia-smi) continue ;; esac
        [ -e "$tests_tmp/bin/${tool##*/}" ] || ln -s "$tool" "$tests_tmp/bin/" 2>/dev/null
    done
done
says 'without gnuplot' 0 '^This machine works: .*; without pictures' env PATH="$tests_tmp/bin" "$MAKE" check
again
ok 'what is missing, and the way out' grep -q '^  missing  gnuplot.*make deps' "$out"
printf '#!/bin/sh\nexit 1\n' >"$tests_tmp/bin/gnuplot"
chmod +x "$tests_tmp/bin/gnuplot"
says 'a gnuplot that draws nothing' 2 '^This machine does not work yet: 1 of these failed' env PATH="$tests_tmp/bin" "$MAKE" check
rm "$tests_tmp/bin/gnuplot"

# Not Linux
printf '#!/bin/sh\necho Darwin\n' >"$tests_tmp/uname"
chmod +x "$tests_tmp/uname"
mkdir "$tests_tmp/mac" && mv "$tests_tmp/uname" "$tests_tmp/mac"
for command in check go; do
    says "on a Mac: make $command" 2 'no lesson can be built: lessons need Linux, and this is Darwin\. A Linux container' \
        env PATH="$tests_tmp/mac:$PATH" "$MAKE" $command
done

# A compiler that does nothing
says 'no compiler' 2 '^This machine does not work yet' env CXX=false BUILD="$tests_tmp/other" "$MAKE" check

# An inspector that finds nothing; a lesson and a solution that are wrong
mv common/cpu/inspect inspect
printf '#!/bin/sh\nexit 0\n' >common/cpu/inspect
says 'an inspector that finds nothing' 2 'a planted bug.*: not found' check
again
is 'is all that failed' "$(grep '^  FAILED' "$out" | grep -vc 'planted bug')" 0
mv inspect common/cpu/inspect
source=$(echo lessons/"$last"_*.cu)
echo '#error "this is broken"' >>"$source"
says 'a lesson that cannot be built' 2 "^  FAILED  *lesson$last could not be built for the CPU device" check
again
ok 'it shows what the compiler said' grep -q 'this is broken' "$out"
ok 'and that the others work' test "$(lines ok)" -ge 4
sed '$d' "$source" >kept.cu && mv kept.cu "$source"

# A pretended GPU: what is built for it does as told
cat >"$tests_tmp/nvcc" <<END
#!/bin/sh
[ "\$1" = --list-gpu-code ] && { echo sm_90; exit; }
while [ "\$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho said by a lesson\\nexit \$(cat "%s")\\n' "$tests_tmp/code" >"\$2"
chmod +x "\$2"
END
chmod +x "$tests_tmp/nvcc"
cat >"$tests_tmp/bin/nvidia-smi" <<'END'
#!/bin/sh
case $* in *name*) echo Pretended ;; *) echo "GPU 0: Pretended" ;; esac
END
chmod +x "$tests_tmp/bin/nvidia-smi"
echo 0 >"$tests_tmp/code"
says 'a GPU' 0 '^This machine works: lessons run on its GPU and its CPU device' on_gpu "$tests_tmp/nvcc"
again
is 'both lessons ran there' "$(grep -c '^  ok  *lesson.* on the GPU (Pretended): ' "$out")" 2
echo 3 >"$tests_tmp/code"
says 'a GPU that does not work' 2 "^  FAILED  *lesson$first on the GPU \(Pretended\) ended with exit code 3" on_gpu "$tests_tmp/nvcc"
again
ok 'what the lesson said' grep -q '| said by a lesson' "$out"
echo 77 >"$tests_tmp/code"
says 'a GPU that cannot run these' 0 "^  - .*lesson$last is not for the GPU \(Pretended\): said by a lesson" on_gpu "$tests_tmp/nvcc"
again
ok 'is not in the verdict' grep -q '^This machine works: lessons run on its CPU device,' "$out"
done_testing
