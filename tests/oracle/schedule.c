/* schedule.c: the threads of the one kernel do the operations of a program in its order.
 *
 * This file is not compiled to be inspected, so neither waiting for a turn nor looking at a word is an access. */
#include "oracle.h"

#include "../../common/cpu/base/worker.h"
#include "../../common/cpu/engine/engine.h"
#include "../../common/cpu/engine/turns.h"

#include <string.h>

static const struct program *program;
static unsigned int planted;
static volatile int now;                /* the operation whose turn it is */
static int is_wrong, values, races;
static int known[PLACES], memory[PLACES];

void schedule_begin(const struct program *p, unsigned int flaw)
{
    program = p;
    planted = flaw;
    now = is_wrong = races = 0;
    memset(known, 0, sizeof known);
    for (int i = 0; i < p->ops; i++)    /* when copies are made is not known */
        if (p->op[i].kind == COPY)
            known[place_of(p, p->op[i].actor, p->op[i].word)] = -1;
}

int schedule_end(void) { return now == program->ops && !is_wrong ? races : -1; }

void schedule_told(const char *kind, const void *array)
{
    (void)array;
    races += !strcmp(kind, "race");
}

int schedule_actor(int launch, unsigned int block, unsigned int thread)
{
    for (int i = 0; i < program->actors; i++)
        if (program->actor[i].launch == launch && program->actor[i].block == block && program->actor[i].thread == thread)
            return i;
    return -1;
}

/* Is this thread needed no more? All stay to the end, or to the end of their block if blocks come one after another. */
static int is_over(int actor)
{
    for (int i = now; i < program->ops; i++)
        if (program->cooperative || is_one_block(program, program->op[i].actor, actor))
            return 0;
    return 1;
}

int schedule_next(int actor, struct op *op)
{
    const struct program *p = program;

    for (;;) {
        if (is_over(actor))
            return 0;
        if (p->op[now].actor == actor)
            break;
        if (is_one_block(p, p->op[now].actor, actor))
            cuda_cpu_yield();
        else
            cuda_cpu_let_others_run(cuda_cpu_self);
    }
    *op = p->op[now];
    if (((planted & NO_FENCES) && op->kind == FENCE) || ((planted & NO_WAITS) && op->kind == WAIT))
        op->kind = KINDS;
    if (planted & NO_SCOPES)
        op->scope = OF_SYSTEM;
    return 1;
}

void schedule_done(void) { now = now + 1; }

int schedule_value(void) { return ++values; }
int schedule_peek(const int *p) { return *p; }

void schedule_wrote(int actor, const struct op *op, int value)
{
    int place = place_of(program, actor, op->word);

    if (known[place] >= 0) {
        known[place] = 1;
        memory[place] = value;
    }
}

void schedule_saw(int actor, const struct op *op, int value)
{
    int place = place_of(program, actor, op->word);

    if (known[place] > 0 && memory[place] != value)
        is_wrong = 1;
}

unsigned int schedule_mask(const struct op *op)
{
    unsigned int mask = 0;

    for (int i = 0; i < program->ops; i++)
        if (is_meeting(op) && is_meeting(&program->op[i]) && program->op[i].meeting == op->meeting)
            mask |= 1u << program->actor[program->op[i].actor].thread % WARP;
    return mask;
}
