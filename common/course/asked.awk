# asked.awk STARTER SOLUTION: what an exercise asks for, lines of code that the gap of the solution has and that of its
# starter has not. (Short ones, and barriers, stand on pages for other reasons.)
/---- your code begins/ { inside = 1; next }
/---- your code ends/ { inside = 0 }
!inside { next }
{
    sub(/\/\*.*\*\//, "")
    sub(/\/\/.*/, "")
    gsub(/[ \t\r]+/, " ")
    gsub(/^ | $/, "")
}
FILENAME == ARGV[1] { known[$0]; next }
length($0) >= 16 && /[;{)]$/ && !/^__sync[a-z]*\(\);$/ && !($0 in known)
