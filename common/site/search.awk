# search.awk: what the search looks through. Of a page that pandoc made, a line for each of its parts: address, title of the
# page, heading, text, as a JavaScript array with a comma behind it.
#   awk -v path=docs/x.html -v title=TITLE -f search.awk BODY.html

/<h[1-2][^>]* id="/ {
    flush()
    id = $0
    sub(/.*<h[1-2][^>]* id="/, "", id)
    sub(/".*/, "", id)
    heading = plain($0)
    next
}
{ text = text " " plain($0) }
END { flush() }

function plain(line)
{
    gsub(/<[^>]*>/, "", line)
    gsub(/&lt;/, "<", line)
    gsub(/&gt;/, ">", line)
    gsub(/&quot;/, "\"", line)
    gsub(/&amp;/, "\\&", line)
    return line
}

function quoted(t)
{
    gsub(/[[:space:]]+/, " ", t)
    gsub(/[[:cntrl:]]/, "", t)
    gsub(/\\/, "\\\\", t)
    gsub(/"/, "\\\"", t)
    gsub(/</, "\\u003c", t)
    return "\"" t "\""
}

function flush()
{
    if (heading text ~ /[^ ]/)
        print "[" quoted(path (id == "" ? "" : "#" id)) "," quoted(title) "," quoted(heading) "," quoted(text) "],"
    text = ""
}
