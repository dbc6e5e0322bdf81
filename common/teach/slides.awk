# slides.awk: a lesson's page as slides, in pandoc's Markdown: a heading is a slide, ::: notes are the speaker's.
#   awk -v number=05 -v title="Lesson 05: ..." -f text.awk -f deck.awk -f slides.awk docs/lessons/05_x.md
# The page says in comments what goes on a slide. What follows such a comment, a picture, a listing or a table, is on it:
#   <!-- slide: its heading, a sentence -->
# A comment of several lines has the slide's own content: a list, a table, or a listing, four blanks further in.
# Besides there are:
#   Predict    a slide with the questions and the commands, or two, and one with the first sentences of the answers
#   Your turn  the exercises
# The notes: what a section says in words, the whole answers, and at the end the page's questions.

FNR <= 3 { next }
indent > 0 { $0 = outdented($0, indent) }
/^<!-- slide: / { begin_slide(); next }
own && /^-->$/ { own = 0; end_slide(); next }
own { content = content outdented($0, 4) "\n"; kind = kind == "" ? (/^    / ? "listing" : /^\|/ ? "table" : "words") : kind; next }
/^ *<!-- (check|answer)/ { next }
/^```/ { fence(); next }
code { program = program $0 "\n"; next }
/^## / { end_block(); end_section(); section = substr($0, 4); next }
match($0, /^ *<details><summary>/) { end_block(); open_fold(); next }
/<\/details>/ { end_block(); fold = answer = ""; indent = 0; next }
/^<!-- exercises:(begin|end) -->$/ { end_block(); listing = /begin/; next }
/^ *$/ { end_block(); next }
/^(<!--|### )/ { end_block(); next }
{
    if (block == "question" && /^[0-9]+\. /)
        end_block()
    if (block == "")
        block = listing && /^- / ? "exercises" : /^!\[/ ? "image" : /^\|/ ? "table" : /^[0-9]+\. / && asks() ? "question" : "text"
    text = text (text == "" ? "" : "\n") $0
}
END {
    if (status)
        exit status
    end_block()
    nothing_missed()
    end_section()
    print_slides()
}

function asks() { return section == "Predict" || section == "Questions" }

function open_fold()
{
    fold = $0
    sub(/.*<summary>/, "", fold)
    sub(/<\/summary>.*/, "", fold)
    indent = match($0, /[^ ]/) - 1
    answer = fold ~ /^Answer [0-9]+$/ && asks() ? substr(fold, 8) + 0 : ""
}

function begin_slide(    line)
{
    end_block()
    nothing_missed()
    line = substr($0, 13)
    own = !sub(/ *-->$/, "", line)
    content = kind = ""
    head = line
}
function nothing_missed()
{
    if (head != "") {
        print FILENAME ":" FNR ": no picture, listing or table comes after the slide " head >"/dev/stderr"
        exit status = 1
    }
}
function end_slide()
{
    slide(head, kind == "listing" ? listed(content, content ~ /;/ ? "c" : "drawing") : kind == "table" ? tabled(content) : sized(content), "")
    head = ""
}

function fence()
{
    if (!code) {
        end_block()
        language = substr($0, 4)
        program = ""
    } else
        element(listed(program, language == "" ? "drawing" : language), language)
    code = !code
}

# What has been read since the last empty line
function end_block(    what)
{
    what = without_links(text)
    if (what != "" && (block == "image" || block == "table"))
        element(answer != "" ? "\n" what "\n" : block == "table" ? tabled(what) : pictured(what), "")
    else if (block == "exercises")
        exercises = exercises what "\n"
    else if (block == "question") {
        sub(/^[0-9]+\. +/, "", what)
        gsub(/\n +/, "\n", what)
        questions[++asked] = what
    } else if (what != "" && answer != "")
        answers[answer] = answers[answer] "\n" what "\n"
    else if (what != "" && (fold == "" || section == "The lines that changed"))
        said = said "\n" what "\n"
    text = block = ""
}

# A picture, a listing or a table
function element(what, language)
{
    if (head != "") {
        slide(head, what, "")
        head = ""
    } else if (section == "Predict" && fold == "" && language == "sh")
        commands = what
    else if (answer != "")
        answers[answer] = answers[answer] what
}

function end_section(    i, all, long, short, whole)
{
    if (section == "Predict") {
        for (i = 1; i <= asked; i++) {
            questions[i] = in_a_room(questions[i])
            long += length(questions[i])
        }
        for (i = 1; i <= asked; i++) {
            all = all i ". " questions[i] "\n\n"
            short = short i ". " sentences(words(answers[i]), 600 / asked) "\n\n"
            whole = whole "\n**" i ". " questions[i] "**\n" answers[i]
            if (i == asked || i == asked - 1 && long > 430) {
                slide("Predict", i == asked ? sized(all, 70 + 40 * gsub(/\n/, "&", commands)) commands : sized(all), "Everyone writes a prediction down. The answers come after the run.")
                all = ""
            }
        }
        slide("What came out", sized(short), whole)
    } else if (section == "Your turn")
        slide("Your turn", sized(exercises, 100) listed("make exercise" number " && ./exercise" number "\n", "sh"),
              said "\n`make hint" number "` gives the next hint, `make show" number "` shows how the solution differs.")
    else if (section == "Questions")
        for (i = 1; i <= asked; i++)
            notes[slides] = notes[slides] "\n**Question " i ". " questions[i] "**\n" answers[i]
    else if (slides > before)
        notes[before + 1] = notes[before + 1] said
    for (i = 1; i <= asked; i++)
        delete answers[i]
    commands = exercises = said = fold = answer = ""
    asked = 0
    before = slides
}
