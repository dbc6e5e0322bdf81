# text.awk: what the scripts of this folder do with lines of a page.
#
#   without_links(TEXT)        Markdown without its links, but for pictures and addresses (http...), which stay
#   linked(TEXT, FOLDER, PAGE, ROOT)   with its relative links as they must be somewhere else. FOLDER is where the text
#                              comes from, with a / behind it; a link to a place in its own PAGE names the page; ROOT
#                              goes before each path from the repository's root
#   beginning(TEXT, LENGTH)    its first sentence, and as many more as it takes to have LENGTH characters
#   outdented(LINE, COUNT)     without its first COUNT blanks, or as many as there are

function without_links(text,    done, at)
{
    done = ""
    while (match(text, /!?\[[^][]*\]\([^)]*\)/)) {
        at = substr(text, RSTART, RLENGTH)
        done = done substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (at !~ /^!/ && at !~ /\]\(https?:/) {
            sub(/\]\([^)]*\)$/, "", at)
            sub(/^\[/, "", at)
        }
        done = done at
    }
    return done text
}

function beginning(text, enough,    done, after)
{
    done = ""
    while (match(text, /[.?!][)"*]*[ \n]+[("*`]*[A-Z0-9]/)) {
        after = RSTART
        while (substr(text, after, 1) !~ /[ \n]/)
            after++
        done = done substr(text, 1, after - 1)
        text = substr(text, after)
        if (length(done) >= enough)
            return done
    }
    return done text
}

function linked(text, folder, page, root,    done, target)
{
    done = ""
    while (match(text, /\]\([^)]*\)/)) {
        target = substr(text, RSTART + 2, RLENGTH - 3)
        done = done substr(text, 1, RSTART + 1)
        text = substr(text, RSTART + RLENGTH)
        if (target ~ /^#/)
            target = root page target
        else if (target !~ /^[a-z]+:/)
            target = root from_root(folder target)
        done = done target ")"
    }
    return done text
}

function from_root(path,    part, count, i, kept, place)
{
    count = split(path, part, "/")
    kept = 0
    for (i = 1; i <= count; i++) {
        if (part[i] == ".." && kept > 0)
            kept--
        else if (part[i] != "." && part[i] != "")
            part[++kept] = part[i]
    }
    place = ""
    for (i = 1; i <= kept; i++)
        place = place (i > 1 ? "/" : "") part[i]
    return place
}

function outdented(line, count)
{
    while (count-- > 0 && substr(line, 1, 1) == " ")
        line = substr(line, 2)
    return line
}
