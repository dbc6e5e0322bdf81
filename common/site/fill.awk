# fill.awk: page.html with a page in it. -v path= of the page in the site, -v root= what leads to the first one, -v body= and
# contents= files of HTML, -v edition=; the title is text, from the environment.

/^@BODY@$/ { while ((getline line < body) > 0) print line; next }
/^@CONTENTS@$/ {
    while ((getline line < contents) > 0) {
        at = index(line, "href=\"@ROOT@" path "\"")
        if (at)
            line = substr(line, 1, at - 1) "aria-current=\"page\" " substr(line, at)
        gsub(/@ROOT@/, root, line)
        print line
    }
    next
}
{
    gsub(/@ROOT@/, root)
    gsub(/@EDITION@/, edition)
    at = index($0, "@TITLE@")
    if (at)
        $0 = substr($0, 1, at - 1) html(ENVIRON["TITLE"]) substr($0, at + 7)
    print
}
