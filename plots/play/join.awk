# join.awk: one HTML file from page.html, what it includes, and a trace (inspect --trace).
#   LC_ALL=C TITLE=... FROM=... awk -v folder=plots/play -v trace=FILE -f join.awk plots/play/page.html
# Each source that the trace names gets its text from there; one that cannot be read has none.

function fail(text) { print "join.awk: " text > "/dev/stderr"; failed = 1; exit 1 }

# What gsub() puts in place of a backslash differs from awk to awk.
function replaced(text, what, by,    done, at)
{
    while ((at = index(text, what))) {
        done = done substr(text, 1, at - 1) by
        text = substr(text, at + length(what))
    }
    return done text
}

# As in JSON
function quoted(text)
{
    text = replaced(replaced(text, "\\", "\\\\"), "\"", "\\\"")
    text = replaced(text, "\t", "    ")
    gsub(/[\001-\037]/, " ", text)
    return "\"" text "\""
}

# So that no text ends the script that it stands in
function harmless(text) { return replaced(replaced(text, "</", "<\\/"), "<!--", "<\\u0021--") }

function in_html(text) { return replaced(replaced(text, "&", "&amp;"), "<", "&lt;") }

function include(file,    line, got)
{
    while ((got = (getline line < file)) > 0)
        print line
    if (got < 0)
        fail(file ": cannot be read")
    close(file)
}

# {"source":0,"name":"lessons/05.cu"} gets ,"text":["line", ...]
function with_text(line,    file, text, rest, n) # n: lines
{
    file = line
    sub(/^.*"name":"/, "", file)
    sub(/"}$/, "", file)
    file = replaced(replaced(file, "\\\"", "\""), "\\\\", "\\")
    rest = ""
    while ((getline text < file) > 0) {
        sub(/\r$/, "", text)
        rest = rest (n++ ? "," : "") quoted(text)
    }
    close(file)
    sub(/}$/, "", line)
    return line (n ? ",\"text\":[" rest "]" : "") "}"
}

function include_trace(    line, before)
{
    while ((getline line < trace) > 0) {
        if (line ~ /^\{"trace":/)
            line = "{\"from\":" quoted(ENVIRON["FROM"]) "," substr(line, 2)
        if (line ~ /^\{"source":/)
            line = with_text(line)
        if (before != "")
            print harmless(before) ","
        before = line
    }
    if (before == "")
        fail(trace ": no steps in it")
    print harmless(before)
}

/^@include the run$/ { include_trace(); next }
/^@include / { include(folder "/" $2); next }
{
    if ((i = index($0, "@TITLE@")))
        $0 = substr($0, 1, i - 1) in_html(ENVIRON["TITLE"]) substr($0, i + 7)
    print
}
