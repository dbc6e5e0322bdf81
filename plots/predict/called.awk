# called.awk: what a card is called in plots/cards.csv: the first word of its name that has a digit. "NVIDIA H100 80GB HBM3"
# is h100.
function called(name,    n, word, i)
{
    n = split(tolower(name), word, /[^a-z0-9]+/)
    for (i = 1; i <= n; i++)
        if (word[i] ~ /[0-9]/)
            return word[i]
    return word[n]
}
