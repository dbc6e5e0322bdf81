# read.awk: reads machine code as `nvdisasm -g -c -hex` prints it. For each kernel that is the lesson's own it calls
# kernel(), with these set (instructions are numbered from 1, padding left out):
#   name, symbol, arch       as reports name it (`reduce5<256>`); in the cubin; sm_90
#   count, own               instructions; the first `own` of them are the kernel's, then come helper functions
#   op[i], guard[i]          the opcode with its suffixes; its predicate or ""
#   args[i], arg[i, 1 ...]   its operands
#   printed[i], offset[i]    as it stands there
#   sets[i], waits[i]        the scoreboard that it sets until its result is there, 0 to 5, else 7; and those that it
#                            waits for, a bit for each. Both are in the second half of its encoding.
#   source[i], line[i]       the file and line that it comes from; source is "" where the cubin does not say
#   label_at[LABEL]          the instruction behind a label
#   registers, spill_bytes   what ptxas said of it
# After common/csv/read.awk (for bad) and resources.awk, whose options it needs. Kernels that are not the lesson's own
# are left out.
# Input that is no such text ends the program with exit code 2, after one line on stderr; so END begins with
# `if (failed) exit failed`.

/^[ \t]*\.target[ \t]/ { arch = $2; next }
/^[ \t]*\.section[ \t]/ { end_kernel(); begin_kernel($2); next }
symbol == "" { next }
/^[ \t]*\.other[ \t].*STO_CUDA_ENTRY/ { is_kernel = 1; next }
/^[^ \t\/].*:$/ { note_label(substr($0, 1, length($0) - 1)); next }
/^[ \t]*\/\/## File "/ { note_line($0); next }
/^[ \t]*\/\*[0-9a-f]+\*\// { note_instruction($0); next }
/^[ \t]*\/\* 0x[0-9a-f]+ \*\/[ \t]*$/ { note_control($2) }
END {
    if (!failed)
        end_kernel()
    if (!failed && !kernels)
        stop(FILENAME ": no kernel of a lesson in it; it must be what nvdisasm -g -c -hex prints of a cubin")
}

function stop(what)
{
    print what > "/dev/stderr"
    failed = 2
    exit failed
}

function begin_kernel(section)
{
    sub(/,.*/, "", section)
    if (sub(/^\.text\./, "", section))
        symbol = section
}

function note_label(label)
{
    if (label ~ /^\$/ && own < 0)
        own = count
    label_at[label] = count + 1
}

function note_line(row)
{
    sub(/^[^"]*"/, "", row)
    here = substr(row, 1, index(row, "\"") - 1)
    sub(/^[^"]*", line /, "", row)
    here_line = row + 0
}

function note_instruction(row,    i, n, part)
{
    i = ++count
    match(row, /\/\*[0-9a-f]+\*\//)
    offset[i] = substr(row, RSTART + 2, RLENGTH - 4)
    row = substr(row, RSTART + RLENGTH)
    sub(/\/\* 0x[0-9a-f]+ \*\/[ \t]*$/, "", row)
    if (!sub(/[ \t]*;[ \t]*$/, "", row))
        bad("an instruction without its end: " row)
    gsub(/[ \t]+/, " ", row)
    sub(/^ /, "", row)
    printed[i] = row
    guard[i] = ""
    if (match(row, /^@!?U?P[0-9T]+ /)) {
        guard[i] = substr(row, 1, RLENGTH - 1)
        row = substr(row, RLENGTH + 1)
    }
    op[i] = row
    sub(/ .*/, "", op[i])
    n = split(substr(row, length(op[i]) + 2), part, / *, */)
    args[i] = n
    for (; n; n--)
        arg[i, n] = part[n]
    source[i] = here
    line[i] = here_line
}

# The second half of an encoding: from its lowest bit 41 on, 4 bits for cycles to stall, 1 to yield, 3 for the scoreboard
# that is set until the result is there, 3 for the one until the operands are read, and 6 for the scoreboards to wait for.
function note_control(word)
{
    sets[count] = int(digit(word, 5) / 4) + digit(word, 4) % 2 * 4
    waits[count] = digit(word, 3) + digit(word, 2) % 4 * 16
}
# Hexadecimal digit k of 0x..., 1 the first
function digit(word, k) { return index("0123456789abcdef", substr(word, k + 2, 1)) - 1 }

# Behind the code stand a jump to itself and NOPs, which never run.
function end_kernel(    i)
{
    if (symbol != "" && is_kernel && is_own(symbol)) {
        while (count && op[count] == "NOP")
            count--
        if (count && op[count] == "BRA" && target(count) == count)
            count--
        name = symbol in name_of ? name_of[symbol] : symbol
        if (own < 0 || own > count)
            own = count
        for (i = 1; i <= own && base(op[i]) != "EXIT"; i++)
            ;
        if (i > own)
            bad("kernel " name " has no end; the text is cut off")
        for (i = 1; i <= count; i++)
            if (!(i in waits))
                bad("kernel " name " has an instruction without its encoding, at " offset[i] \
                    "; nvdisasm -hex prints them")
        if (!(symbol in registers_of))
            stop(resources ": nothing about kernel " name ", which is in " FILENAME)
        registers = registers_of[symbol]
        spill_bytes = spills_of[symbol]
        kernels++
        kernel()
    }
    symbol = here = ""
    is_kernel = count = here_line = 0
    own = -1
    split("", op); split("", guard); split("", args); split("", arg); split("", printed); split("", offset)
    split("", source); split("", line); split("", label_at); split("", sets); split("", waits)
}

function base(opcode) { sub(/\..*/, "", opcode); return opcode }

# The instruction that a jump leads to: its last operand is `(LABEL)
function target(i,    label)
{
    label = arg[i, args[i]]
    gsub(/[`()]/, "", label)
    if (!(label in label_at))
        bad("kernel " name " jumps to " label ", which is not there")
    return label_at[label]
}
