#!/bin/sh
# one-at-a-time.sh FOLDER COMMAND [ARGUMENT...]: one GPU for many. Waits for its turn, runs the command alone on a card, and
# ends with its exit code. Who comes first is first. All who share the card name the same folder, on a disk of the machine
# that has the card: mkdir -m 1777 FOLDER. docs/teaching.md has the recipe.
#   CUDA_VISIBLE_DEVICES=0,1   the cards of this queue (default: all that nvidia-smi lists); the command sees only its own.
#                              All have to name cards in the same way, by their numbers.
#   NAME                       what the others read (default: the login)
#
# Only flock decides, so whatever ends a process, kill -9, too, gives its place free. In FOLDER:
#   lock             held for a moment, by who takes a number
#   N.waiting        the ticket of number N, held as long as its owner waits. Each waits for the one before it; the first one
#                    for a card
#   cardC.lock       held as long as the command on card C runs: the command has it, whatever becomes of this script
#   cardC.by.WHO     held together with it: the name, and since when
# All are opened for reading only: in a folder like /tmp nobody may write into files of others.

export LC_ALL=C
fail() { printf %s "one-at-a-time: $*" | tr '\n' ' ' >&2; echo >&2; exit 2; }

[ $# -ge 2 ] || fail "which folder, and which command? sh common/teach/one-at-a-time.sh /var/tmp/queue ./lesson05"
folder=$1
shift
case $folder in /*) ;; *) folder=./$folder ;; esac
command -v flock >/dev/null 2>&1 || fail "flock is missing; the package util-linux has it"
[ -d "$folder" ] && [ -w "$folder" ] || fail "$folder: no folder that you may write into; its owner makes one for all: mkdir -m 1777 $folder"
command -v "$1" >/dev/null 2>&1 || fail "$1: there is no such command"
# A command inside one that has its turn has it, too.
queue=$(cd -P "$folder" && pwd)
[ "${ONE_AT_A_TIME-}" != "$queue" ] || exec "$@"
who=$(printf %s "${NAME:-$(id -un 2>/dev/null || id -u)}" | tr -d '\000-\037\177/' | cut -c 1-40)
who=${who:-somebody}

cards=$(printf %s "${CUDA_VISIBLE_DEVICES-}" | tr ',' ' ' | tr -cd 'A-Za-z0-9 -')
case $cards in -*) cards= ;; esac
[ "$cards" ] || cards=$(nvidia-smi --query-gpu=index --format=csv,noheader 2>/dev/null | grep -x '[0-9]*' | tr '\n' ' ')
is_a_card=yes
[ "$cards" ] || { cards=0 is_a_card=; } # a queue for something else

# --- a ticket

provide() { [ -e "$1" ] || (umask 0; set -C; : >"$1") 2>/dev/null || [ -e "$1" ] || fail "$1 could not be written"; } # FILE
# Is FILE held by somebody? Looking holds it together with others who look.
is_held() { [ -e "$1" ] || return; (flock -n -s 5 9<&-) 2>/dev/null 5<"$1"; [ $? -eq 1 ] && [ -e "$1" ]; }
number_of() { number=${1##*/}; number=${number%.waiting}; } # TICKET
# shellcheck disable=SC2010 # numbers
tickets() { ls "$folder" | grep '^[0-9]*\.waiting$' | sort -n; }

waiter='' mine='' new=$folder/new.$(id -u).$$
trap '[ -z "$waiter" ] || kill $waiter 2>/dev/null; rm -f "$new" ${mine:+"$mine"}' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
provide "$folder/lock"
exec 8<"$folder/lock"
flock 8 || fail "$folder: flock does not work there; a folder on a disk of this machine is needed"
last=0
for ticket in $(tickets); do
    number_of "$ticket"
    last=$number
    is_held "$folder/$ticket" || rm -f "$folder/$ticket" 2>/dev/null # its owner was killed
done
last=$((last + 1))
rm -f "$new"
printf '%s\n' "$who" >"$new" && exec 9<"$new" && flock 9 && mv "$new" "$folder/$last.waiting" || fail "$new could not be written"
mine=$folder/$last.waiting
exec 8<&-
began=$(date +%s)

# --- who is before

is_told='' # that somebody is before
say_who_is_before()
{
    # shellcheck disable=SC2086 # words
    set -- $cards
    count=0 running=0 names=''
    for file in "$folder"/card*.by.*; do
        is_held "$file" || continue
        read -r since name <"$file" || continue
        count=$((count + 1)) running=$((running + 1))
        names="$names, $name since $(($(date +%s) - since)) s"
    done
    for ticket in $(tickets); do
        number_of "$ticket"
        [ "$number" -lt "$last" ] && is_held "$folder/$ticket" && read -r name <"$folder/$ticket" || continue
        count=$((count + 1))
        names="$names, $name"
    done 2>/dev/null
    # A card may be free.
    [ $count -eq $running ] && [ $running -lt $# ] || { is_told=yes; printf %s "$count before you: ${names#, }" | tr -d '\000-\037\177'; echo; } >&2
}

# The ticket that comes just before this one
ahead=''
find_ahead()
{
    ahead=''
    for ticket in $(tickets); do
        number_of "$ticket"
        [ "$number" -lt "$last" ] || break
        ! is_held "$folder/$ticket" || ahead=$folder/$ticket
    done
    [ "$ahead" ]
}

# In the background, because a shell heeds no signal while it waits for a command in the foreground
held() # FLOCK'S ARGUMENTS
{
    flock "$@" 9<&- &
    waiter=$!
    wait $waiter
    held_status=$?
    waiter=
    return $held_status
}

say_who_is_before
while find_ahead; do
    { held -s 5; } 5<"$ahead"
done 2>/dev/null

# --- a card

for card in $cards; do provide "$folder/card$card.lock"; done
case $cards in
*' '[!\ ]*)
    card=
    while [ ! "$card" ]; do
        for card in $cards; do
            exec 6<"$folder/card$card.lock"
            flock -n 6 9<&- && break
            exec 6<&-
            card=
        done
        [ "$card" ] || sleep 0.2 9<&-
    done ;;
*)
    card=${cards% }
    exec 6<"$folder/card$card.lock"
    held 6 || fail "$folder/card$card.lock: flock failed" ;;
esac
by=$folder/card$card.by.$(id -u)
printf '%s %s\n' "$(date +%s)" "$who" >"$by" && exec 7<"$by" && flock 7
rm -f "$mine"
exec 9<&-
waited=$(($(date +%s) - began))
[ -z "$is_told" ] || [ $waited -lt 1 ] || echo "your turn, after $waited s" >&2
trap - EXIT HUP INT TERM
ONE_AT_A_TIME=$queue
export ONE_AT_A_TIME
if [ "$is_a_card" ]; then
    CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=$card
    export CUDA_DEVICE_ORDER CUDA_VISIBLE_DEVICES
fi
exec "$@"
