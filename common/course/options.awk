# options.awk: the options in .defaults and .bench, with declared.awk.

# -n 2^29 --batch 2048
function check_defaults(value,    n, i, word, option, seen)
{
    n = split(value, word, /[ \t]+/)
    for (i = 1; i <= n; i += 2) {
        option = word[i]
        if (option == "--size") option = "-n"
        if (option == "-b") option = "--block"
        if (option !~ /^(-n|--block|--batch|--row|--grid|--type)$/)
            bad(".defaults \"" value "\": " option " is not an option with a default; there are: -n -b --batch --row --grid --type")
        if (option in seen)
            bad(".defaults \"" value "\": " word[i] " twice")
        seen[option]
        if (i == n)
            bad(".defaults \"" value "\": " word[i] " without a value")
        if (option == "-n") {
            what[lesson, "n"] = elements(word[i + 1])
            if (what[lesson, "n"] == "")
                bad(".defaults \"" value "\": -n " word[i + 1] ": must be one size, such as 1000000, 2^29 or 16M")
        } else if (option != "--type" && !are_sizes(word[i + 1]))
            bad(".defaults \"" value "\": " word[i] " " word[i + 1] ": must be sizes, such as 2048 or 1,8")
        if (option == "--batch")
            what[lesson, "batch"] = sizes(word[i + 1])
        if (option == "--block")
            what[lesson, "block"] = word[i + 1]
    }
    if (!("-n" in seen))
        bad(".defaults \"" value "\": no -n, the elements of the lesson's own shape")
}

# -b 256,512 --batch 1,4,16; --type float
function check_bench(value,    runs, run, i, n, word, j)
{
    runs = split(value, run, ";")
    for (i = 1; i <= runs; i++) {
        sub(/^ +/, "", run[i])
        n = split(run[i], word, " ")
        if (!n)
            bad(".bench \"" value "\": a run without options; remove that ;")
        for (j = 1; j <= n; j++) {
            if (word[j] ~ /^(--hot|--no-cooperative)$/)
                continue
            if (word[j] !~ /^(-n|-b|--batch|--row|--grid|--cards|--type|--kernel|--input)$/)
                bad(".bench \"" value "\": " word[j] " is not one of: -n -b --batch --row --grid --cards --type --kernel --input --hot --no-cooperative")
            if (j == n || !is_value(word[j], word[j + 1]))
                bad(".bench \"" value "\": " word[j] (j == n ? " without a value" : " " word[j + 1] ": no such value"))
            j++
        }
    }
}

# Can the option have this value?
function is_value(option, value)
{
    if (option == "--type")
        return index(" " tolower(types_known) " ", " " value " ") > 0
    return option ~ /^--(kernel|input)$/ ? value ~ /^[A-Za-z_][A-Za-z_0-9]*$/ : are_sizes(value)
}

# 2^29 and 512M are 536870912. "": no size
function elements(text,    times, x)
{
    if (text ~ /^2\^[0-9]+$/) {
        times = substr(text, 3) + 0
        x = 1
    } else {
        times = 10 * index("KMG", toupper(substr(text, length(text))))
        x = times ? substr(text, 1, length(text) - 1) : text
        if (x !~ /^[0-9]+$/)
            return ""
    }
    if (x + 0 < 1 || times > 63)
        return ""
    for (; times > 0; times--)
        x *= 2
    return sprintf("%.0f", x)
}
# 1,2^14 is 1,16384
function sizes(text,    n, i, list, result)
{
    n = split(text, list, ",")
    for (i = 1; i <= n; i++)
        result = result (i > 1 ? "," : "") elements(list[i])
    return result
}
function are_sizes(text,    n, i, list)
{
    n = split(text, list, ",")
    for (i = 1; i <= n; i++)
        if (elements(list[i]) == "")
            return 0
    return n > 0
}
