/* sites.c: places in an inspected program, and what its table of symbols says of them. */
#define _GNU_SOURCE
#include "inspect.h"
#include "kernel_name.h"
#include "symbols.h"

#include <string.h>

enum { SITES = 1 << 16 };

extern const char __executable_start[];         /* from the linker */

uint32_t observe_text(const void *pc)
{
    return (uint32_t)((const char *)pc - __executable_start);
}

uintptr_t observe_address(uint32_t pc) { return (uintptr_t)__executable_start + pc; }

static struct site sites[SITES];
static unsigned int site_count = 1;             /* site 0: more than there is room for */
static uint16_t slots[2 * SITES];

static uint16_t find_site(uint32_t pc, const char *file, int line)
{
    unsigned int h = (pc ^ (uint32_t)((uintptr_t)file >> 3) ^ (uint32_t)line << 12) * 2654435761u;

    for (unsigned int i = h >> 15;; i++) {
        uint16_t *slot = &slots[i % (2 * SITES)];
        struct site *s = &sites[*slot];

        if (*slot && s->pc == pc && s->line == line
            && (s->file == file || (s->file && file && !strcmp(s->file, file))))
            return *slot;
        if (*slot)
            continue;
        if (site_count == SITES)
            return 0;
        sites[site_count] = (struct site){ pc, line, file };
        return *slot = (uint16_t)site_count++;
    }
}

/* The last ones, by the low bits of the address or the line. */
uint16_t observe_site(uint32_t pc)
{
    static struct { uint32_t pc; uint16_t site; } last[1024];
    unsigned int i = pc % 1024;

    if (last[i].pc != pc) {
        last[i].pc = pc;
        last[i].site = find_site(pc, NULL, 0);
    }
    return last[i].site;
}

uint16_t observe_place(const char *file, int line)
{
    static struct { const char *file; int line; uint16_t site; } last[256];
    unsigned int i = (unsigned int)line % 256;

    if (last[i].file != file || last[i].line != line) {
        last[i].file = file;
        last[i].line = line;
        last[i].site = find_site(0, file, line);
    }
    return last[i].site;
}

static unsigned char first_pass[SITES];

void observe_first_pass(uint16_t site) { first_pass[site] = site != 0; }
int observe_is_first_pass(uint16_t site) { return first_pass[site]; }

const struct site *observe_get_site(uint16_t site) { return &sites[site]; }
unsigned int observe_sites(void) { return site_count; }
/* ---- The program's code -------------------------------------------------------------------- */

extern const char etext[];                      /* from the linker */
void __sanitizer_cov_trace_pc(void);

static int32_t number_at(const char *p)
{
    int32_t n;

    memcpy(&n, p, sizeof n);
    return n;
}

/* Three things about instructions. Does a basic block begin here, with its call? Is this a conditional
 * jump, and where to? And of what g++ makes of `if (a && f())`, two branches: one to x = 1 and to x = 0,
 * and then one by x. Does a basic block, behind its call, only test such an x? */
#if defined(__x86_64__)

enum { STEP = 1 };

static int is_block(const char *p)
{
    return *p == (char)0xe8 && p + 5 + number_at(p + 1) == (const char *)__sanitizer_cov_trace_pc;
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

/* The address that is `bits` bits of the instruction, from bit `from` on, away from it, in words. */
static const char *target(const char *p, int from, int bits)
{
    return p + 4l * ((int32_t)((uint32_t)number_at(p) << (32 - from - bits)) >> (32 - bits));
}

static int is_block(const char *p)
{
    return (uint32_t)number_at(p) >> 26 == 0x25 && target(p, 0, 26) == (const char *)__sanitizer_cov_trace_pc;
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

/* The branch that leads from a place in a basic block to some of these, which begin there: the address
 * behind its first byte, or where the next basic block begins in the program. */
uint32_t observe_branch(uint32_t from, const uint32_t *block, unsigned int n)
{
    const char *begin = __executable_start + from, *p;
    uint32_t found = 0;

    for (p = begin; p + 16 < etext && !is_block(p); p += STEP) {
        const char *to = jump_from(p);

        for (unsigned int i = 0; to && i < n; i++)
            if (to == __executable_start + block[i])
                found = observe_text(p + 1);
    }
    return found ? found : observe_text(p);
}

/* Is the branch that ends this basic block none of the source's? */
int observe_is_second_test(uint32_t block) { return is_second_test(__executable_start + block); }

/* ---- Symbols ------------------------------------------------------------------------------- */

/* What the table of symbols says: static variables in functions (_ZZ...), which may be a kernel's, while
 * the program's other variables are the host's; copy constructors, which g++ also calls where nobody
 * wrote a call; the CPU device's own functions, of which those that are no templates are in a section
 * where nothing else is. */
extern const char __start_cuda_cpu_own[], __stop_cuda_cpu_own[];
__attribute__((section("cuda_cpu_own"), used)) static void there_is_such_a_section(void) {}
char symbols_own_are_traced;                    /* g++ 11 has no way to leave them out */

/* Is it the name of a static template of the CPU device's headers? In its namespace, or called __x or
 * cuda_cpu_x. */
static int names_own(const char *name)
{
    if (!strncmp(name, "_ZN18cooperative_groups", 23))
        return 1;
    if (strncmp(name, "_Z", 2))
        return 0;
    name += 2 + (name[2] == 'L');       /* g++ 11 has no L for templates */
    name += strspn(name, "0123456789");
    return !strncmp(name, "__", 2) || !strncmp(name, "cuda_cpu_", 9);
}

void symbols_read(void)
{
    for (const char *p = __start_cuda_cpu_own; p + 5 <= __stop_cuda_cpu_own; p += STEP)
        symbols_own_are_traced |= (char)is_block(p);
}

int symbols_is_own(const void *pc)
{
    static struct { const void *pc; int is_own; } last[1024];
    unsigned int i = (uintptr_t)pc % 1024;

    if (last[i].pc != pc) {
        const struct symbol *s = cuda_cpu_function_at(pc);

        last[i].pc = pc;
        last[i].is_own = ((const char *)pc >= __start_cuda_cpu_own && (const char *)pc < __stop_cuda_cpu_own)
                         || (s && s->is_local && names_own(s->name));
    }
    return last[i].is_own;
}

int symbols_is_local_static(const void *p)
{
    const struct symbol *s = cuda_cpu_variable_at(p);

    return s && !strncmp(s->name, "_ZZ", 3);
}

/* Is this place in a function with such a name? Asked once for each. */
static int is_in(int (*is_such)(const char *), unsigned char *known, const void *pc)
{
    const struct symbol *s;

    if (!*known) {
        s = cuda_cpu_function_at(pc);
        *known = s && is_such(s->name) ? 2 : 1;
    }
    return *known == 2;
}

int symbols_is_copier(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(cuda_cpu_is_copier, &known[site], pc);
}

int symbols_is_glue(uint16_t site, const void *pc)
{
    static unsigned char known[SITES];

    return is_in(cuda_cpu_is_glue, &known[site], pc);
}
