#!/bin/sh
# make site: the pages, what they link, the players; nothing from the network, no dead link, nobody else's folder.
# Takes about 30 s of processor time, none where pandoc is missing.
. tests/lib.sh
: "${AWK:=awk}"
site=$tests_tmp/site
make_site() { "$MAKE" -s --no-print-directory site LESSONS="0.1 0.3" "$@"; }

# ---- What is refused, before anything is made -------------------------------------------------------
refuses() # NAME REGEX SITE
{
    says "$1" 2 "$2" env SITE="$3" sh common/site/site.sh
    is "$1: in one line" "$(grep -c . "$tests_tmp/out")" 1
}
mkdir "$tests_tmp/mine"
echo precious >"$tests_tmp/mine/thesis.txt"
refuses 'a folder that is not ours' "^SITE=$tests_tmp/mine: has files that make site did not write" "$tests_tmp/mine"
is 'nothing is lost' "$(cat "$tests_tmp/mine/thesis.txt")" precious
refuses 'a folder of the course' '^SITE=docs: has files' docs
refuses 'a file' '^SITE=README.md: is no folder' README.md
refuses 'a line end' '^SITE=a b: a folder' 'a
b'
says 'an unknown part of what is installed' 2 '^deps: PART=web: must be slides, site, 7, or left out$' env PART=web sh common/setup/deps.sh
says 'an unknown lesson' 2 'LESSONS=99: there is no such lesson' "$MAKE" -s site LESSONS=99
mkdir "$tests_tmp/bin"
for tool in sh awk sed dirname mktemp rm tr grep mkdir ls; do ln -s "$(command -v $tool)" "$tests_tmp/bin/$tool"; done
says 'without pandoc: its package' 3 '^pandoc is missing, so the site cannot be made: make deps PART=site' \
    env PATH="$tests_tmp/bin" SITE="$site" sh common/site/site.sh
ok 'and nothing is made' test ! -e "$site"

# ---- What stands in a source, and its name, is text ----------------------------------------------------
printf 'int a;\n~~~~~~~~~~~~~~~~~~~~\n<script>alert(1)</script>\n<!-- source 9 -->\n~~~~~~~~~~~~~~~~~~~~~~~~~~\nno end' >"$tests_tmp/fence.cu"
printf '1\tcpp\t%s\n2\ttext\t%s\n' "$tests_tmp/fence.cu" README.md >"$tests_tmp/list"
$AWK -F '\t' -f common/site/sources.awk "$tests_tmp/list" >"$tests_tmp/sources.md"
is 'no line of a source ends its fence' "$($AWK '
    !fence && /^~~~/ { fence = $1; next }
    fence && index($0, fence) { fence = ""; next } # as Markdown has it: as long, or longer
    !fence && NF' "$tests_tmp/sources.md" | tr '\n' ' ')" '<!-- source 1 --> <!-- source 2 --> '
is 'and all of it is there' "$(grep -c 'no end$\|source 9\|<script>' "$tests_tmp/sources.md")" 3
is 'a name is no markup and no other path' "$($AWK "$(cat common/site/html.awk)"'
    BEGIN { t = "a:b\"><img src=x>#%?&.cu"; print url(t) " " html(t) }')" \
    'a%3Ab&quot;&gt;&lt;img%20src=x&gt;%23%25%3F&amp;.cu a:b&quot;&gt;&lt;img src=x&gt;#%?&amp;.cu'
if ! command -v pandoc >/dev/null 2>&1; then
    skip 'the site' 'pandoc is missing: make deps PART=site'
    done_testing
    exit
fi

# ---- The site ------------------------------------------------------------------------------------------
mkdir -p "$site/docs"
printf '%s\n' docs/gone.html ../mine/thesis.txt >"$site/.made" # as if an earlier one had it
echo old >"$site/docs/gone.html"
echo mine >"$site/notes.txt"
says 'make site' 0 "^site: $site/index.html: [0-9]+ pages, [0-9]+ of them players" make_site SITE="$site"
is 'every page is there' "$(ls README.md docs/*.md docs/lessons/*.md | sed 's/^README.md$/index.md/; s/md$/html/' | while IFS= read -r page; do
    [ -s "$site/$page" ] || echo "$page"; done)" ''
is 'what an earlier one had is gone' "$(ls "$site/docs" | grep -c gone)" 0
is 'anything else stays' "$(cat "$site/notes.txt") $(cat "$tests_tmp/mine/thesis.txt")" 'mine precious'
(cd "$site" && find . -type f ! -name .made ! -name notes.txt | sed 's|^\./||' | sort) >"$tests_tmp/files"
ok 'it knows what is its own' diff "$site/.made" "$tests_tmp/files"
page=$site/docs/lessons/0.3_shared_memory_and_barrier.html
is 'a lesson links its player, with a button' "$(grep -c '<a href="../../play/play0.3.html" class="player">play it here (<code>make play0.3</code>)</a>' "$page")" 1
is 'players share their script and style' "$(grep -c 'src="player.js"\|href="player.css"' "$site/play/play0.3.html") $(grep -c '^"use strict"\|addEventListener' "$site/play/play0.3.html")" '2 0'
ok 'which are there' test -s "$site/play/player.js" -a -s "$site/play/player.css"
is 'pictures have a size' "$(cat "$site"/index.html "$site"/docs/lessons/*.html | grep -o '<img [^>]*>' | grep -vc 'width="[0-9]*" height="[0-9]*"')" 0
is 'the first page says where to start' "$(grep -c '<strong>Start here</strong>' "$site/index.html")" 1
for link in $(sed -n 's/.*href="\([^"]*\)".*/\1/p' common/site/start.html); do ok "$link is there" test -s "$site/$link"; done
if command -v chromium >/dev/null 2>&1; then
    search() # WORDS+WITH+PLUSES
    {
        timeout 60 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom "file://$site/search.html?q=$1" \
            2>/dev/null >"$tests_tmp/search"
        sed -n 's/.*<p id="said">\([^<]*\)<.*/\1/p' "$tests_tmp/search"
    }
    is 'a search finds' "$(search 'bank+conflict' | grep -cE '^[0-9]+ places\.$')" 1
    is 'the lesson first' "$(grep -o '<li><a href="[^"]*">' "$tests_tmp/search" | head -n 1 | grep -c 'docs/lessons/01_bank_conflicts.html')" 1
    is 'or says that there is nothing' "$(search 'no%3Cb%3Esuch')" 'Nothing has “no&lt;b&gt;such”.'
else
    skip 'a search' 'chromium is missing'
fi
ok 'which is there' test -s "$site/play/play0.3.html"
ok 'what cannot be played has none' test ! -e "$site/play/play0.1.html"
is 'its source has lines' "$(grep -c 'id="L10"' "$site/lessons/0.3_shared_memory_and_barrier.cu.html")" 1
ok 'and is there as it is' cmp lessons/0.3_shared_memory_and_barrier.cu "$site/lessons/0.3_shared_memory_and_barrier.cu"
size_of() { head -c 24 "$1" | od -A n -t x1; } # a png's first 24 bytes say what it is, and its width and height
is 'a picture of the same size' "$(size_of "$site/docs/lessons/figures/picture00.png")" "$(size_of docs/lessons/figures/picture00.png)"
is 'the page itself is marked in the contents' "$(grep -c 'aria-current="page" href="../../docs/lessons/0.3_' "$page")" 1
is 'the checks of answers are no text' "$(grep -l -e '<!-- check' -e '<!-- slide' "$site"/docs/*.html "$site"/docs/lessons/*.html)" ''
is 'the edition' "$(grep -c "Edition $(sh common/course/version.sh)\\." "$page")" 1
is 'nothing comes from the network' "$(find "$site" -name '*.html' -exec grep -l -E '<(script|img|iframe|link)[^>]*(src|href)="(https?:)?//' {} + )" ''
is 'nor in the style' "$(grep -c -E '@import|url\(' "$site/site.css")" 0

# Exercises are published as they began, whatever was solved here.
ok 'an exercise is its starter' sh -c '
    . common/learn/lib.sh; number=0.3; find_exercise
    starter "$1/starter" && cmp "$1/starter" "$2/exercises/$stem.cu"' sh "$tests_tmp" "$site"

# ---- Dead links -----------------------------------------------------------------------------------------
anchors() # prints links to places that no page has
{
    (cd "$site" && $AWK '
        {
            line = $0
            while (match(line, / id="[^"]*"/)) { id[FILENAME "#" substr(line, RSTART + 5, RLENGTH - 6)]; line = substr(line, RSTART + RLENGTH) }
            line = $0
            while (match(line, / href="[^":]*#[^"]*"/)) {
                to = substr(line, RSTART + 7, RLENGTH - 8)
                line = substr(line, RSTART + RLENGTH)
                file = FILENAME
                if (to ~ /^#/) to = file to
                else {
                    sub(/[^\/]*$/, "", file)
                    to = file to
                    while (match(to, /[^\/.][^\/]*\/\.\.\//)) to = substr(to, 1, RSTART - 1) substr(to, RSTART + RLENGTH)
                }
                wanted[to] = wanted[to] " " FILENAME
            }
        }
        END { for (to in wanted) if (!(to in id)) print wanted[to] ": " to }' index.html C*.html docs/*.html docs/lessons/*.html)
}
is 'every place that is linked exists' "$(anchors)" ''
cp "$site/docs/glossary.html" "$tests_tmp"
sed 's/ id="barrier"//' "$tests_tmp/glossary.html" >"$site/docs/glossary.html"
ok 'and one that is gone would be told' test "$(anchors | grep -c '#barrier$')" = 1
cp "$tests_tmp/glossary.html" "$site/docs/glossary.html"

if command -v linkchecker >/dev/null 2>&1; then
    chmod 755 "$tests_tmp" # as root it reads as nobody
    check_links() { linkchecker --no-status --no-warnings -o text "$site/index.html" 2>&1; }
    ok 'no dead link' check_links
    ok 'many were looked at' test "$(sed -n "s/.* \([0-9]*\) links in .*/\1/p" "$tests_tmp/out")" -gt 500
    echo '<!DOCTYPE html><title>t</title><a href="nothing.html">x</a>' >"$tests_tmp/dead.html"
    says 'and one would be told' 1 'nothing\.html' linkchecker --no-status --no-warnings -o text "$tests_tmp/dead.html"
else
    skip 'no dead link' 'linkchecker is missing'
fi

# ---- The links of a page ------------------------------------------------------------------------------
printf '# T\n\n[a](docs/x.md#y) [b](lessons/00_x.cu) [c](tests/gallery) `make play7` `make play8` [d](https://e.f/g.md)\n\n<!-- check: a => b -->\n' >"$tests_tmp/t.md"
: >"$tests_tmp/links"
is 'what becomes of links' "$(SITE_PAGE=README.md SITE_LINKS=$tests_tmp/links SITE_PLAYERS=' play7 ' SITE_ROOT= pandoc -f gfm -t html5 \
    -L common/site/page.lua --wrap=none "$tests_tmp/t.md" | grep -o 'href="[^"]*"' | tr '\n' ' ')" \
    'href="docs/x.html#y" href="lessons/00_x.cu.html" href="tests/gallery/index.html" href="play/play7.html" href="https://e.f/g.md" '
is 'and what they need' "$(tr '\n' ' ' <"$tests_tmp/links")" 'docs/x.md lessons/00_x.cu tests/gallery '
done_testing
