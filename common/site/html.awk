# html.awk: text in HTML. Used before another script.
#   html(t)   t as text, or as the value of an attribute in double quotes
#   url(t)    a path as a relative link, for such a value

function html(t) { gsub(/&/, "\\&amp;", t); gsub(/</, "\\&lt;", t); gsub(/>/, "\\&gt;", t); gsub(/"/, "\\&quot;", t); return t }
function url(t)
{
    gsub(/%/, "%25", t); gsub(/#/, "%23", t); gsub(/[?]/, "%3F", t); gsub(/ /, "%20", t); gsub(/:/, "%3A", t)
    return html(t)
}
