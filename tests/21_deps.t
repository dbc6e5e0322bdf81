# make deps with pretended package managers: the exact commands, with and without root.
. tests/lib.sh

# A machine that has nothing but these; the pretended tools note how they were called, and an
# installation makes what is asked for appear.
mkdir "$tests_tmp/bin"
for tool in sh env cat printf sed awk diff rm mkdir dirname head tr ln; do
    ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"
done
pretend() # NAME, its script on standard input
{
    { echo '#!/bin/sh'; cat; } >"$tests_tmp/bin/$1"
    chmod +x "$tests_tmp/bin/$1"
}
echo 'exit 0' | pretend true
machine() # MANAGER USER-ID [sudo]: a machine with that manager and nothing else
{
    for tool in apt-get dnf pacman brew sudo g++ make gnuplot prove git mpicc mpirun; do rm -f "$tests_tmp/bin/$tool"; done
    : >"$tests_tmp/log"
    echo "echo $2" | pretend id
    pretend "$1" <<EOF
echo "$1 \$* [\${DEBIAN_FRONTEND-}]" >>"$tests_tmp/log"
case " \$* " in *' update '*) exit 0 ;; esac
for word; do
    case \$word in
    g++|gcc-c++|gcc) have=g++ ;;
    gnuplot*) have=gnuplot ;;
    perl*) have=prove ;;
    libopenmpi-dev) have=mpicc ;;
    openmpi-bin) have=mpirun ;;
    *) have=\$word ;;
    esac
    case \$word in -*|install) ;; *) ln -sf "$tests_tmp/bin/true" "$tests_tmp/bin/\$have" ;; esac
done
EOF
    if [ -n "${3-}" ]; then
        pretend sudo <<EOF
[ "\$1" = -n ] || exit 1
shift
echo "sudo \$*" >>"$tests_tmp/log"
exec "\$@"
EOF
    fi
}
deps() { env -u CXX PATH="$tests_tmp/bin" sh common/setup/deps.sh; }
called() { grep -v '^sudo' "$tests_tmp/log" | tr '\n' ';'; }

machine apt-get 0
ok 'apt, as root' deps
is 'the lists first, then all at once, asking nobody' "$(called)" \
    'apt-get update [noninteractive];apt-get install -y --no-install-recommends g++ make gnuplot-nox perl git [noninteractive];'
: >"$tests_tmp/log"
says 'a second time: nothing to do' 0 '^deps: everything is there$' deps
is 'and nothing was called' "$(called)" ''
rm "$tests_tmp/bin/gnuplot"
ok 'gnuplot alone missing' deps
is 'is installed alone' "$(sed -n 2p "$tests_tmp/log")" \
    'apt-get install -y --no-install-recommends gnuplot-nox [noninteractive]'

part() # NAME PART PACKAGES
{
    : >"$tests_tmp/log"
    PART=$2; export PART
    ok "$1" deps
    unset PART
    is "$1: for those who ask" "$(sed -n 2p "$tests_tmp/log")" "apt-get install -y --no-install-recommends $3 [noninteractive]"
}
part 'what makes slides' slides 'pandoc weasyprint'
rm "$tests_tmp/bin/pandoc" "$tests_tmp/bin/weasyprint"
part 'what makes the site' site 'pandoc pngquant'
rm "$tests_tmp/bin/pandoc" "$tests_tmp/bin/pngquant"

machine apt-get 0
part 'MPI, for part VII' 7 'g++ make gnuplot-nox perl git libopenmpi-dev openmpi-bin'
PART=8; export PART
says 'there are no others' 2 '^deps: PART=8: must be slides, site, 7, or left out$' deps
unset PART

machine apt-get 0
ln -s "$tests_tmp/bin/true" "$tests_tmp/bin/clang++"
ok 'clang++ in place of g++' deps
is 'will do' "$(grep -c 'g++' "$tests_tmp/log")" 0
rm "$tests_tmp/bin/clang++"
machine apt-get 0
echo 'echo clang version 14.0.6' | pretend clang++
ok 'a clang++ that is too old to inspect' deps
is 'will not do' "$(grep -c 'g++' "$tests_tmp/log")" 1
rm "$tests_tmp/bin/clang++"

machine dnf 0
ok 'dnf, as root' deps
is 'its names' "$(called)" 'dnf install -y gcc-c++ make gnuplot perl-Test-Harness git [noninteractive];'
machine pacman 0
ok 'pacman, as root' deps
is 'its names' "$(called)" 'pacman -Sy --needed --noconfirm gcc make gnuplot perl git [noninteractive];'
machine brew 501
ok 'brew, as a user, without sudo' deps
is 'its names' "$(called)" 'brew install gcc make gnuplot perl git [noninteractive];'

machine apt-get 1000 sudo
ok 'not root, but sudo asks nothing' deps
is 'sudo passes on that nobody is to be asked' "$(grep -c '^sudo env DEBIAN_FRONTEND=noninteractive .*apt-get' "$tests_tmp/log")" 2

machine apt-get 1000
says 'not root and no sudo: stops' 1 'cannot install here' deps
says 'with the exact command' 1 \
    '^  as root: apt-get update && apt-get install -y --no-install-recommends g\+\+ make gnuplot-nox perl git$' deps
is 'and installs nothing' "$(called)" ''
echo 'exit 1' | pretend sudo
says 'with a sudo that would ask: the command with sudo' 1 \
    '^  sudo apt-get update && sudo apt-get install -y ' deps
machine dnf 1000
says 'dnf not root' 1 '^  as root: dnf install -y gcc-c\+\+ make gnuplot perl-Test-Harness git$' deps
for tool in g++ make; do ln -s "$tests_tmp/bin/true" "$tests_tmp/bin/$tool"; done
says 'when the lessons can be built, only less can be done: exit code 3' 3 'gnuplot .*without it: make plots TEXT=1' deps

machine apt-get 0
echo 'exit 100' | pretend apt-get
says 'a failing installation is told' 1 'deps: failed: apt-get install' deps
says 'with what is still missing' 1 'still missing: compiler make gnuplot prove git' deps
rm "$tests_tmp/bin/apt-get"
says 'no known package manager: by hand' 1 'no apt-get, dnf, pacman or brew here' deps
echo 'case "$*" in *pngcairo*) exit 1 ;; esac' | pretend gnuplot
says 'a gnuplot that draws no png is as good as none' 1 '^  gnuplot ' deps

done_testing
