# resources.awk: what the compiler said of each kernel.
#   -v names=FILE            symbol, tab, name: of all kernels (plots/sass/kernel-names.c)
#   -v resources=FILE        what nvcc -Xptxas -v said
# sets registers_of[SYMBOL], spills_of[SYMBOL] (bytes stored and loaded), name_of[SYMBOL], and compiled_kernel[1 ...],
# the symbols in the compiler's order. is_own(SYMBOL): is it a kernel of the lesson? Those in a namespace are the
# harness's or a library's.

BEGIN {
    while (names != "" && (getline row < names) > 0)
        name_of[substr(row, 1, index(row, "\t") - 1)] = substr(row, index(row, "\t") + 1)
    while (resources != "" && (getline row < resources) > 0)
        note_resources(row)
}

# "Compiling entry function 'SYMBOL' for 'sm_90'", then a line with the spills and one with the registers
function note_resources(row,    part)
{
    if (row ~ /Compiling entry function/) {
        split(row, part, "'")
        compiled_kernel[++compiled_kernels] = part[2]
    } else if (row ~ /spill stores/) {
        split(row, part, ",")
        spills_of[compiled_kernel[compiled_kernels]] = part[2] + part[3]
    } else if (match(row, /Used [0-9]+ registers/)) {
        registers_of[compiled_kernel[compiled_kernels]] = substr(row, RSTART + 5, RLENGTH - 5) + 0
    }
}

function is_own(symbol,    name)
{
    name = symbol in name_of ? name_of[symbol] : symbol
    if (index(name, "<harness::")) # an instance for the harness
        return 0
    sub(/<.*/, "", name)
    return index(name, "::") == 0
}
