/* main.c: what the lessons' results say. plots/course.sh builds and calls it.
 *
 *   results table COURSE FILE...          tables of lessons: table.c
 *   results counts COURSE FILE part=ID block=256 out=FOLDER counted=FILE counters=FILE
 *                                         counts of the CPU device beside results: counts.c
 *   results prepare COURSE FILE out=FOLDER marks=12 peers=FILE latency=FILE code=FILE
 *                                         what the .gp scripts draw: prepare.c
 *   results published COURSE FILE         somebody else's table for a comparison: published.c
 *   results compare COURSE out=FOLDER NAME FILE NAME FILE...
 *                                         several devices: compare.c
 *
 * COURSE is the folder that read_course of course.sh wrote into, FILE what --csv writes, or steps. */
#include "results.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments)
{
    const char *what = count > 3 ? arguments[1] : "";

    program_name = "results";
    if (!one_of(what, "table counts prepare published compare"))
        fail("this program is called by plots/course.sh");
    set_options(arguments + 3);
    read_course(arguments[2]);
    if (!strcmp(what, "table"))
        print_table(arguments + 3);
    else if (!strcmp(what, "counts"))
        print_counts(arguments[3]);
    else if (!strcmp(what, "prepare"))
        prepare(arguments[3]);
    else if (!strcmp(what, "published"))
        print_published(arguments[3]);
    else
        compare(arguments + 4);
    if (ferror(stdout) || fflush(stdout) != 0)
        fail("the output cannot be written");
    return 0;
}
