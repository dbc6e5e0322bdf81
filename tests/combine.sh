# combine.sh: many programs as one, because most of the compile time goes into the headers. Tests source it.
# shellcheck shell=sh
#
#   combine FILE.cu...   prints the program. Each file has a namespace of its own, and VARIANT in the environment, from
#                        1 on, selects the main that runs. Messages name the files and their lines
#   without_variants     a filter: names as they are in the files

: "${AWK:=awk}"

combine() # FILE.cu...
{
    LC_ALL=C $AWK '
        function add(text) { line[++lines] = text } # (one string of all would be copied with each line)
        function close_last() {
            if (variant) add(undefine "}")
            undefine = ""
        }
        FNR == 1 { close_last(); add("namespace variant" ++variant " {\n#line 1 \"" FILENAME "\"") }
        /^#include "/ { # a file beside this one is named with its folder, from the root
            folder = FILENAME
            sub(/[^\/]*$/, "", folder)
            name = $2
            gsub(/"/, "", name)
            if ((getline first < (folder name)) >= 0)
                $0 = "#include \"" (folder ~ /^\// ? "" : ENVIRON["PWD"] "/") folder name "\""
            close(folder name)
        }
        /^#include/ { if (!($0 in seen)) { seen[$0] = 1; includes = includes $0 "\n" } $0 = "" }
        /^#define/ { # for this file only, also of what a header defines
            name = $2
            sub(/\(.*/, "", name)
            add("#pragma push_macro(\"" name "\")\n#undef " name "\n#line " FNR)
            undefine = undefine "#undef " name "\n#pragma pop_macro(\"" name "\")\n"
        }
        /^int main\(/ { takes[variant] = /argc/; sub(/main/, "variant_main") }
        { add($0) }
        END {
            close_last()
            print includes "#include <stdlib.h>"
            for (i = 1; i <= lines; i++)
                print line[i]
            print "#line 1 \"combined\""
            print "int main(int argc, char **argv)\n{\n    (void)argc, (void)argv;\n    switch (atoi(getenv(\"VARIANT\"))) {"
            for (v = 1; v <= variant; v++)
                printf "    case %d: return variant%d::variant_main(%s);\n", v, v, takes[v] ? "argc, argv" : ""
            print "    }\n    return 99;\n}"
        }' "$@"
}

without_variants() { sed 's/variant[0-9]*:://g'; }
