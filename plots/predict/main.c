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

static char **options; /* NULL after the last one */

const char *option(const char *name)
{
    size_t length = strlen(name);

    for (char **at = options; *at; at++)
        if (!strncmp(*at, name, length) && (*at)[length] == '=')
            return *at + length + 1;
    return "";
}

_Noreturn void quit(int status, const char *how, ...)
{
    va_list values;

    va_start(values, how);
    vfprintf(stderr, how, values);
    va_end(values);
    fputc('\n', stderr);
    exit(status);
}

void *more_room(void *items, int count, size_t size)
{
    if (count & (count - 1)) /* there is room up to the next power of two */
        return items;
    items = realloc(items, (count ? 2 * (size_t)count : 1) * size);
    if (!items)
        quit(2, "predict: there is no memory left");
    return items;
}

char *format(const char *how, ...)
{
    va_list values, again;
    char *text;
    int length;

    va_start(values, how);
    va_copy(again, values);
    length = vsnprintf(NULL, 0, how, again);
    va_end(again);
    text = more_room(NULL, 0, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, how, values);
    va_end(values);
    return text;
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

    options = arguments;
    for (size_t i = 0; count > 1 && i < sizeof tasks / sizeof *tasks; i++)
        if (!strcmp(arguments[1], tasks[i].name)) {
            read_model();
            tasks[i].run();
            return 0;
        }
    quit(2, "the model is called by plots/predict/predict.sh and validate.sh");
}
