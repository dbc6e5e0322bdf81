#!/bin/sh
# player.sh NN FILE: the player of lesson NN for the site, as make playNN writes it without any options. Of a program in
# which there is nothing to play, FILE is empty.

export LC_ALL=C
. common/course/script.sh
temporary player
mkdir -p "$(dirname "$2")" || exit 1
env -u BLOCK -u N -u KERNEL -u FILE -u ARGS -u INSPECT -u VALUES PLAY_FOLDER="$tmp" sh plots/play.sh "$1" >"$tmp/said" 2>&1 ||
    grep -q 'nothing to play' "$tmp/said" && : >"$tmp/none" || { cat "$tmp/said" >&2; exit 1; }
for page in "$tmp"/*.html "$tmp/none"; do
    [ -e "$page" ] && cp "$page" "$2.$$" && mv -f "$2.$$" "$2" && exit
done
rm -f "$2.$$"
echo "$2: could not be written" >&2
exit 1
