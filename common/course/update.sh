#!/bin/sh
# update.sh: for scripts that write a part of a page, or with check only compare it. To be sourced.
#   update PAGE NEW WHY DONE    PAGE becomes the file NEW, and "PAGE: DONE" is said. If $check is set: says
#                               "PAGE: WHY" and how they differ, and sets status=1. Nothing if they are the same.

export LC_ALL=C
update()
{
    ! cmp -s "$2" "$1" || return 0
    if [ "$check" ]; then
        echo "$1: $3" >&2
        diff -u "$1" "$2" >&2
        # shellcheck disable=SC2034 # for those who source this
        status=1
    else
        cat "$2" >"$1" && echo "$1: $4"
    fi
}
