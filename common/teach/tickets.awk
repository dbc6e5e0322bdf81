# tickets.awk: the exit tickets of docs/teaching.md, a page for each, twice on it, to be cut; no answers. Then a board for
# the numbers of a room.   awk -f text.awk -f tickets.awk docs/teaching.md

/^## / { tell(); on = $0 == "## Exit tickets"; next }
!on { next }
/^### / { tell(); title = substr($0, 5); text = ""; next }
/<details>/ { answer = 1 }
!answer && title != "" { text = text without_links($0) "\n" }
/<\/details>/ { answer = 0 }
END {
    tell()
    print "# Board\n\nA prediction first, then what each card reached, in GB/s.\n\n::: board"
    print "| lesson, kernel | predicted | card: | card: | card: | card: |\n|---|---|---|---|---|---|"
    for (i = 0; i < 14; i++)
        print "| &nbsp; | | | | | |"
    print "\n:::"
}

function tell()
{
    if (title == "")
        return
    print "# " title "\n\n::: ticket\n" text ":::\n\n::: {.ticket .again}\n## " title "\n\n" text ":::\n"
    title = ""
}
