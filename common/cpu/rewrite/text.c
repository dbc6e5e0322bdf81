/* text.c: strings, and texts that grow. */
#include "text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *program_name = "cpucc";

void fail(const char *how, ...)
{
    va_list values;

    fprintf(stderr, "%s: ", program_name);
    va_start(values, how);
    vfprintf(stderr, how, values);
    va_end(values);
    fputc('\n', stderr);
    exit(2);
}

void *room_for(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);

    if (!room)
        fail("there is no memory left");
    return room;
}

void *more_room(void *items, size_t count, size_t size)
{
    if (count & (count - 1)) /* there is room up to the next power of two */
        return items;
    items = realloc(items, (count ? 2 * count : 1) * size);
    if (!items)
        fail("there is no memory left");
    return items;
}

void add_bytes(struct text *text, const char *from, size_t count)
{
    if (text->length + count >= text->room) {
        text->room = 2 * (text->length + count) + 16;
        text->at = (char *)realloc(text->at, text->room);
        if (!text->at)
            fail("there is no memory left");
    }
    memcpy(text->at + text->length, from, count);
    text->length += count;
    text->at[text->length] = 0;
}

void add(struct text *text, const char *more) { add_bytes(text, more, strlen(more)); }

static char *formatted(const char *how, va_list values)
{
    va_list again;
    int length;
    char *result;

    va_copy(again, values);
    length = vsnprintf(NULL, 0, how, again);
    va_end(again);
    result = (char *)room_for((size_t)length + 1, 1);
    vsnprintf(result, (size_t)length + 1, how, values);
    return result;
}

void add_format(struct text *text, const char *how, ...)
{
    va_list values;
    char *more;

    va_start(values, how);
    more = formatted(how, values);
    va_end(values);
    add(text, more);
    free(more);
}

char *format(const char *how, ...)
{
    va_list values;
    char *result;

    va_start(values, how);
    result = formatted(how, values);
    va_end(values);
    return result;
}

char *copy_of(const char *from, size_t count)
{
    char *copy = (char *)room_for(count + 1, 1);

    memcpy(copy, from, count);
    return copy;
}

char *text_of(const struct text *text) { return text->at ? text->at : copy_of("", 0); }

char *read_file(const char *path)
{
    struct text text = { NULL, 0, 0 };
    FILE *file = fopen(path, "r");
    char part[16384];
    size_t count;
    bool is_whole;

    if (!file)
        return NULL;
    while ((count = fread(part, 1, sizeof part, file)) > 0)
        add_bytes(&text, part, count);
    is_whole = !ferror(file); /* a folder can be opened, but not read */
    fclose(file);
    return is_whole ? text_of(&text) : NULL;
}

void write_file(const char *path, const struct text *text)
{
    FILE *file = fopen(path, "w");
    size_t written = file ? fwrite(text_of(text), 1, text->length, file) : 0;

    if (!file || fclose(file) || written < text->length)
        fail("%s cannot be written: %s", path, strerror(errno));
}

char *next_line(const char **from)
{
    const char *line = *from;
    size_t length = strcspn(line, "\n");

    if (!*line)
        return NULL;
    *from = line + length + (line[length] == '\n');
    return copy_of(line, length);
}

void push(struct strings *strings, const char *string)
{
    strings->at = (const char **)more_room(strings->at, strings->count, sizeof *strings->at);
    strings->at[strings->count++] = string;
}

bool contains(const struct strings *strings, const char *string)
{
    for (size_t i = 0; i < strings->count; i++)
        if (!strcmp(strings->at[i], string))
            return true;
    return false;
}

struct strings split(const char *string, char at)
{
    struct strings parts = { NULL, 0 };
    const char *end;

    if (!*string)
        return parts;
    for (; (end = strchr(string, at)); string = end + 1)
        push(&parts, copy_of(string, (size_t)(end - string)));
    push(&parts, string);
    return parts;
}

bool begins(const char *string, const char *with) { return !strncmp(string, with, strlen(with)); }

bool ends(const char *string, const char *with)
{
    size_t length = strlen(string), least = strlen(with);

    return length >= least && !strcmp(string + length - least, with);
}

bool one_of(const char *string, const char *list)
{
    size_t length = strlen(string);

    for (; *list; list += *list == ' ') {
        size_t word = strcspn(list, " ");

        if (word == length && !memcmp(list, string, length))
            return true;
        list += word;
    }
    return false;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool begins_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

bool is_word(char c) { return begins_word(c) || is_digit(c); }

char *without_edges(const char *string)
{
    size_t length = strlen(string);

    return length < 2 ? copy_of("", 0) : copy_of(string + 1, length - 2);
}

char *replaced(const char *string, const char *characters, const char *by)
{
    struct text result = { NULL, 0, 0 };

    for (; *string; string++) {
        bool is_one = strchr(characters, *string) != NULL;

        if (is_one)
            add(&result, by ? by : "\\");
        if (!is_one || !by)
            add_bytes(&result, string, 1);
    }
    return text_of(&result);
}
