# steps.awk: one block's steps (inspect --steps FILE) to what picture.gp draws, or to text.
#   LC_ALL=C awk -f common/csv/read.awk -f plots/rows.awk -f plots/steps.awk -v dir=OUT -v from="make picture00" FILE
# Writes OUT/cells.dat (state, centre, half size), OUT/meta.gp (texts, lines), OUT/size.gp, and the
# same for a terminal, OUT/picture.txt. Places are in pixels of the svg, from its upper left corner.
# A line of the source stands above its steps, once. With -v code=no there are words instead: what the line does. Where it reads
# and writes s[i] and s[i + NAME], each step is called NAME = 4, or whatever the distance of the two was in this run.

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
    return text
}

# In sums[i] += sums[i + s]: s. "": there is nothing like it.
function distance_name(text,    rest, array, index_, name)
{
    for (rest = text; match(rest, /[A-Za-z_][A-Za-z_0-9]*\[[A-Za-z_][A-Za-z_0-9]* *\+ *[A-Za-z_][A-Za-z_0-9]*\]/); \
         rest = substr(rest, RSTART + RLENGTH)) {
        array = index_ = name = substr(rest, RSTART, RLENGTH - 1)
        sub(/\[.*/, "", array)
        sub(/.*\[/, "", index_)
        sub(/ *\+.*/, "", index_)
        sub(/.*\+ */, "", name)
        if (index(" " text, " " array "[" index_ "]"))
            return name
    }
    return ""
}

# What a line does, in words: an exercise may ask for the code. "": it is none of these.
function deed(text,    to, from, array)
{
    if (!match(text, /[^=!<>]=[^=]/))
        return ""
    to = substr(text, 1, RSTART)
    from = substr(text, RSTART + 2)
    array = "[A-Za-z_][A-Za-z_0-9]*\\[[^]]*\\]"
    if (to ~ /\+$/) {
        if (!match(from, /\+ *[A-Za-z_0-9]+\]$/) || to !~ /\]/)
            return from ~ array ? "load and add" : ""
        from = substr(from, RSTART + 1, RLENGTH - 2)
        sub(/^ */, "", from)
        return "add the element " from " further on"
    }
    if (to !~ /\]/)
        return from ~ array ? "load" : ""
    if (from ~ array " *\\+ *" array)
        return "add two elements and store the sum"
    return from ~ array ? "copy an element" : "store"
}

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

function cell(state, x, y) { printf "%d\t%.2f\t%.2f\t%.2f\t%.2f\n", number[state], x, y, half, 8 > (dir "/cells.dat") }

# The cells of threads in the middle: a gap between warps.
function column_x(t) { return left + pitch * (t + 0.5) + gap * int(t / 32) }

function key_entry(text, state,    wide)
{
    wide = 42 + 7.3 * length(text) # roughly: fonts differ
    if (key_x + wide > 790) {
        key_x = 22
        key_y += 24
    }
    if (state != "")
        cell(state, key_x + 8, key_y)
    else
        rule(key_x, key_y, key_x + 16, key_y, 1, "ink")
    label(text, key_x + 23, key_y, "left", 14, "ink")
    key_x += wide
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
    if ($0 !~ /^kernel,block,step,interval,file,line,thread,state(,distance)?$/) # older files lack the last
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
        distance[rows] = field["distance"]
        if (distance[rows] !~ /^[0-9]*$/)
            bad("a distance " distance[rows])
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

    for (row = 1; row <= drawn; row++) {
        split(place[row], at, SUBSEP)
        line = source_text(at[1], at[2])
        if (row == 1 || place[row] != place[row - 1])
            above[row] = code == "no" && deed(line) != "" ? deed(line) : \
                         "line " at[2] (line == "" || code == "no" ? "" : ": " shortened(line, 70))
        if (distance[row] != "" && (name = distance_name(line)) != "")
            step_name[row] = name " = " distance[row]
        if (length(step_name[row]) > widest)
            widest = length(step_name[row])
        count_lanes(row)
        if (length(counts[row]) > longest)
            longest = length(counts[row])
    }

    # The picture is 800 pixels wide, as all are. Widths of texts are rough: fonts differ.
    left = 24 + (widest ? 8.3 * widest + 10 : 0)
    right = 790 - 7.9 * longest - 10
    gap = 3
    pitch = (right - left - gap * (warps - 1)) / block
    half = 8
    key_x = 22
    key_y = 84
    key_entry("active", "active")
    key_entry("active, bank conflict", "conflict")
    key_entry("idle lane of an active warp", "idle")
    key_entry("its warp waits", "waiting")
    if (ended)
        key_entry("thread ended", "ended")
    key_entry("barrier", "")
    half = (pitch > 3 ? pitch - 1 : pitch) / 2
    if (half > 8)
        half = 8
    top = key_y + 62
    y = top - 4

    for (row = 1; row <= drawn; row++) {
        if (row > 1 && interval[row] != interval[row - 1]) {
            rule(24, y + 4, right, y + 4, 0.8, "quiet")
            y += 8
            apart[row] = "\n"
        }
        if (row in above) {
            label(above[row], 24, y + 12, "left", 14, "ink")
            y += 24
        }
        y += 20
        for (t = 0; t < block; t++)
            cell(state[row, t], column_x(t), y - 10)
        for (w = 1; w < warps; w++) {
            x = column_x(32 * w) - (pitch + gap) / 2
            rule(x, y - 20, x, y, 1.6, "quiet")
        }
        if (row in step_name)
            label(step_name[row], left - 10, y - 10, "right", 14, "ink")
        label(counts[row], right + 10, y - 10, "left", 14, "quiet")
    }

    for (w = 0; w < warps; w++) {
        last = 32 * w + 31 < block ? 32 * w + 31 : block - 1
        x = (column_x(32 * w) + column_x(last)) / 2
        roomy = column_x(last) - column_x(32 * w) > 50 # not a last warp of few threads
        if (roomy)
            label("warp " w, x, top - 32, "center", 14, "ink")
        label(32 * w, column_x(32 * w) - pitch / 2, top - 14, "left", 14, "quiet")
    }
    if (roomy && warps < 5)
        label(block - 1, right, top - 14, "right", 14, "quiet")
    if (widest > 5)
        label("thread", left - 10, top - 14, "right", 14, "quiet")

    print title "\n" subtitle "\n" > txt
    for (w = 0; w < warps; w++)
        heads = heads sprintf("%-33d", 32 * w)
    sub(/ +$/, "", heads)
    print blanks(widest + (widest ? 3 : 1)) heads > txt
    for (row = 1; row <= drawn; row++) {
        printf "%s", apart[row] > txt
        if (row in above)
            print above[row] > txt
        print blanks(widest - length(step_name[row])) step_name[row] (widest ? "  " : "") marks[row] "|  " counts[row] > txt
    }
    print "\n# active   x active, bank conflict   . idle lane of an active warp" > txt
    print "- its warp waits   blank: thread ended   empty line: barrier" > txt

    printf "height = %d\ntitle = %s\nsubtitle = %s\nnarrow = %d\n", y + 24, quoted(title), \
           quoted(subtitle), (pitch < 4) > (dir "/size.gp")
}

# Sets counts[row] "16 of 64 active, 2 warps", marks[row], and `ended` if a thread has.
function count_lanes(row,    w, t, s, some, here, active, lanes, busy)
{
    for (w = 0; w < warps; w++) {
        marks[row] = marks[row] "|"
        some = here = 0
        for (t = 32 * w; t < 32 * w + 32 && t < block; t++) {
            if (!((row, t) in state)) {
                printf "%s: step %d has no thread %d\n", FILENAME, row - 1, t > "/dev/stderr"
                exit 1
            }
            s = state[row, t]
            marks[row] = marks[row] mark[number[s]]
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
    counts[row] = active + 0 " of " lanes + 0 " active, " plural(busy + 0, "warp")
}
