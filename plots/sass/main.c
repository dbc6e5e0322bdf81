/* main.c: what the machine code of a lesson says. plots/sass.sh builds and calls it.
 *
 *   sass compiled STEM ARCH TOOLKIT PTXAS                     lesson,kernel,arch,registers,spill_bytes
 *   sass rows STEM ARCH TOOLKIT PTXAS CODE                    rows of plots/recorded/sass.csv; sass.sh has its header
 *   sass table STEM ARCH TOOLKIT PTXAS CODE KERNEL FULL       what make sass05 prints: table.c
 *
 * STEM is a lesson's, 05_unroll_last_warp. PTXAS is a file with what nvcc -Xptxas -v said, and CODE one with what
 * nvdisasm -g -c -hex printed. */
#include "../../common/csv/csv.h"
#include "sass.h"

#include <stdio.h>
#include <string.h>

static void print_begin(const struct lesson *lesson, const char *kernel)
{
    printf("%s,", lesson->name);
    csv_write(stdout, kernel);
    printf(",%s,", lesson->arch);
}

static void print_compiled(const struct lesson *lesson, const char *path)
{
    struct compiled compiled = read_resources(path);
    struct strings names = { NULL, 0 };
    size_t *place, own = 0;

    for (size_t i = 0; i < compiled.count; i++)
        if (is_own(compiled.at[i].name)) {
            compiled.at[own++] = compiled.at[i];
            push(&names, compiled.at[own - 1].name);
        }
    place = in_order(&names);
    for (size_t i = 0; i < own; i++) {
        const struct resources *kernel = &compiled.at[place[i]];

        print_begin(lesson, kernel->name);
        printf(kernel->registers < 0 ? "," : "%d,", kernel->registers);
        printf(kernel->spill_bytes < 0 ? "\n" : "%d\n", kernel->spill_bytes);
    }
}

static void print_rows(const struct lesson *lesson)
{
    for (size_t i = 0; i < lesson->kernel_count; i++) {
        const struct kernel *k = lesson->kernels[i];
        const struct way *ways = k->ways;
        int most_loads = 0, most_bytes = 0;

        print_begin(lesson, k->name);
        printf("%s,%d,%d,%d,%d,%d,", lesson->toolkit, k->count, k->registers, k->spill_bytes, k->barriers, k->warp_barriers);
        for (size_t w = 0; w < k->way_count; w++) {
            most_loads = ways[w].most_loads > most_loads ? ways[w].most_loads : most_loads;
            most_bytes = ways[w].most_bytes > most_bytes ? ways[w].most_bytes : most_bytes;
        }
        printf("%s,%s,%d,%d,", k->way_count ? ways->groups : "0",
               !k->way_count ? "none" : ways->is_loop ? "loop" : "once", most_loads, most_bytes);
        for (size_t w = 1; w < k->way_count; w++)
            printf("%s%s", w > 1 ? " " : "", ways[w].groups);
        printf(",%d,%d\n", k->shuffles, k->reductions);
    }
}

int main(int count, char **arguments)
{
    struct lesson lesson = { NULL, NULL, NULL, NULL, NULL, 0 };
    const char *what = count > 5 ? arguments[1] : "";

    program_name = "sass";
    if (!(count == 6 && !strcmp(what, "compiled")) && !(count == 7 && !strcmp(what, "rows"))
        && !(count == 9 && !strcmp(what, "table")))
        fail("this program is called by plots/sass.sh");
    lesson.name = format("lesson%.*s", (int)strcspn(arguments[2], "_"), arguments[2]);
    lesson.file = format("lessons/%s.cu", arguments[2]);
    lesson.arch = arguments[3];
    lesson.toolkit = arguments[4];
    if (count == 6) {
        print_compiled(&lesson, arguments[5]);
    } else {
        read_code(&lesson, arguments[6], arguments[5]);
        if (count == 7)
            print_rows(&lesson);
        else
            print_table(&lesson, arguments[7], *arguments[8]);
    }
    if (ferror(stdout) || fflush(stdout) != 0)
        fail("the output cannot be written");
    return 0;
}
