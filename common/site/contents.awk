# contents.awk: the site's contents, as HTML with @ROOT@ before each path.
#   awk -F '\t' -f contents.awk PART-OF-EACH-LESSON PARTS LESSONS docs/*.md
# The first three are of declared.sh and course.sh: number and part; part and title; number, stem, title, kind.

FNR == 1 { file++; named = 0 }
file == 1 { part[$1] = $2; next }
file == 2 { title[$1] = $2; next }
file == 3 {
    of = $1 in part ? part[$1] ". " title[part[$1]] : "From zero"
    if (of != current) {
        if (current == "")
            print item("index.html", "Home", "<ul>") "</ul>"
        else
            print "</ul>"
        print "<h2>" of "</h2>\n<ul>"
        current = of
    }
    print item("docs/lessons/" $2 ".html", $1 " " $3, "")
    next
}
FNR == 1 && file == 4 { print "</ul>\n<h2>More</h2>\n<ul>" }
/^# / && !named {
    named = 1
    path = FILENAME
    sub(/\.md$/, ".html", path)
    print item(path, substr($0, 3), "")
}
END { print item("CONTRIBUTING.html", "Contributing", "") "\n" item("CHANGELOG.html", "Changes", "") "\n</ul>" }

function item(path, text, before)
{
    gsub(/`/, "", text)
    return before "<li><a href=\"@ROOT@" url(path) "\">" html(text) "</a></li>"
}
