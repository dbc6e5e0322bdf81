#!/bin/sh
# deps.sh: installs what the course needs and this machine lacks. Asks no questions.
# Exit codes: 0 all is there; 1 lessons cannot be built; 3 they can, but something else is missing.
# Never installs the CUDA Toolkit, or NCCL: they must fit the driver. PART=slides: also what makes slides and the handout;
# PART=site: what makes the site; PART=7: MPI, for part VII of the course.

export LC_ALL=C
export PATH="$PATH:/usr/bin/core_perl:/usr/lib64/openmpi/bin" # where Arch Linux keeps prove, and Fedora MPI

have()
{
    case $1 in
    compiler) [ "$(env -u CXX common/cpu/cpucc --compiler | sed -n 3p)" = inspect ] ;;
    gnuplot)  gnuplot -e 'set terminal pngcairo' ;;
    *)        command -v "$1" ;;
    esac >/dev/null 2>&1
}

what_for()
{
    case $1 in
    compiler)      echo "g++ 11 or clang++ 16, or newer, builds and inspects the lessons (nvcc needs it too)" ;;
    make)          echo "runs every command of the course" ;;
    awk|diff)      echo "used by the scripts" ;;
    gnuplot)       echo "draws the plots; without it: make plots TEXT=1" ;;
    prove)         echo "runs the tests in parallel; without it they run one after the other" ;;
    git)           echo "notes in a result which version of the course made it" ;;
    pandoc)        echo "makes slides, the handout and the site" ;;
    pngquant)      echo "makes the site's pictures a third of the size" ;;
    weasyprint)    echo "makes PDFs of slides and the handout" ;;
    mpicc)         echo "builds programs of several processes, for part VII" ;;
    mpirun)        echo "begins these processes" ;;
    esac
}

cd "$(dirname "$0")/../.." || exit 1
tools='compiler make awk diff gnuplot prove git'
case ${PART-} in
'') ;;
slides) tools="$tools pandoc weasyprint" ;;
site) tools="$tools pandoc pngquant" ;;
7) tools="$tools mpicc mpirun" ;;
*) printf '%s' "deps: PART=$PART: must be slides, site, 7, or left out" | tr '\n' ' ' >&2; echo >&2; exit 2 ;;
esac
missing=
for tool in $tools; do
    have "$tool" || missing="$missing $tool"
done
[ -z "$missing" ] && { echo "deps: everything is there"; exit 0; }
echo "deps: missing:"
for tool in $missing; do printf '  %-9s %s\n' "$tool" "$(what_for "$tool")"; done

update=
as_root=yes
if command -v apt-get; then
    install='apt-get install -y --no-install-recommends' update='apt-get update'
    set -- g++ make gawk diffutils gnuplot-nox perl git
    slides='pandoc weasyprint' mpi='libopenmpi-dev openmpi-bin'
elif command -v dnf; then
    install='dnf install -y'
    set -- gcc-c++ make gawk diffutils gnuplot perl-Test-Harness git
    slides='pandoc weasyprint' mpi='openmpi-devel openmpi'
elif command -v pacman; then
    install='pacman -Sy --needed --noconfirm'
    set -- gcc make gawk diffutils gnuplot perl git
    slides='pandoc-cli python-weasyprint' mpi='openmpi openmpi'
elif command -v brew; then
    install='brew install' as_root=
    set -- gcc make gawk diffutils gnuplot perl git
    slides='pandoc weasyprint' mpi='open-mpi open-mpi'
else
    echo "deps: no apt-get, dnf, pacman or brew here; install the above by hand, then: make doctor" >&2
    install=
    set --
fi >/dev/null

if [ $# -gt 0 ]; then
    # shellcheck disable=SC2086 # these are lists of words
    case ${PART-} in
    slides) set -- "$@" $slides ;;
    site) set -- "$@" ${slides%% *} pngquant ;;
    7) set -- "$@" $mpi ;;
    esac
    for tool in $tools; do
        case " $missing " in *" $tool "*) install="$install $1" ;; esac
        shift
    done
    prefix=
    if [ -n "$as_root" ] && [ "$(id -u)" -ne 0 ]; then
        if sudo -n true 2>/dev/null; then prefix='sudo -n '; else prefix=refused; fi
    fi
    if [ "$prefix" = refused ]; then
        echo "deps: cannot install here (not root, and sudo is missing or asks for a password). Run:" >&2
        if command -v sudo >/dev/null; then
            echo "  ${update:+sudo $update && }sudo $install" >&2
        else
            echo "  as root: ${update:+$update && }$install" >&2
        fi
    else
        # env, because sudo may drop variables; DEBIAN_FRONTEND keeps apt from asking.
        run() { echo "+ $prefix$*"; $prefix env DEBIAN_FRONTEND=noninteractive HOMEBREW_NO_AUTO_UPDATE=1 "$@" </dev/null; }
        # shellcheck disable=SC2086 # these are lists of words
        { [ -z "$update" ] || run $update || echo "deps: $update failed; trying with the old package lists"
          run $install; } || echo "deps: failed: $prefix$install" >&2
    fi
fi

still=
for tool in $missing; do have "$tool" || still="$still $tool"; done
[ -z "$still" ] && { echo "deps: everything is there now"; exit 0; }
echo "deps: still missing:$still" >&2
case " $still " in *' compiler '*|*' make '*|*' awk '*|*' diff '*) exit 1 ;; esac
exit 3
