# steps.awk: one block's steps (inspect --steps FILE) to what picture.gp draws, or to text.
#   LC_ALL=C awk -f common/csv/read.awk -f plots/rows.awk -f plots/steps.awk -v dir=OUT -v from="make picture00" FILE
# Writes OUT/cells.dat (state, centre, half size), OUT/meta.gp (texts, lines), OUT/size.gp, and the
# same for a terminal, OUT/picture.txt. Places are in pixels of the svg, from its upper left corner.

# In UTF-8, of which awk sees bytes.
function characters(text) { gsub(/[\200-\277]/, "", text); return length(text) }

function shortened(text, most)
{
    if (characters(text) <= most)
        return text
    while (characters(text) >= most)
        text = substr(text, 1, length(text) - 1)
    sub(/[\300-\377][\200-\277]*$| +$/, "", text) # no half a character
    return text "…"
}

function blanks(n) { return n > 0 ? sprintf("%" n "s", "") : "" }

# The line of a source without its comments, as much of it as there is room for.
function source_text(file, line,    text)
{
    if (!(file in lines_of)) {
        lines_of[file] = 0
        while (file != "" && (getline text < file) > 0)
            source[file, ++lines_of[file]] = text
        close(file)
    }
    text = source[file, line]
    gsub(/[ \t\r]+/, " ", text)
    gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "", text)
    sub(/ *\/\/.*$/, "", text)
    sub(/^ /, "", text)
    sub(/[; ]+$/, "", text)
    return line ":" (text == "" ? "" : " " shortened(text, 40))
}

# A text in gnuplot's single quotes, where only the quote itself is special.
function quoted(text) { gsub(/'/, "''", text); return "'" text "'" }

function label(text, x, y, place, size, hue)
{
    printf "set label %d %s at %.1f, %.1f %s font \",%d\" textcolor rgb %s\n", ++labels + 2, \
           quoted(text), x, y, place, size, hue > meta
}

function rule(x0, y0, x1, y1, width, hue)
{
    printf "set arrow from %.2f, %.2f to %.2f, %.2f nohead linewidth %s linecolor rgb %s\n", \
           x0, y0, x1, y1, width, hue > meta
}

function cell(state, x, y) { printf "%d\t%.2f\t%.2f\t%.2f\t%.2f\n", number[state], x, y, half, 7 > (dir "/cells.dat") }

# The cells of threads in the middle: a gap between warps.
function column_x(t) { return left + pitch * (t + 0.5) + gap * int(t / 32) }

function key_entry(text, state)
{
    if (state != "")
        cell(state, key_x + 7, key_y)
    else
        rule(key_x, key_y, key_x + 14, key_y, 1, "ink")
    label(text, key_x + 20, key_y, "left", 12, "ink")
    key_x += 42 + 6.1 * length(text) # roughly: fonts differ
}

function plural(n, what) { return n " " what (n == 1 ? "" : "s") }

BEGIN {
    states = split("active conflict idle waiting ended", state_name, " ")
    for (i = 1; i <= states; i++)
        number[state_name[i]] = i
    split("# x . - ", mark, " ")
    mark[5] = " "
    most_rows = 100
}

FNR == 1 {
    sub(/\r$/, "")
    if ($0 != "kernel,block,step,interval,file,line,thread,state")
        bad("not the steps that inspect --steps writes")
}

!split_row($0) { next }

{
    if (!rows) {
        kernel = field["kernel"]
        block = field["block"] + 0
    }
    if (field["block"] "," field["step"] "," field["interval"] "," field["line"] "," field["thread"] \
        !~ /^[1-9][0-9]*(,[0-9]+)(,[0-9]+)(,[0-9]+)(,[0-9]+)$/)
        bad("block, step, interval, line and thread must be whole numbers")
    if (field["kernel"] != kernel || field["block"] + 0 != block)
        bad("two kernels or two block sizes in one file")
    if (!(field["state"] in number))
        bad("a state " field["state"])
    if (field["thread"] + 0 >= block + 0)
        bad("thread " field["thread"] " in a block of " block)
    step = field["step"]
    if (!(step in row_of)) {
        row_of[step] = ++rows
        interval[rows] = field["interval"]
        place[rows] = field["file"] SUBSEP field["line"]
    }
    row = row_of[step]
    if ((row, field["thread"]) in state)
        bad("thread " field["thread"] " twice in step " step)
    state[row, field["thread"]] = field["state"]
}

END {
    if (failed)
        exit 1
    if (!rows) {
        printf "%s: no steps in it\n", FILENAME > "/dev/stderr"
        exit 1
    }
    if (block > 256) {
        printf "%s: a block of %d threads; more than 256 columns cannot be told apart\n", FILENAME, \
               block > "/dev/stderr"
        exit 1
    }
    meta = dir "/meta.gp"
    txt = dir "/picture.txt"
    drawn = rows > most_rows ? most_rows : rows
    warps = int((block + 31) / 32)
    title = shortened(kernel, 60) ", block of " plural(block, "thread")
    subtitle = (drawn < rows ? "the first " drawn " of " rows " steps" \
                             : "one row per step, one column per thread") "; from " from " (CPU device)"

    # The picture is 880 pixels wide, as all are.
    left = 272
    right = 718
    gap = 3
    pitch = (right - left - gap * (warps - 1)) / block
    half = (pitch > 3 ? pitch - 1 : pitch) / 2
    if (half > 7)
        half = 7
    top = key_y = 84
    top += 52
    y = top

    for (row = 1; row <= drawn; row++) {
        if (row > 1 && interval[row] != interval[row - 1]) {
            rule(left, y + 2.5, right, y + 2.5, 0.8, "quiet")
            y += 5
            apart[row] = "\n"
        }
        y += 18
        active = lanes = busy = 0
        marks = ""
        for (w = 0; w < warps; w++) {
            marks = marks "|"
            some = here = 0
            for (t = 32 * w; t < 32 * w + 32 && t < block; t++) {
                if (!((row, t) in state)) {
                    printf "%s: step %d has no thread %d\n", FILENAME, row - 1, t > "/dev/stderr"
                    exit 1
                }
                s = state[row, t]
                cell(s, column_x(t), y - 9)
                marks = marks mark[number[s]]
                if (s == "ended")
                    ended = 1
                if (s == "active" || s == "conflict")
                    some++
                if (s != "ended")
                    here++
            }
            active += some
            if (some) {
                lanes += here
                busy++
            }
        }
        split(place[row], at, SUBSEP)
        text = source_text(at[1], at[2])
        counts = active " of " lanes " active, " plural(busy, "warp")
        label(text, left - 10, y - 9, "right", 11, "ink")
        label(counts, right + 10, y - 9, "left", 11, "quiet")
        if (characters(text) > widest)
            widest = characters(text)
        before[row] = text
        after[row] = marks "|  " counts
    }

    for (w = 0; w < warps; w++) {
        last = 32 * w + 31 < block ? 32 * w + 31 : block - 1
        x = (column_x(32 * w) + column_x(last)) / 2
        roomy = column_x(last) - column_x(32 * w) > 45 # not a last warp of few threads
        if (roomy)
            label("warp " w, x, top - 27, "center", 11, "ink")
        label(32 * w, column_x(32 * w) - pitch / 2, top - 11, "left", 10, "quiet")
        x = column_x(32 * w) - (pitch + gap) / 2
        if (w)
            rule(x, top, x, y, 1.6, "quiet")
    }
    if (roomy)
        label(block - 1, right, top - 11, "right", 10, "quiet")
    label("thread", left - 10, top - 11, "right", 11, "quiet")

    half = 7
    key_x = 22
    key_entry("active", "active")
    key_entry("active, bank conflict", "conflict")
    key_entry("idle lane of an active warp", "idle")
    key_entry("its warp waits", "waiting")
    if (ended)
        key_entry("thread ended", "ended")
    key_entry("barrier", "")

    print title "\n" subtitle "\n" > txt
    marks = ""
    for (w = 0; w < warps; w++)
        marks = marks sprintf("%-33d", 32 * w)
    sub(/ +$/, "", marks)
    print blanks(widest + 3) marks > txt
    for (row = 1; row <= drawn; row++)
        print apart[row] blanks(widest - characters(before[row])) before[row] "  " after[row] > txt
    print "\n# active   x active, bank conflict   . idle lane of an active warp" > txt
    print "- its warp waits   blank: thread ended   empty line: barrier" > txt

    printf "height = %d\ntitle = %s\nsubtitle = %s\nnarrow = %d\n", y + 24, quoted(title), \
           quoted(subtitle), (pitch < 4) > (dir "/size.gp")
}
