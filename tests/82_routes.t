#!/bin/sh
# Routes to the course, as far as they can be tried without the service: the script for Slurm with a pretended srun and module,
# the Dockerfile, the dev container, the notebook, all of whose cells are run.
# Takes about 6 s of processor time.
. tests/lib.sh
DEVICE=cpu
PROGRESS=$tests_tmp/progress
export BUILD DEVICE PROGRESS
unset MODULES COURSE SLURM_SUBMIT_DIR SCRATCH SLURM_JOB_ID SLURMD_NODENAME

# ---- slurm/lesson.sbatch -----------------------------------------------------------------------------
mkdir "$tests_tmp/bin" "$tests_tmp/dry"
printf '#!/bin/sh\necho "module $*"\n[ "$2" != nothing ]\n' >"$tests_tmp/bin/module"
printf '#!/bin/sh\necho "srun $1"\nexec "$@"\n' >"$tests_tmp/bin/srun"
printf '#!/bin/sh\necho "make $* in $BUILD"\n' >"$tests_tmp/dry/make" # builds nothing, for what is not about that
printf '#!/bin/sh\necho "srun $*"\n' >"$tests_tmp/dry/srun"
cp "$tests_tmp/bin/module" "$tests_tmp/dry"
chmod +x "$tests_tmp"/bin/* "$tests_tmp"/dry/*
if command -v bash >/dev/null 2>&1; then
    # As sbatch would: a copy of the script, elsewhere
    cp slurm/lesson.sbatch "$tests_tmp/slurm_script"
    here=$PWD
    job() { (cd "$tests_tmp" && SLURM_SUBMIT_DIR=$here PATH="$tests_tmp/$with:$PATH" bash "$tests_tmp/slurm_script" "$@"); }
    with=bin
    case $BUILD in /*) built=$BUILD ;; *) built=$PWD/$BUILD ;; esac
    BUILD=$built
    says 'a job builds and runs a lesson' 0 'reduce5 .* ok$' job 5 -n 2^12 -s 1 -w 0
    is 'with srun' "$(grep '^srun' "$tests_tmp/out")" "srun $built/lesson05"
    is 'after the toolkit was loaded' "$(grep '^module' "$tests_tmp/out")" 'module load cuda'
    says 'a wrong option: its exit code' 2 'block' job 05 -b 7000
    says 'a lesson before the ladder' 0 'block 1, thread 2' job 0.1 2 3
    with=dry
    SCRATCH=$tests_tmp/scratch
    export SCRATCH
    unset BUILD
    says 'it builds in the scratch folder' 0 "^make --no-print-directory lesson07 in $SCRATCH/reduction-build-" job 07 -n 8
    is 'runs what it built there, with the options' "$(grep '^srun' "$tests_tmp/out" | sed 's/build-[^/]*/build/')" "srun $SCRATCH/reduction-build/lesson07 -n 8"
    MODULES='gcc/12 cuda/13.0'
    export MODULES
    says 'other modules' 0 '^module load gcc/12 cuda/13\.0$' job 07
    unset MODULES SCRATCH
    says 'else in the home' 0 "in $HOME/reduction-build-" job 07
    refused() # NAME REGEX COMMAND...
    {
        refused_name=$1
        shift
        says "$refused_name" 2 "$@"
        is "$refused_name: in one line" "$(grep -vc '^module' "$tests_tmp/out")" 1
    }
    refused 'no lesson' '^lesson\.sbatch: which lesson\?' job
    refused 'an unknown lesson' '^lesson\.sbatch: 99: there is no such lesson' job 99
    refused 'a name in place of a number' '^lesson\.sbatch: \*: there is no such lesson' job '*'
    MODULES=nothing
    export MODULES
    refused 'a module that is not there' '^lesson\.sbatch: MODULES=nothing: module load failed' job 05
    unset MODULES
    refused 'another folder' "^lesson\\.sbatch: $tests_tmp: not the course's folder" env COURSE="$tests_tmp" bash slurm/lesson.sbatch 05
    rm "$tests_tmp/dry/module"
    says 'no modules on this machine' 2 '^lesson\.sbatch: MODULES=cuda: there is no command module here; MODULES= loads nothing' job 05
    MODULES=
    export MODULES
    says 'and none wanted' 0 '^srun ' job 05
    unset MODULES
    BUILD=build
    export BUILD
else
    skip 'slurm/lesson.sbatch' 'bash is missing'
fi
is 'docs/cluster.md names options that it has' "$(grep -o '^#   [A-Z]*' slurm/lesson.sbatch | tr -d '# ' | while IFS= read -r name; do
    grep -q "$name" docs/cluster.md || [ "$name" = COURSE ] || echo "$name"; done)" ''

# ---- The containers ----------------------------------------------------------------------------------
is 'the Dockerfile installs what make deps installs' "$(sed -n 's/^RUN //p' Dockerfile | grep -c '^make deps\|^sh common/setup/deps.sh$')" 2
is 'and nothing by itself' "$(sed -n 's/^RUN //p' Dockerfile | grep -c 'apt\|dnf\|curl')" 0
is 'what git ignores stays outside' "$(sed 's|^/||; s|/$||' .gitignore | while IFS= read -r name; do grep -qxF "$name" .dockerignore || echo "$name"; done)" hello
container=.devcontainer/devcontainer.json
for json in 'python3 -m json.tool' 'node -e JSON.parse(require("fs").readFileSync(0))'; do command -v "${json%% *}" >/dev/null 2>&1 && break; done
if command -v "${json%% *}" >/dev/null 2>&1; then
    # shellcheck disable=SC2086 # a command and its arguments
    ok 'the dev container is JSON' sh -c 'file=$1; shift; "$@" <"$file"' sh $container $json
else
    skip 'the dev container is JSON' 'neither python3 nor node is here'
fi
ok 'and builds what is there' test -e ".devcontainer/$(sed -n 's/.*"dockerfile": "\([^"]*\)".*/\1/p' $container)"

# ---- The notebook ------------------------------------------------------------------------------------
is 'its first cell asks make doctor' "$(awk '/"cell_type"/ { code = /"code"/; cells += code } code && cells == 1' docs/notebook.ipynb | grep -c '!make doctor')" 1
is 'nothing of a run is kept in it' "$(grep -c '"outputs": \[\]' docs/notebook.ipynb)" "$(grep -c '"cell_type": "code"' docs/notebook.ipynb)"
for python in python3 /usr/bin/python3; do # Debian's packages are for its own
    $python -c 'import nbclient, nbformat, ipykernel' 2>/dev/null && break
done
notebook() { $limit "$python" tests/notebook.py "$@" 2>/dev/null; }
notebook docs/notebook.ipynb docs >"$tests_tmp/cells"
status=$?
if [ $status -eq 77 ] || ! command -v "$python" >/dev/null 2>&1; then
    skip 'the notebook' 'nbclient is missing: apt-get install python3-nbclient python3-ipykernel'
else
    is 'all its cells run' "$status $(grep -c '^failed' "$tests_tmp/cells")" '0 0'
    cell() { sed -n "/^cell $1:\$/,/^cell $(($1 + 1)):\$/p" "$tests_tmp/cells"; }
    is 'make doctor answers' "$(cell 1 | grep -c '^Verdict: lessons will run on: the CPU device')" 1
    is 'a lesson runs' "$(cell 2 | grep -c '^hello from block 2, thread 39: warp 1, lane 7$')" 1
    is 'an exercise is checked' "$(cell 3 | grep -c '^0\.1: every seat answers')" 1
    is 'a picture' "$(cell 4 | grep -c '64 of 64 active, 2 warps')" 1
    is 'two sums are right' "$(cell 5 | grep -c '^ *reduce[02] .* ok$')" 2
    is 'both are counted' "$(cell 6 | grep -c '^ *divergent ifs ')" 2
    is 'and the ladder is shown' "$(cell 7 | grep -c 'image/png')" 1
    mkdir "$tests_tmp/elsewhere"
    says 'without the course it says what to do' 1 '^failed: FileNotFoundError the course is not here: put its address into REPOSITORY' \
        notebook docs/notebook.ipynb "$tests_tmp/elsewhere"
fi
done_testing
