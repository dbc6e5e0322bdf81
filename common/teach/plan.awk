# plan.awk: the plans of docs/teaching.md as lines with tabs between.
#   plan     NAME  MINUTES                          its heading, "### 90 minutes" or "### Day 1: 420 minutes"
#   row      NAME  FROM  MINUTES  KIND  TEXT        a row of its table: "| 0:10 | 5 | talk | text |"
#   command  NAME  FROM  COMMAND                    each `make ...` or `./...` in the text of that row
# NAME is 90, or day1.

/^### (Day [0-9]+: )?[0-9]+ minutes$/ {
    plan = $0
    gsub(/^### | minutes$/, "", plan)
    minutes = plan
    sub(/.*: /, "", minutes)
    if (sub(/:.*/, "", plan))
        plan = tolower(plan)
    gsub(/ /, "", plan)
    print "plan\t" plan "\t" minutes
    next
}
/^##/ { plan = "" }
plan != "" && /^\| [0-9]+:[0-9][0-9] \|/ {
    count = split($0, cell, / *\| */)
    text = cell[5]
    for (i = 6; i < count; i++)
        text = text " | " cell[i]
    print "row\t" plan "\t" cell[2] "\t" cell[3] "\t" cell[4] "\t" text
    while (match(text, /`[^`]*`/)) {
        code = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        if (code ~ /^(make |\.\/)/)
            print "command\t" plan "\t" cell[2] "\t" code
    }
}
