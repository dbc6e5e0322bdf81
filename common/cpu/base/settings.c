/* settings.c: what the environment asks of the device, checked. */
#include "settings.h"

#include "report.h"

#include <string.h>

/* Reads digits and one of K, M, G, T. Returns 0 if the text has another form, or the number does not fit. */
static int read_number(const char *text, unsigned long long *number)
{
    static const char units[] = "KMGT";
    unsigned long long value = 0;

    if (*text < '0' || *text > '9')
        return 0;
    for (; *text >= '0' && *text <= '9'; text++)
        if (__builtin_mul_overflow(value, 10ull, &value)
            || __builtin_add_overflow(value, (unsigned long long)(*text - '0'), &value))
            return 0;
    if (*text) {
        char upper = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        const char *unit = strchr(units, upper);

        if (!unit || text[1] || __builtin_mul_overflow(value, 1ull << 10 * (unit - units + 1), &value))
            return 0;
    }
    *number = value;
    return 1;
}

unsigned long long cuda_cpu_setting_number(const char *name, const char *what, unsigned long long least,
                                           unsigned long long most, unsigned long long otherwise)
{
    const char *text = cuda_cpu_setting(name);
    unsigned long long number = 0;

    if (!text)
        return otherwise;
    if (!read_number(text, &number) || number < least || number > most)
        cuda_cpu_usage("%s=%s: must be a number of %s from %llu to %llu%s; or leave it out", name, text, what, least,
                       most, most < 1024 ? "" : ", which may have K, M, G or T behind it");
    return number;
}

int cuda_cpu_setting_is(const char *name, const char *word)
{
    const char *text = cuda_cpu_setting(name);

    if (text && strcmp(text, word))
        cuda_cpu_usage("%s=%s: must be %s; or leave it out", name, text, word);
    return text != NULL;
}
