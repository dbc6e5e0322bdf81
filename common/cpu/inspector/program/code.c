/* code.c: reads the program's instructions: where basic blocks and branches are. */
#include "code.h"

#include <string.h>

extern const char __executable_start[];         /* from the linker */
extern const char etext[];                      /* from the linker */
static const char *block_call;

uint32_t code_offset(const void *pc)
{
    return (uint32_t)((const char *)pc - __executable_start);
}

uintptr_t code_address(uint32_t pc) { return (uintptr_t)__executable_start + pc; }

void code_begin(void (*call)(void)) { block_call = (const char *)(uintptr_t)call; }

static int32_t number_at(const char *p)
{
    int32_t n;

    memcpy(&n, p, sizeof n);
    return n;
}

/* Three questions about instructions. Does a basic block begin here, with its call? Is this a conditional
 * jump, and where to? g++ turns `if (a && f())` into two branches: one leads to x = 1 or x = 0, and the other
 * tests x. Does a basic block, after its call, only test such an x? */
#if defined(__x86_64__)

enum { STEP = 1 };

static int is_block(const char *p)
{
    return *p == (char)0xe8 && p + 5 + number_at(p + 1) == block_call;
}

static const char *jump_from(const char *p)
{
    const unsigned char *code = (const unsigned char *)p;

    return *code >> 4 == 7 ? p + 2 + p[1]
         : *code == 0x0f && code[1] >> 4 == 8 ? p + 6 + number_at(p + 2) : NULL;
}

static int is_second_test(const char *test)
{
    const unsigned char *p = (const unsigned char *)test;
    unsigned int rex = p[0] == 0x45, x = p[1 + rex] & 7;
    const char *zero = test - 5 - 5 - rex, *one = zero - 5 - 2 - 5 - rex;   /* call, mov; call, jmp, mov */

    return p[rex] == 0x84 && p[1 + rex] == (0xc0 | x << 3 | x)
           && (unsigned char)zero[rex] == (0xb8 | x) && number_at(zero + rex + 1) == 0 && is_block(zero - 5)
           && (unsigned char)one[rex] == (0xb8 | x) && number_at(one + rex + 1) == 1
           && one[5 + rex] == (char)0xeb && one + 7 + rex + one[6 + rex] == test - 5;
}

#else

enum { STEP = 4 };

/* The target of a branch: a distance in words, in `bits` bits of the instruction from bit `from` on. */
static const char *target(const char *p, int from, int bits)
{
    return p + 4l * ((int32_t)((uint32_t)number_at(p) << (32 - from - bits)) >> (32 - bits));
}

static int is_block(const char *p)
{
    return (uint32_t)number_at(p) >> 26 == 0x25 && target(p, 0, 26) == block_call;
}

static const char *jump_from(const char *p)
{
    uint32_t code = (uint32_t)number_at(p);

    return (code & 0xff000010) == 0x54000000 || (code & 0x7e000000) == 0x34000000 ? target(p, 5, 19)
         : (code & 0x7e000000) == 0x36000000 ? target(p, 5, 14) : NULL;
}

static int is_second_test(const char *test)
{
    uint32_t x = (uint32_t)number_at(test) >> 5 & 31;
    const char *zero = test - 8, *one = zero - 12;

    return (uint32_t)number_at(test) == (0x7100001f | x << 5)
           && (uint32_t)number_at(zero) == (0x52800000 | x) && is_block(zero - 4)
           && (uint32_t)number_at(one) == (0x52800020 | x)
           && (uint32_t)number_at(one + 4) >> 26 == 5 && target(one + 4, 0, 26) == test - 4;
}

#endif

uint32_t code_branch(uint32_t from, const uint32_t *block, unsigned int n)
{
    const char *begin = __executable_start + from, *p;
    uint32_t found = 0;

    for (p = begin; p + 16 < etext && !is_block(p); p += STEP) {
        const char *to = jump_from(p);

        for (unsigned int i = 0; to && i < n; i++)
            if (to == __executable_start + block[i])
                found = code_offset(p + 1);
    }
    return found ? found : code_offset(p);
}

int code_is_second_test(uint32_t block) { return is_second_test(__executable_start + block); }

int code_has_blocks(const char *from, const char *to)
{
    for (; from + 5 <= to; from += STEP)
        if (is_block(from))
            return 1;
    return 0;
}
