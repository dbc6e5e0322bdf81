/* steps.h: the steps of one block, as inspect --steps writes them, and what the picture says of each.
 * Nothing is freed: the program ends soon. */
#ifndef STEPS_H
#define STEPS_H

#include "cpu/rewrite/text.h"

/* What a thread does in a step. picture.gp knows these numbers. */
enum state { MISSING, ACTIVE, CONFLICT, IDLE, WAITING, ENDED };

enum { LANES = 32, MOST_THREADS = 256, MOST_STEPS = 100 };

struct step {
    long number, interval; /* barriers stand between two intervals */
    const char *file;
    long line;
    const char *distance; /* in sums[i] += sums[i + s]: what s was; "": nobody knows */
    enum state states[MOST_THREADS];

    /* describe.c */
    bool is_apart;       /* another interval begins */
    const char *heading; /* its line, or what that does; NULL: that of the step before */
    const char *name;    /* s = 4; or "" */
    const char *counts;  /* 16 of 64 active, 2 warps */
};

struct block {
    const char *kernel;
    int threads, warps;
    struct step *steps;
    int count;

    /* describe.c */
    int drawn; /* how many of the steps are */
    const char *title, *subtitle;
    int name_width, counts_width; /* of the longest, in characters */
    bool has_ended;               /* a thread has, in a step that is drawn */
};

/* read.c: ends the program unless inspect --steps wrote the file. */
struct block read_block(const char *path);

/* describe.c: `from` says where the steps are from. */
void describe(struct block *block, const char *from, bool shows_code);

/* source.c: a line without its comments; "" if it cannot be read. */
const char *source_line(const char *path, long number);
/* In sums[i] += sums[i + s]: s. "": there is nothing like it. */
const char *distance_name(const char *code);
/* What the line does, in words. "": it is no assignment that we have words for. */
const char *deed(const char *code);

/* draw.c: what picture.gp draws: cells.dat (state, centre, half size), meta.gp (texts, lines) and size.gp in this folder */
void draw(const struct block *block, const char *folder);

/* print.c: the same for a terminal: picture.txt */
void print(const struct block *block, const char *folder);

#endif
