/* main.c: draws the steps of one block. plots/picture.sh builds and calls it.
 *
 *   steps FOLDER FROM CODE FILE
 *
 * FILE is what inspect --steps wrote. FROM says where that is from: make picture05. If CODE is no, words say what a line
 * does, and its code is not shown. Into FOLDER go cells.dat, meta.gp and size.gp for picture.gp, and picture.txt. */
#include "steps.h"

#include <string.h>

int main(int count, char **arguments)
{
    struct block block;

    program_name = "steps";
    if (count != 5)
        fail("this program is called by plots/picture.sh");
    program_name = arguments[4]; /* messages name the file */
    block = read_block(arguments[4]);
    describe(&block, arguments[2], strcmp(arguments[3], "no") != 0);
    draw(&block, arguments[1]);
    print(&block, arguments[1]);
    return 0;
}
