# teach.sh: what the scripts of this folder share. To be sourced after script.sh, in the repository's root.
# shellcheck shell=sh
#
#   root_from FOLDER   prints what a link in a file of FOLDER needs before a path from the repository's root
#   page_files [NN...] prints the pages of these lessons, or of all, in the order of the course
#   needs TOOL WHAT [PART]   is TOOL there? If not, one line says which package has it, and that WHAT is not made
#   html title=TEXT OPTION... pandoc, to an HTML file that needs no other; pagetitle=TEXT: without a heading of it
#   paper FILE.html FILE.pdf OPTION...   weasyprint; -p: a list may begin with another number than 1
#   made title=TEXT FILE OPTION...   of $tmp/page.md: FILE.html, and FILE.pdf unless pdf is empty
#   keep FILE NAME     FILE becomes NAME when it is complete

root_from()
{
    case $1 in
    /*) printf '%s/\n' "$PWD" ;;
    *) printf '%s\n' "$1" | sed 's|/*$||; s|[^/][^/]*|..|g; s|$|/|' ;;
    esac
}

page_files()
{
    sh common/course/course.sh | $AWK -F '\t' -v wanted="$*" '
        BEGIN { count = split(wanted, number, " "); for (i = 1; i <= count; i++) want[number[i]] }
        !count || $1 in want { print "docs/lessons/" $2 ".md" }'
}

needs()
{
    command -v "$1" >/dev/null 2>&1 && return
    echo "$1 is missing, so $2 cannot be made: make deps PART=${3-slides} installs it (Debian and Ubuntu: apt-get install $1)" >&2
    return 1
}

html()
{
    html_title=$1
    shift
    # --columns: a table with a long line would else have columns of equal width
    pandoc -f markdown-implicit_figures-smart -s --self-contained --columns=1000 --metadata lang=en \
        --metadata "$html_title" --metadata "subtitle=Parallel reduction in CUDA" "$@" 2>"$tmp/pandoc" ||
        { cat "$tmp/pandoc" >&2; return 1; }
    ! grep -v 'Deprecated' "$tmp/pandoc" >&2 # what it could not find is missing in the file
}

paper()
{
    paper_from=$1 paper_to=$2
    shift 2
    weasyprint -q -p "$@" "$paper_from" "$tmp/paper.pdf" 2>"$tmp/weasyprint" || { cat "$tmp/weasyprint" >&2; return 1; }
    keep "$tmp/paper.pdf" "$paper_to"
}

made()
{
    made_title=$1 made_file=$2
    shift 2
    html "$made_title" "$@" --resource-path=docs/lessons -o "$tmp/page.html" "$tmp/page.md" &&
        keep "$tmp/page.html" "$made_file.html" && { [ -z "$pdf" ] || paper "$tmp/page.html" "$made_file.pdf"; }
}

keep() { cp "$1" "$2.$$" && mv -f "$2.$$" "$2" || { rm -f "$2.$$"; return 1; }; }
