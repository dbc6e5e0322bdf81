#!/bin/sh
# site.sh: the course as a static site: README, all pages, what they link (sources, tables, pictures), and the players of
# $BUILD/players, in $SITE ($BUILD/site). It needs no network, and a script only for the search; links are relative, so any web server or
# none will do. pandoc makes the pages, page.lua their links; the file .made in the site lists what this script wrote
# there, and it removes nothing else.
# Exit codes: 0; 1 a page could not be made; 2 the folder is not ours; 3 pandoc is missing.

export LC_ALL=C
: "${AWK:=awk}" "${BUILD:=build}" "${SITE:=$BUILD/site}"
. common/course/script.sh
. common/learn/lib.sh
. common/teach/teach.sh
here=common/site
fail() { one_line "site: $*" >&2; exit 1; }

case $SITE in *"$newline"*) one_line "SITE=$SITE: a folder's name without line ends is needed" >&2; exit 2 ;; esac
case $SITE in -*) SITE=./$SITE ;; esac
SITE=${SITE%/}
if [ -e "$SITE" ] && [ ! -e "$SITE/.made" ]; then
    [ -d "$SITE" ] || { echo "SITE=$SITE: is no folder; name a new one, or leave SITE out: then it is $BUILD/site" >&2; exit 2; }
    [ -z "$(ls -A "$SITE")" ] || {
        echo "SITE=$SITE: has files that make site did not write; name a new folder, or leave SITE out: then it is $BUILD/site" >&2
        exit 2
    }
fi
needs pandoc "the site" site || exit 3
html=$(cat $here/html.awk)$newline # before an awk program of this script
temporary site
edition=$(sh common/course/version.sh) || exit 2
mkdir "$tmp/body" "$tmp/site" "$tmp/starters"
up() { printf '%s\n' "$1" | sed 's|[^/]*$||; s|[^/]*/|../|g'; } # from the page PATH to the first one

# ---- The contents, beside every page ------------------------------------------------------------------
sh common/course/course.sh >"$tmp/lessons" && sh common/course/declared.sh number part >"$tmp/part" &&
    sh common/course/declared.sh --parts part title >"$tmp/parts" || exit 2
$AWK -F '\t' -f $here/html.awk -f $here/contents.awk "$tmp/part" "$tmp/parts" "$tmp/lessons" docs/*.md >"$tmp/contents" || exit 1

players=' '
for player in "$BUILD"/players/play*.html; do
    [ -s "$player" ] || continue # empty: of a lesson that cannot be played
    player=$(basename "$player" .html)
    players="$players$player "
    mkdir -p "$tmp/site/play" && $AWK -v folder="$tmp/site/play" -f $here/shared.awk "$BUILD/players/$player.html" \
        >"$tmp/site/play/$player.html" || fail "no room for its players"
done

# What stands in BODY (HTML) as PATH of the site. TITLE is text. Beside sources, of which there are hundreds, stands only
# the way home.
echo '<p><a href="@ROOT@index.html">Contents</a></p>' >"$tmp/home"
whole_page() # PATH TITLE BODY [CONTENTS]
{
    mkdir -p "$tmp/site/$(dirname "$1")" || exit 1
    # shellcheck disable=SC2016 # fields of awk
    TITLE=$2 $AWK -v path="$1" -v root="$(up "$1")" -v body="$3" -v contents="${4:-$tmp/contents}" -v edition="$edition" \
        -f $here/html.awk -f $here/fill.awk $here/page.html >"$tmp/site/$1" || fail "$1 could not be written"
}

# ---- The pages, and those that they link -----------------------------------------------------------------
: >"$tmp/links"
ls README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/lessons/*.md >"$tmp/new"
: >"$tmp/pages"
while [ -s "$tmp/new" ]; do
    while IFS= read -r page; do
        [ -e "$page" ] || fail "$page is linked, but it is not there: see make pages"
        case $page in README.md) path=index.html ;; *) path=${page%.md}.html ;; esac
        SITE_PAGE=$page SITE_LINKS=$tmp/links SITE_PLAYERS=$players SITE_ROOT=$(up "$path") \
            pandoc -f gfm -t html5 -L $here/page.lua --columns=1000 "$page" -o "$tmp/body.html" || fail "$page: see above"
        title=$(sed -n '1s/^# *//p' "$page" | tr -d '`')
        $AWK -v path="$path" -v title="$title" -f $here/search.awk "$tmp/body.html" >>"$tmp/index"
        [ "$page" != README.md ] || sed -i '/<\/h1>/r '$here/start.html "$tmp/body.html"
        whole_page "$path" "$title" "$tmp/body.html"
    done <"$tmp/new"
    cat "$tmp/new" >>"$tmp/pages"
    sort -u "$tmp/links" | grep '\.md$' | grep -vxF -f "$tmp/pages" >"$tmp/new"
done

# ---- Folders that they link, a list each -------------------------------------------------------------------
sort -u "$tmp/links" | grep -v '\.md$' >"$tmp/linked"
cp "$tmp/linked" "$tmp/files"
while IFS= read -r path; do
    [ -e "$path" ] || fail "$path is linked, but it is not there: see $(grep -lF "$(basename "$path")" README.md docs/*.md docs/lessons/*.md | head -n 1)"
    [ -d "$path" ] || continue
    (cd "$path" && find . -type f) | sed 's|^\./||' | grep -v -e / -e '[[:cntrl:]]' | sort >"$tmp/in"
    sed "s|^|$path/|" "$tmp/in" >>"$tmp/files"
    {
        # shellcheck disable=SC2016 # fields of awk
        TITLE=$path $AWK "$html"'
            BEGIN { print "<h1>" html(ENVIRON["TITLE"]) "</h1><ul>" }
            { print "<li><a href=\"" url($0) ($0 ~ /\.(csv|png|svg)$/ ? "" : ".html") "\">" html($0) "</a></li>" }
            END { print "</ul>" }' "$tmp/in"
    } >"$tmp/body.html"
    whole_page "$path/index.html" "$path" "$tmp/body.html"
done <"$tmp/linked"

# ---- Sources: as they are, and as pages, all by one run of pandoc ----------------------------------------
# Exercises are their starters, whatever the teacher has solved.
count=0
: >"$tmp/paths" # of the sources, by their numbers
sort -u "$tmp/files" | while IFS= read -r path; do
    case /$path/ in */../* | //*) continue ;; esac # not of the course
    [ -f "$path" ] || continue
    from=$path
    case $path in
    exercises/*.cu)
        number=$(basename "$path")
        number=${number%%_*}
        find_exercise
        starter "$tmp/starters/$number" && from=$tmp/starters/$number || exit 1 ;;
    esac
    mkdir -p "$tmp/site/$(dirname "$path")" && cp "$from" "$tmp/site/$path" || exit 1
    case $path in *.csv | *.ipynb | *.png | *.svg) continue ;; esac
    case $path in
    *.cu | *.cuh | *.h) language=cpp ;;
    *.sh | *.sbatch | *.t) language=bash ;;
    *.awk) language='awk' ;;
    *.py) language=python ;;
    *) language=text ;;
    esac
    printf '%s\n' "$path" >>"$tmp/paths"
    count=$((count + 1))
    printf '%s\t%s\t%s\n' "$count" "$language" "$from"
done >"$tmp/list" && $AWK -F '\t' -f $here/sources.awk "$tmp/list" >"$tmp/sources.md" || fail "no room for it"
pandoc -f gfm -t html5 "$tmp/sources.md" -o "$tmp/sources.html" || fail "sources: see above"
# shellcheck disable=SC2016 # fields of awk
$AWK -v folder="$tmp/body" -v paths="$tmp/paths" "$html"'
    /^<!-- source [0-9]+ -->$/ { if (file) close(file); file = folder "/" ++count; begin(); next }
    file { gsub(/ id="cb[0-9]+-/, " id=\"L"); gsub(/<a href="#cb[0-9]+-[0-9]+"[^>]*><\/a>/, "")
        while (match($0, /<span class="op">[^<]*<\/span>/)) # operators look like other text
            $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + 17, RLENGTH - 24) substr($0, RSTART + RLENGTH)
        print >file
    }
    function begin(    path, name)
    {
        getline path <paths
        name = path
        sub(/.*\//, "", name)
        print "<h1>" html(path) "</h1>\n<p><a href=\"" url(name) "\" download>the file</a></p>\n<div class=\"numbered\">" >file
    }' "$tmp/sources.html" || fail "no room for it"
count=0
while IFS= read -r path; do
    count=$((count + 1))
    echo '</div>' >>"$tmp/body/$count"
    whole_page "$path.html" "$path" "$tmp/body/$count" "$tmp/home"
done <"$tmp/paths"
# With few colours pictures are a third of the size. Without pngquant they stay as they are.
! command -v pngquant >/dev/null || find "$tmp/site" -name '*.png' -print0 |
    xargs -0 -n 6 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" pngquant --force --skip-if-larger --speed 5 --ext .png 64 2>/dev/null
cp $here/site.css "$tmp/site/" && { echo 'const pages = ['; cat "$tmp/index"; echo '];'; } >"$tmp/site/search-index.js" ||
    fail "no room for it"
whole_page search.html Search $here/search.html

# ---- Into its place: what was there of an earlier one goes, anything else stays ------------------------------
(cd "$tmp/site" && find . -type f | sed 's|^\./||' | sort) >"$tmp/list"
mkdir -p "$SITE" 2>/dev/null && [ -w "$SITE" ] || fail "$SITE: cannot be written; SITE=FOLDER names another folder"
[ ! -e "$SITE/.made" ] || grep -vxF -f "$tmp/list" "$SITE/.made" | while IFS= read -r old; do
    case /$old in */../*) ;; *) rm -f "$SITE/$old" ;; esac
done
cat "$tmp/list" >>"$SITE/.made" && cp -R "$tmp/site/." "$SITE/" && cp "$tmp/list" "$SITE/.made" || fail "$SITE could not be written"
echo "site: $SITE/index.html: $(grep -c '\.html$' "$tmp/list") pages, $(echo "$players" | wc -w | tr -d ' ') of them players;" \
    "$(du -sk "$tmp/site" | $AWK '{ printf "%.0f MB", $1 / 1024 }')"
