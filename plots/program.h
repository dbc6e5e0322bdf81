/* program.h: what the C programs of plots/ share, beside common/csv and common/cpu/rewrite/text.h. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* What NAME=VALUE among the words says, of which NULL follows the last; "" where there is none. set_options names the words. */
void set_options(char **words);
const char *option(const char *name);

/* A text for gnuplot */
char *quoted(const char *text);

#endif
