# slides.awk: a lesson's page as slides, in pandoc's Markdown: a heading is a slide, ::: notes are the speaker's.
#   awk -v number=05 -v title="Lesson 05: ..." -f text.awk -f slides.awk docs/lessons/05_x.md
# One idea on each: of a paragraph the first sentences, with the picture or program below it; all of it is in the notes.
#   The task, The program         a slide for each paragraph and each picture
#   Predict                       a slide for each question, the commands, then a slide for each answer
#   Your turn                     the exercises
#   The lines that changed        each program in the first folded part
#   Look inside, What it printed  the pictures, and the first table
#   Questions                     a slide for each, the answer in the notes
#   Further reading               nothing
#   any other (Why ...)           one slide, with the beginning of each paragraph

FNR <= 3 { next }
indent > 0 { $0 = outdented($0, indent) }
/^ *<!-- check: / { next }
/^```/ { fence(); next }
code { program = program $0 "\n"; lines++; if (length($0) > width) width = length($0); next }
/^## / { end_block(); end_section(); section = substr($0, 4); next }
/^### / { end_block(); flush(); part = substr($0, 5); next }
match($0, /^ *<details><summary>/) { end_block(); open_fold(); next }
/<\/details>/ { end_block(); fold = answer = ""; indent = 0; next }
/^<!-- exercises:begin -->$/ { end_block(); listing = 1; next }
/^<!-- exercises:end -->$/ { end_block(); listing = 0; next }
/^ *$/ { end_block(); next }
/^<!--/ { next }
{
    kind = kind_of($0)
    if (kind != block)
        end_block()
    block = kind
    text = text (text == "" ? "" : "\n") $0
}
END { end_block(); end_section() }

function kind_of(line)
{
    if (block == "question" || block == "list")
        return line ~ /^[0-9]+\. |^- / ? next_item(line) : block
    if (line ~ /^ *\|/)
        return "table"
    if (line ~ /^!\[/)
        return "image"
    return line ~ /^[0-9]+\. / && asks() ? "question" : line ~ /^- / ? "list" : "paragraph"
}
# Each question is a block of its own; a list is one.
function next_item(line) { if (line ~ /^[0-9]/) end_block(); return line ~ /^- / ? "list" : asks() ? "question" : "list" }
function asks() { return section == "Predict" || section == "Questions" }

function open_fold()
{
    fold = $0
    sub(/.*<summary>/, "", fold)
    sub(/<\/summary>.*/, "", fold)
    folds++
    indent = match($0, /[^ ]/) - 1
    answer = fold ~ /^Answer [0-9]+$/ && asks() ? substr(fold, 8) + 0 : ""
}

function fence()
{
    if (!code) {
        end_block()
        code = 1
        language = substr($0, 4)
        program = ""
        lines = width = 0
    } else {
        code = 0
        shown("\n``` {." (language == "" ? "drawing" : language) " style=\"font-size:" size(lines, width) "px\"}\n" program "```\n", "code")
    }
}
# As large as there is room for: 1090 px for its longest line, whose letters are 0.61 of the size wide, and 410 px for its
# lines, 1.3 of it high; a page of slides.css less its margins, the heading and a sentence. Not larger than the text. A
# single long line is broken instead.
function size(lines, width,    most)
{
    most = 25
    if (most * 0.61 * width > 1090)
        most = lines == 1 && width > 110 ? 20 : 1090 / (0.61 * width)
    if (most * 1.3 * lines > 410)
        most = 410 / (1.3 * lines)
    return sprintf("%.1f", most - 0.05)
}

# What has been read since the last empty line
function end_block(    what)
{
    what = without_links(text)
    text = ""
    if (block == "" || what == "") {
        block = ""
        return
    }
    if (block == "paragraph")
        gsub(/\n */, " ", what) # a line that begins with "1024." would be a list
    if (block == "image")
        shown("\n" what "\n", "image")
    else if (block == "table")
        shown("\n" what "\n", "table")
    else
        said(what, block)
    block = ""
}

function said(what, kind)
{
    if (answer != "") {
        answers[answer] = answers[answer] "\n" what "\n"
        return
    }
    if (kind == "question") {
        questions[++asked] = what
        sub(/^[0-9]+\. +/, "", questions[asked])
        gsub(/\n +/, "\n", questions[asked])
    } else if (listing) {
        if (kind == "list")
            exercises = exercises what "\n"
    } else if (fold == "" && (section == "The task" || section == "The program")) {
        if (kind == "paragraph") {
            flush()
            waiting = what
        } else
            shown("\n" what "\n", kind)
    } else if (fold == "" && section == "Your turn")
        turn = turn (turn == "" ? "" : "\n\n") what
    else if (fold == "" && kind == "paragraph" && told_in_short()) {
        points = points "- " beginning(what, 60) "\n"
        pointed = pointed "\n" what "\n"
    }
}
function told_in_short() { return !asks() && section != "Further reading" && section !~ /^(Look inside|What it printed|The lines that changed)$/ }

# A picture, a program, a table or a list
function shown(what, kind)
{
    if (answer != "")
        answers[answer] = answers[answer] what
    else if (listing)
        return
    else if (section == "The task" || section == "The program") {
        if (fold == "") {
            slide(heading(waiting), (waiting == "" ? "" : beginning(unnamed(waiting), 40) "\n") what, waiting)
            waiting = ""
        }
    } else if (section == "Predict" && kind == "code")
        commands = commands what
    else if (section == "The lines that changed" && folds <= 1)
        slide(section, what, "")
    else if ((section == "What it printed" || section == "Look inside") && kind == "image")
        slide(section, "::: alone\n" what "\n:::", "")
    else if ((section == "What it printed" || section == "Look inside") && kind == "code" && language != "sh" && !printed++)
        slide(section, what, "")
}

# A paragraph may name its idea in bold at its beginning.
function heading(paragraph)
{
    if (match(paragraph, /^\*\*[^*]*\*\*/)) {
        paragraph = substr(paragraph, 3, RLENGTH - 4)
        sub(/[.?]$/, "", paragraph)
        return paragraph
    }
    return section == "" ? title : part == "" ? section : part
}

# A name that is no part of a sentence stands above the slide only.
function unnamed(paragraph) { sub(/^\*\*[^*]*[.?]\*\* */, "", paragraph); return paragraph == "" ? waiting : paragraph }

function flush()
{
    if (waiting != "")
        slide(heading(waiting), large(beginning(unnamed(waiting), 60)), waiting)
    waiting = ""
}

function end_section(    i)
{
    flush()
    if (section == "Your turn" && exercises != "")
        slide(section, beginning(turn, 60) "\n\n" exercises "\n```{.sh}\nmake exercise" number " && ./exercise" number "\n```\n",
              turn "\n\n`make hint" number "` gives the next hint, `make show" number "` shows how the solution differs.")
    for (i = 1; i <= asked; i++)
        slide((section == "Predict" ? "Predict " : "Question ") i, large(questions[i]),
              section == "Predict" ? "Everyone writes a prediction down. The answer comes after the run." : answers[i])
    if (section == "Predict") {
        if (commands != "")
            slide("Run it", commands, "")
        for (i = 1; i <= asked; i++)
            slide("Predict " i ": the answer", in_short(answers[i]), "The question was: " questions[i] "\n\n" answers[i])
    }
    if (points != "")
        slide(section, points, pointed)
    for (i in answers)
        delete answers[i]
    points = pointed = commands = exercises = turn = ""
    asked = folds = printed = 0
    fold = answer = part = ""
}

# A short text alone on its slide
function large(what) { return length(what) < 330 ? "::: large\n" what "\n:::" : what }

function slide(head, body, notes,    seen)
{
    seen = body
    gsub(/\]\([^)]*\)/, "]", seen) # addresses take no room
    if (length(seen) > 620)
        body = "::: " (length(seen) > 950 ? "denser" : "dense") "\n" body "\n:::"
    print "\n# " head "\n\n" body
    if (notes != "")
        print "\n::: notes\n" notes "\n:::"
}

# Does the text end within a program?
function in_program(what) { return gsub(/(^|\n)```/, "&", what) % 2 }

# Of an answer: whole blocks as long as they fit on a slide.
function in_short(what,    piece, count, i, out, long)
{
    count = split(what, piece, /\n\n+/)
    for (i = 1; i <= count; i++) {
        if (piece[i] !~ /[^ \n]/)
            continue
        long += length(piece[i])
        if (out != "" && long > 600 && !in_program(out))
            break
        out = out (length(piece[i]) > 600 && !in_program(out) && piece[i] !~ /^\n*(\||```)/ ? beginning(piece[i], 350) : piece[i]) "\n\n"
    }
    return out
}
