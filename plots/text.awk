# text.awk: the ladder of one part for a terminal, within 80 columns:
#   awk -f plots/text.awk -v heading=... ladder.dat ladder.dat
# The file is read twice: names are as wide as they need, bars take what is left.
function name() { return $3 ($8 == "" ? "" : ", " $8) }
function label() { return ($6 > 0 ? sprintf("%5s", $6) : "    -") " |" }
BEGIN { FS = "\t"; width = 22 }
FNR == 1 { files++ }
files == 1 {
    if (length(name()) > width) width = length(name())
    if ($2 + 0 > top) top = $2 + 0
    next
}
FNR == 1 {
    if (width > 44) width = 44
    form = "%-" width "." width "s%s%s %s\n"
    print heading
}
{
    bar = "#"
    for (j = 2; j <= $2 / top * (60 - width) + 0.5; j++)
        bar = bar "#"
    printf form, name(), label(), bar, $5
}
