# special.awk: lines of scripts that treat a lesson by its number. A lesson says in its own file what is
# special about it. Used by tests/29_one_place.t:
#   awk -f tests/special.awk FILE...
# Comments do not count, nor examples of commands in messages (make lesson05). In tests/ a lesson may be
# chosen as an example, but none is listed or told apart. Prints FILE:LINE: the line; exits 1 if there is one.

{
    text = $0
    if (text ~ /^[ \t]*#/)
        next
    sub(/[ \t]#[ #].*/, "", text)
    gsub(/make [a-z]+[0-9][0-9]/, "", text)
    gsub(/\.\/lesson[0-9][0-9]/, "", text)
    if (FILENAME ~ /^(.*\/)?tests\// ? in_tests(text) : elsewhere(text)) {
        print FILENAME ":" FNR ": " $0
        found++
    }
}
END { exit found > 0 }

# case $number in 1[4-6]) or 08), 09 | 10) at the begin of a line; for lesson in 17 18
function is_told_apart(text)
{
    return text ~ /case [^ ]*(lesson|number)[^ ]* in [ (]*[0-9][0-9\[]/ || \
           text ~ /^[ \t]*\(?(0[0-9]|[0-4]\[[0-9])/ && text ~ /\)/ && text !~ /^[ \t]*[0-9]+\./ || \
           text ~ /^[ \t]*\(?[1-4][0-9] *\|/ || \
           text ~ /for (lesson|number|l|n) in [0-9][0-9]( |;|$)/ || \
           text ~ /(lessons|numbers|figures|pictures)=["']?[0-9][0-9] / || \
           text ~ /^[ \t]*([a-z.*]*\.)?lesson[0-9][0-9]\)/ || text ~ /( =|==|!=|~) ?["(]?lesson[0-9]/ || \
           text ~ /(^|[^a-z_])(lesson|number)s?["})]* (==|!=|>=?|<=?|=|-[elgn][eqt]) ["']?[0-9]/
}
function in_tests(text) { return is_told_apart(text) }

# Nor is a lesson named there, be it by a kernel, nor is anything looked up by such a number.
function elsewhere(text)
{
    return is_told_apart(text) || text ~ /[Ll][Ee][Ss][Ss][Oo][Nn][Ss]?[ =_]?[0-9]/ || text ~ /reduce_?[0-9]/ || \
           text ~ /[a-z_]\[(1[1-9]|[2-4][0-9])\]/ || text ~ /(only|part)["}]* *(==|!=|-eq|-ne) *[0-9]/ || \
           text ~ /["'= ][0-4][0-9]( [0-4][0-9])+(["' ]|$)/
}
