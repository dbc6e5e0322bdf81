/* ptx.h: what is known of PTX: its types, registers and instructions (ptx_table.c). */
#ifndef PTX_H
#define PTX_H

#include "text.h"

struct instruction {
    const char *names;   /* each with those of its parts that choose what it does */
    const char *ignored; /* parts that make no difference here; "*": all others */
    const char *result;  /* C++; without has_result a statement */
    bool has_result;     /* which goes into the first operand */
};

const struct instruction *find_instruction(const char *name);
/* Does a name of an instruction begin with these parts? */
bool begins_instruction(const char *parts);
/* The C++ type of s32, f32, ...; NULL if there is none. */
const char *find_type(const char *name);
/* The C++ of %laneid, %tid.x, ... without the %; NULL if there is none. */
const char *find_register(const char *name);

#endif
