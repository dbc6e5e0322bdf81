# deck.awk: the slides: how much of an answer one holds, how large its letters are, and its notes. Used by slides.awk.

function slide(heading, body, spoken)
{
    gsub(/ %/, "\302\240%", body)
    headings[++slides] = heading
    bodies[slides] = body
    notes[slides] = spoken
}

function print_slides(    i)
{
    for (i = 1; i <= slides; i++) {
        print "\n# " headings[i] "\n\n" (i == 1 ? "::: lesson\n" title "\n:::\n\n" : "") bodies[i]
        if (notes[i] != "")
            print "\n::: notes\n" notes[i] "\n:::"
    }
}

# Without what is for a reader alone at a desk
function in_a_room(question)
{
    gsub(/\n/, " ", question)
    sub(/ With a GPU[^:]*: .*On a laptop: .*/, "", question)
    return question
}

# An answer's first paragraph, without the tables and listings before it
function words(what)
{
    sub(/^\n+/, "", what)
    while (what ~ /^(\||```)/)
        sub(/^([^\n]+\n)+\n*/, "", what)
    sub(/\n\n.*/, "", what)
    gsub(/\n/, " ", what)
    return what
}

# As many of the first sentences as have room, but one
function sentences(what, most,    done, next_one)
{
    done = beginning(what, 1)
    what = substr(what, length(done) + 1)
    while (what ~ /[^ ]/ && length(done) + length(next_one = beginning(what, 1)) <= most) {
        done = done next_one
        what = substr(what, length(next_one) + 1)
    }
    return done
}

# Sizes, in pixels of a slide of 1280 x 720 (slides.css): as large as there is room for, and never below 32 for words and 27
# for a listing or a table, which are 24 and 20 points.
function px(size, least, most) { return sprintf("%.0f", size < least ? least : size > most ? most : size) }
function sized(what, below) { return "::: {style=\"font-size:" px(root(1000 * (590 - below) / length(what)), 32, 50) "px\"}\n" what "\n:::\n" }
function root(x,    r, i) { for (r = x; i < 30; i++) r = (r + x / r) / 2; return r } # some awks have no sqrt()
function listed(what, language,    line, count, i, width)
{
    count = split(what, line, "\n") - 1
    for (i = 1; i <= count; i++)
        if (length(line[i]) > width)
            width = length(line[i])
    return "\n``` {." language " style=\"font-size:" px(least(1130 / (0.603 * width), (650 - top()) / (1.3 * count)), 27, language == "sh" ? 30 : 44) "px\"}\n" what "```\n"
}
function tabled(what,    row, rows, cell, cells, i, j, wide, width, word, words_of, w)
{
    rows = split(what, row, "\n")
    for (j = 2; j <= split(row[1], cell, "|") - 1; j++) {
        wide = 0
        for (i = 1; i <= rows; i++) {
            cells = split(row[i], cell, "|")
            gsub(/^ +| +$|[`*]/, "", cell[j])
            words_of = split(cell[j], word, i == 1 ? " " : "\n") # a heading may be broken
            for (w = 1; i != 2 && w <= words_of; w++)
                if (length(word[w]) > wide)
                    wide = length(word[w])
        }
        width += wide + 2
    }
    return "::: {style=\"font-size:" px(least(1900 / width, (700 - top()) / (1.9 * rows)), 27, 44) "px\"}\n\n" what "\n\n:::\n"
}
function pictured(what) { return "\n" what "{style=\"max-height:" 700 - top() "px\"}\n" }
# What the heading takes of a slide, and above the first one the lesson's title
function top() { return 110 + (length(head) > 46 ? 50 : 0) + (slides ? 0 : 50) }
function least(a, b) { return a < b ? a : b }
