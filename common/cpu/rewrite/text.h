/* text.h: strings, and texts that grow. Nothing is freed: the program ends soon. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *at; /* ends with 0, or NULL as long as nothing is in it */
    size_t length, room;
};

void add(struct text *text, const char *more);
void add_bytes(struct text *text, const char *from, size_t count);
void add_format(struct text *text, const char *how, ...);
char *text_of(const struct text *text);
char *format(const char *how, ...);
char *copy_of(const char *from, size_t count);

/* The file's content, which ends with 0; NULL if it cannot be read. */
char *read_file(const char *path);
/* Ends the program where that is impossible. */
void write_file(const char *path, const struct text *text);
/* The line at *from without its line end, and the next one at *from; NULL after the last one. */
char *next_line(const char **from);

/* Which program messages of `fail` come from: a name before a colon */
extern const char *program_name;

void *room_for(size_t count, size_t size);
/* items with room for one more than `count`. */
void *more_room(void *items, size_t count, size_t size);
void fail(const char *how, ...);

struct strings {
    const char **at;
    size_t count;
};

void push(struct strings *strings, const char *string);
bool contains(const struct strings *strings, const char *string);
/* The parts of the string between these characters; of an empty string, none. */
struct strings split(const char *string, char at);

bool begins(const char *string, const char *with);
bool ends(const char *string, const char *with);
/* Is it a word of this list, which has a blank between two words? */
bool one_of(const char *string, const char *list);
bool is_digit(char c);
bool is_word(char c); /* may stand in a name */
bool begins_word(char c);
char *without_edges(const char *string); /* the first and the last character */
/* Each of these characters replaced; by NULL: left as it is, behind a backslash. */
char *replaced(const char *string, const char *characters, const char *by);

#endif
