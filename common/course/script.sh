# script.sh: what the scripts of the course share. To be sourced, in the repository's root.
# shellcheck shell=sh
#
#   temporary NAME     sets tmp to a new folder in TMPDIR, with a full path; it goes when the script ends. Where there
#                      can be none, or no room in it, that is said, and the script ends with exit code 1.
#   switch NAME        is the variable NAME on: yes or 1? Not where it is no, 0, empty or not set. Anything else is
#                      refused: the script ends with exit code 2.
#   words NAME         prints the words of the variable NAME, a line each, with a . before it. Blanks and line ends
#                      separate words; quotes keep those that stand in them; nothing else has a meaning. Fails with
#                      a message where a quote is not closed.
#   one_line TEXT      prints TEXT with its line ends as blanks, for messages
#   plain_name FILE    prints FILE, or ./FILE if awk would take that for an assignment, or a tool for an option

newline='
'

temporary()
{
    tmp=${TMPDIR:-/tmp}
    case $tmp in
    *"$newline"* | *\\*) no_room "has a line end or \\ in it" ;;
    /*) ;;
    *) tmp=$PWD/$tmp ;;
    esac
    tmp=$(mktemp -d "$tmp/$1.XXXXXX" 2>&1) || no_room "${tmp##*: }"
    trap 'rm -rf "$tmp"' EXIT
    trap 'exit 130' INT TERM
    # An empty folder needs no room. Is there some for what comes into it?
    printf '%65536s' '' 2>/dev/null >"$tmp/room" || no_room "there is no room in it"
    rm -f "$tmp/room"
}
no_room() # WHY
{
    one_line "TMPDIR=${TMPDIR:-/tmp}: $1; TMPDIR=FOLDER names another place for temporary files" >&2
    exit 1
}

one_line() { printf '%s\n' "$1" | tr '\n' ' ' | sed 's/ $//'; echo; }

switch()
{
    eval "switched=\${$1-}" # $1 is a name of ours
    # shellcheck disable=SC2154
    case $switched in
    '' | 0 | no) return 1 ;;
    1 | yes) return 0 ;;
    esac
    one_line "$1=$switched: must be yes or no; leave it out for no" >&2
    exit 2
}

words()
{
    eval "in_words=\${$1-}"
    # shellcheck disable=SC2016,SC2154
    WORDS=$in_words NAME=$1 LC_ALL=C awk 'BEGIN {
        text = ENVIRON["WORDS"]
        gsub(/[\n\t\r]/, " ", text)
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (quote != "") { if (c == quote) quote = ""; else word = word c }
            else if (c == "\"" || c == "\047") { quote = c; some = 1 }
            else if (c != " ") { word = word c; some = 1 }
            else if (some) { print "." word; word = some = "" }
        }
        if (quote != "") {
            print ENVIRON["NAME"] "=" text ": a quote " quote " is not closed; a word with blanks stands in two of them" >"/dev/stderr"
            exit 2
        }
        if (some) print "." word
    }'
}

plain_name() { case $1 in -* | *=*) case $1 in [./]*) ;; *) printf ./ ;; esac ;; esac; printf '%s\n' "$1"; }
