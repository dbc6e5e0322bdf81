/* kernel-names.c: reads symbols, one a line, and prints each with the name that reports use, a tab between.
 * Built with common/cpu/base/kernel_name.c, the one place that knows what a kernel is called. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/cpu/base/kernel_name.h"

int main(void)
{
    char symbol[65536];

    while (fgets(symbol, sizeof symbol, stdin)) {
        char *name;

        symbol[strcspn(symbol, "\n")] = 0;
        name = cuda_cpu_kernel_name(symbol, 0);
        printf("%s\t%s\n", symbol, name ? name : symbol);
        free(name);
    }
    return 0;
}
