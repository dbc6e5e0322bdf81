# sources.awk: sources as one file of Markdown. A line of LIST: number, language and file; tabs between. Before each source
# stands its number, and its fence is longer than any in it: nothing in a source ends it.
#   awk -F '\t' -f sources.awk LIST
{
    fence = "~~~"
    n = 0
    while ((getline line < $3) > 0) {
        gsub(/\r/, "", line)
        text[++n] = line
        while (index(line, fence))
            fence = fence "~"
    }
    close($3)
    print "\n<!-- source " $1 " -->\n\n" fence " " $2
    for (i = 1; i <= n; i++)
        print text[i]
    print fence
}
