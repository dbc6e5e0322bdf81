/* main.c: how long kernels take on a card, from what they count; predict.sh and validate.sh call it.
 *
 *   model WHAT NAME=VALUE...
 * WHAT is
 *   lesson, file, exercise   predicts the kernels of these: predict.c
 *   validate                 fits the weights, and says how far off predictions are: validate.c
 *   kernels                  how far off predictions of the kernels in kernels.cu are: kernels.c
 * The model reads the files counts, cards, sass, counters, declared and weights. */
#include "model.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void quit(int status, const char *how, ...)
{
    va_list values;

    va_start(values, how);
    vfprintf(stderr, how, values);
    va_end(values);
    fputc('\n', stderr);
    exit(status);
}

double ceiling(double x) { return x == trunc(x) ? x : trunc(x) + 1; }
double least(double a, double b) { return a < b ? a : b; }
double most(double a, double b) { return a > b ? a : b; }

int main(int count, char **arguments)
{
    static const struct { const char *name; void (*run)(void); } tasks[] = {
        { "lesson", predict_lesson }, { "file", predict_file }, { "exercise", predict_exercise }, { "validate", validate },
        { "kernels", predict_kernels }
    };

    program_name = "predict";
    set_options(arguments);
    for (size_t i = 0; count > 1 && i < sizeof tasks / sizeof *tasks; i++)
        if (!strcmp(arguments[1], tasks[i].name)) {
            read_model();
            tasks[i].run();
            return 0;
        }
    quit(2, "the model is called by plots/predict/predict.sh and validate.sh");
}
