/* tokens.h: a CUDA file as tokens, which are looked at and replaced. */
#ifndef TOKENS_H
#define TOKENS_H

#include "text.h"

enum kind {
    BEGIN, /* stands before the first token */
    SPACE, /* also comments, line ends, and whatever was replaced */
    WORD,
    NUMBER,
    STRING,
    SIGN,   /* one character */
    NAME,   /* was a kernel's name, of a launch in several branches of an #if */
    CLOSED, /* was the >>> of a launch */
    END     /* stands behind the last token */
};

struct token {
    enum kind kind;
    const char *text;
    const char *place;    /* in the file's source */
    const char *behind;   /* what is printed after it, or NULL */
    const char *launched; /* of a NAME: the kernel's name */
    int directive;        /* the number of the preprocessor line that it is on, or 0 */
};

struct file {
    const char *name, *source;
    struct token *first, *last; /* first[-1] is BEGIN, last[1] is END; there are two of each */
    int directives;
    bool has_mistakes;
};

/* The file's tokens. Lines end with \n alone, also the last one. */
struct file tokenise(const char *name, const char *source);
/* The text of all tokens, behind a line that tells the compiler the file's name. */
void print_tokens(const struct file *file, struct text *to);
/* Tells the mistake with its line and column, the line, and a caret below the token. */
void error_at(struct file *file, const struct token *at, const char *message);

bool is(const struct token *t, const char *text);
bool is_one_of(const struct token *t, const char *list);
bool opens(const struct token *t);  /* ( [ { */
bool closes(const struct token *t); /* ) ] } */

/* The next token that is no space, and the one before. */
struct token *after(struct token *t);
struct token *before(struct token *t);

/* The bracket that matches the one at t; END or BEGIN if there is none. */
struct token *closing(struct token *t);
struct token *opening(struct token *t);
/* The > that matches the < at t, and the other way round; NULL if there is none. */
struct token *template_end(struct token *t);
struct token *template_start(struct token *t);

/* Three of this sign from t on, perhaps with blanks between them: the last one; NULL if there are not, or more. */
struct token *third(struct token *t, const char *sign);
/* Are these tokens (void *), or (const void *)? Or with other brackets? */
bool is_void_pointer(struct token *from, struct token *to, const char *brackets);

/* These tokens as one line: comments and line ends become a space where one is necessary. */
char *flat(struct token *from, struct token *to);
/* Replaces these tokens. Their line ends stay, so that all lines keep their numbers. */
void replace(struct token *from, struct token *to, const char *by);
/* These tokens become one that is skipped. */
void make_space(struct token *from, struct token *to);

/* The word of the directive whose # is at t: "if", "endif", ...; "" if there is no directive. */
const char *directive_word(struct token *t);
struct token *end_of_directive(struct token *t);

#endif
