# deps.awk: names in a dependency file as make needs them. POSIX awk, run with LC_ALL=C.
#
#   LIST=FILE HERE=FOLDER awk -f deps.awk DEPENDENCIES
#
# The compiler has seen copies of files, in a folder that is gone soon: LIST has a line for each, with the file, a tab,
# and its copy. Here the files get their names back. What lies in FOLDER gets a name relative to it, so that odd
# characters in the folder's own name do no harm. In all names, what has a meaning for make is quoted; a name that
# cannot be quoted, one with ; or = or |, is left out.

BEGIN {
    while ((getline line < ENVIRON["LIST"]) > 0) {
        tab = index(line, "\t")
        original[substr(line, tab + 1)] = substr(line, 1, tab - 1)
    }
    here = ENVIRON["HERE"] "/"
}

# A rule may go on over several lines.
{
    if (sub(/\\$/, "")) { rule = rule $0 " "; next }
    print_rule(rule $0)
    rule = ""
}

# The targets of the first rule are what -MT said, and stay. Each rule after it is one of -MP: a file and a colon.
function print_rule(rule,    word, is_target, out) {
    rules++
    is_target = 1
    while (match(rule, /([^ \t\\]|\\.)+/)) {
        word = substr(rule, RSTART, RLENGTH)
        rule = substr(rule, RSTART + RLENGTH)
        if (is_target && rules > 1) {
            if (!sub(/:$/, "", word) || (word = quoted(name(word), "%")) == "") return
            word = word ":"
        } else if (!is_target && (word = quoted(name(word), "")) == "") continue
        if (word ~ /:$/) is_target = 0
        out = out (out == "" ? "" : " \\\n ") word
    }
    if (out != "") print out
}

# What the compiler means by a word of its rule
function name(word,    out) {
    gsub(/\$\$/, "$", word)
    while (match(word, /\\[ \t#:]/)) {
        out = out substr(word, 1, RSTART - 1) substr(word, RSTART + 1, 1)
        word = substr(word, RSTART + 2)
    }
    word = out word
    if (word in original) word = original[word]
    if (index(word, here) == 1) word = substr(word, length(here) + 1)
    return word
}

function quoted(text, more,    i, c, out) {
    if (text ~ /[;|=]/) return ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        out = out (c == "$" ? "$" : index(" \t#:*?[" more, c) ? "\\" : "") c
    }
    return out
}
