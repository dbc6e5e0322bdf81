# parts.awk: the parts of the course, and at which sizes tables and ladders show them.
#   awk -v slugs=yes -f plots/parts.awk    prints a line for each: its number and its slug
# or before another script, together with csv.awk and headline.awk.

BEGIN {
    # first and last lesson, title, what file names have for it, elements in its headline (2^29, 2^24),
    # pattern of its steps in published tables
    add_part( 0,  7, "I. The ladder",                  "",         536870912, "^reduce[0-9]")
    add_part( 8, 12, "II. Unrolling in global memory", "in-place",  16777216, "^reduce_")
    add_part(13, 15, "III. Warps and batches",         "batches",  536870912, "^batched_")
    add_part(16, 20, "IV. Cooperative groups",         "groups",   536870912, "^full_")
    # Lessons that add up rows: how many, in the headline. The others: one array.
    headline_rows[14] = headline_rows[16] = "2048"
    headline_rows[15] = "1 8"
    # Lessons that are no step after the one before, since they solve another problem.
    other_problem[19] = other_problem[20] = 1
    # Parts whose lessons have shapes or types of their own; else one n holds for all.
    mixed[3] = mixed[4] = 1
    # The lesson whose shapes have a picture of their own
    shapes_lesson = "lesson14"
    if (slugs)
        for (p = 1; p <= parts; p++)
            print p, part_slug[p]
}

function add_part(first, last, title, slug, elements, steps)
{
    part_title[++parts] = title
    part_slug[parts] = slug
    part_volume[parts] = elements
    part_steps[parts] = steps
    for (; first <= last; first++)
        part_with[first] = parts
}

function number_of(lesson) { return substr(lesson, 7) + 0 }

# The part that a lesson belongs to, 0: none
function part_of(lesson) { return lesson ~ /^lesson[0-9]+$/ ? part_with[number_of(lesson)] + 0 : 0 }
