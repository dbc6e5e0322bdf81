# terms.awk: prints a page with each word of the glossary linked where the page uses it first.
#   awk -v to=../glossary.md -f terms.awk docs/glossary.md PAGE
# The words are the glossary's headings `### word` or `### word, another form`; a plural counts as well. Links
# to the glossary are this script's own: it takes out those that are there, and sets them again. Nothing is
# linked in headings, code, tables, links, comments, summaries of folded parts, the page's line of links, and its
# further reading.

NR == FNR {
    if (/^### /)
        note_word(substr($0, 5))
    next
}
FNR == 1 { sort_words() }
/^```/ { code = !code }
/^<!-- exercises:begin -->$/ { generated = 1 }
/^<!-- exercises:end -->$/ { generated = 0 }
/^## / { sources = $0 == "## Further reading" } # titles
!code && /^ *<!--/ { comment = 1 }
comment { comment = !/-->/; print; next }
code || generated || sources || FNR <= 4 || /^```/ || /^#/ || /^\|/ || /<summary>/ || /^    / { print; next }
{
    line = without_links($0)
    print with_links(line)
    goes_on = blank(tolower(line), "`[^`]*`") ~ /\[[^]]*$/
}

function note_word(heading,    forms, form, i, anchor)
{
    anchor = tolower(heading)
    gsub(/[^a-z0-9 -]/, "", anchor)
    gsub(/ /, "-", anchor)
    forms = split(heading, form, ", ")
    for (i = 1; i <= forms; i++) {
        word[++words] = tolower(form[i])
        anchor_of[words] = anchor
    }
}

# The longest first, so that "bank conflict" is found before "bank".
function sort_words(    i, k, w, a)
{
    for (i = 2; i <= words; i++) {
        w = word[i]; a = anchor_of[i]
        for (k = i - 1; k > 0 && length(word[k]) < length(w); k--) {
            word[k + 1] = word[k]; anchor_of[k + 1] = anchor_of[k]
        }
        word[k + 1] = w; anchor_of[k + 1] = a
    }
}

function without_links(line,    at, rest, text)
{
    while ((at = index(line, "](" to "#")) > 0) {
        rest = substr(line, at + 2)
        text = substr(line, 1, at - 1)
        match(text, /\[[^\[]*$/)
        line = substr(text, 1, RSTART - 1) substr(text, RSTART + 1) substr(rest, index(rest, ")") + 1)
    }
    return line
}

# The line in small letters, with "." in place of what must not be linked: code, links, pictures, addresses.
function hidden(line)
{
    line = tolower(line)
    line = blank(line, "`[^`]*`")
    line = blank(line, "!?\\[[^]]*\\]\\([^)]*\\)")
    line = blank(line, "<[^>]*>")
    if (goes_on)                  # a link that began in the line before
        line = blank(line, "^[^]]*\\]\\([^)]*\\)")
    sub(/`.*/, "", line)          # code, a link or a picture that goes on in the next line
    sub(/!?\[[^]]*$/, "", line)
    return line
}
function blank(line, what,    dots)
{
    while (match(line, what)) {
        dots = sprintf("%" RLENGTH "s", "")
        gsub(/ /, ".", dots)
        line = substr(line, 1, RSTART - 1) dots substr(line, RSTART + RLENGTH)
    }
    return line
}

function with_links(line,    seen, i, k, at, size, link)
{
    seen = hidden(line)
    for (i = 1; i <= words; i++) {
        at = anchor_of[i] in linked ? 0 : find(word[i], seen)
        if (at) {
            size = found_length
            linked[anchor_of[i]]
            link = "[" substr(line, at, size) "](" to "#" anchor_of[i] ")"
            line = substr(line, 1, at - 1) link substr(line, at + size)
            seen = hidden(line)
            for (k = 1; k < i; k++)
                seen = without(seen, word[k])
        }
        seen = without(seen, word[i]) # no part of it is a word by itself, as "device" of "CPU device"
    }
    return line
}

function without(line, what,    at)
{
    while ((at = find(what, line)) > 0)
        line = substr(line, 1, at - 1) sprintf("%" found_length "s", "") substr(line, at + found_length)
    return line
}

# Where the word stands alone, or with an s; 0: nowhere. Sets found_length.
function find(what, line,    from, at, before, after)
{
    from = 1
    while ((at = index(substr(line, from), what)) > 0) {
        at += from - 1
        before = at > 1 ? substr(line, at - 1, 1) : " "
        found_length = length(what)
        if (substr(line, at + found_length, 1) == "s")
            found_length++
        after = substr(line, at + found_length, 1)
        if (before !~ /[a-z0-9_-]/ && after !~ /[a-z0-9_-]/)
            return at
        from = at + 1
    }
    return 0
}
