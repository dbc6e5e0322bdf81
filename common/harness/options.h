/* harness/options.h: the command line, the same in every lesson. Part of lesson.h. */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <string.h>

#define LESSON_MAX_LIST 64 /* entries in one --size or --block list */

struct lesson_options {
    size_t size[LESSON_MAX_LIST], batch[LESSON_MAX_LIST], row[LESSON_MAX_LIST];
    int sizes, batches, rows; /* 0: not given. harness/rows.h makes shapes of these */
    int default_size, default_batch; /* they are the lesson's, not the command line's */
    unsigned block[LESSON_MAX_LIST];
    int blocks; /* 0: block 256 */
    unsigned grid;
    int samples; /* 0: the default number, capped by time */
    int warmups;
    uint32_t seed;
    int is_float;
    int hot;
    int list;
    int no_cooperative;
    int device;
    const char *csv;
    const char *balance;
    const char *kernel;
};

static inline int lesson_is_power_of_two(size_t x)
{
    return x != 0 && (x & (x - 1)) == 0;
}

/* Reads a whole number in one of the forms 1000000, 2^20 or 16M (K, M, G: 2^10, 2^20, 2^30).
 * Returns 1 and sets *value, or 0 when the text has another form or passes 2^63. */
static inline int lesson_parse_count(const char *text, size_t *value)
{
    const size_t most = (size_t)1 << 63;
    char *end;
    if (*text < '0' || *text > '9')
        return 0;
    errno = 0;
    unsigned long long x = strtoull(text, &end, 10);
    if (errno || x > most)
        return 0;
    if (*end == '^') {
        if (x != 2 || end[1] < '0' || end[1] > '9')
            return 0;
        unsigned long long exponent = strtoull(end + 1, &end, 10);
        if (exponent > 63)
            return 0;
        x = 1ull << exponent;
    } else if (*end != '\0') {
        static const char letters[] = "KMG";
        const char *letter = strchr(letters, *end & ~0x20); /* k and K are the same */
        if (!letter || *letter == '\0')
            return 0;
        int shift = 10 * (int)(letter - letters + 1);
        if (x > most >> shift)
            return 0;
        x <<= shift;
        end++;
    }
    *value = (size_t)x;
    return *end == '\0';
}

/* As above, for an option with limits; ends the program (exit 2) when the value is not within. */
static inline size_t lesson_option_number(const char *option, const char *text, size_t least,
                                          size_t most)
{
    size_t value = 0;
    if (!lesson_parse_count(text, &value))
        lesson_fail(LESSON_USAGE, "%s %s: not a whole number (1000, 2^20 and 16M are)", option,
                    text);
    if (value < least || value > most)
        lesson_fail(LESSON_USAGE, "%s %s: must be from %zu to %zu", option, text, least, most);
    return value;
}

/* Calls add(text of one entry) for each entry of a comma separated list; returns how many. */
template <class Add>
static inline int lesson_option_list(const char *option, const char *text, Add add)
{
    char entry[64];
    int count = 0;
    for (const char *from = text;; from++) {
        size_t length = strcspn(from, ",");
        if (length == 0 || length >= sizeof entry)
            lesson_fail(LESSON_USAGE, "%s %s: expected a number, or several with commas between",
                        option, text);
        if (count == LESSON_MAX_LIST)
            lesson_fail(LESSON_USAGE, "%s: more than %d entries", option, LESSON_MAX_LIST);
        memcpy(entry, from, length);
        entry[length] = '\0';
        add(entry, count++);
        from += length;
        if (*from == '\0')
            return count;
    }
}

/* One entry of --block. What the device allows is checked once the device is known. */
static inline unsigned lesson_option_block(const char *text, int offers)
{
    size_t block = lesson_option_number("--block", text, 1, 1u << 30);
    if (block > 1024)
        lesson_fail(LESSON_USAGE, "--block %s: a block has at most 1024 threads; try 1024", text);
    if (block < 32)
        lesson_fail(LESSON_USAGE, "--block %s: less than one warp; try 32 or more", text);
    if (offers & LESSON_ANY_BLOCK) {
        if (block % 32)
            lesson_fail(LESSON_USAGE, "--block %s: not a multiple of 32, the warp; try %zu", text,
                        block / 32 * 32);
    } else if (!lesson_is_power_of_two(block)) {
        size_t below = 32;
        while (below * 2 < block)
            below *= 2;
        lesson_fail(LESSON_USAGE,
                    "--block %s: not a power of two, which a tree that is halved in each step "
                    "needs; try %zu or %zu", text, below, below * 2);
    }
    return (unsigned)block;
}

static inline void lesson_print_help(const char *name, const char *title, int offers,
                                     const char *defaults)
{
    printf("%s: %s\n\nusage: %s [options]\n\n", name, title, name);
    printf("  -n, --size LIST     elements%s, as 1000000, 2^20 or 16M; several with commas "
           "between\n", offers & LESSON_BATCH ? " in all" : "");
    if (!(offers & LESSON_UNTIMED))
        printf("                      (default 2^29 on a GPU, 2^20 on the CPU device)\n");
    if (offers & LESSON_BATCH)
        printf("      --batch LIST    rows, each with a sum of its own\n"
               "      --row LIST      elements in a row. Two of -n, --batch and --row give the\n"
               "                      third, rounded up: -n 2^29 --batch 1,64 compares shapes\n");
    printf("  -b, --block LIST    threads per block, %s from 32 to 1024%s\n",
           offers & LESSON_ANY_BLOCK ? "multiples of 32" : "powers of two",
           offers & LESSON_UNTIMED ? "" : " (default 256)");
    if (offers & LESSON_GRID)
        printf("      --grid N        blocks (default: as many as the kernel makes use of)\n");
    if ((offers & LESSON_INT) && (offers & LESSON_FLOAT))
        printf("      --type TYPE     int or float (default int)\n");
    if (offers & LESSON_COOPERATIVE)
        printf("      --no-cooperative  as on a device without cooperative launches\n");
    if ((offers & LESSON_RAGGED) && !(offers & LESSON_UNTIMED))
        printf("      --balance FILE  write what each block did: kernel,block,elements,cycles\n");
    if (!(offers & LESSON_UNTIMED))
        printf("  -s, --samples N     timed samples (default 25, fewer when they are slow; CPU device 5)\n"
               "  -w, --warmup N      runs before the first sample (default 3; CPU device 1)\n");
    if (!(offers & (LESSON_DESTROYS_INPUT | LESSON_UNTIMED)))
        printf("      --hot           an untimed run before each sample instead of an L2 flush\n");
    printf("      --seed N        another input (default 42)\n"
           "      --device N      which GPU (default 0)\n");
    if (!(offers & LESSON_UNTIMED))
        printf("      --csv FILE      append a row per kernel, size and block\n"
               "      --kernel NAME   only this kernel\n"
               "      --list          name the kernels and stop\n");
    printf("  -h, --help          this text\n\n");
    if (offers & LESSON_UNTIMED)
        printf("without options every check is made, at the sizes and blocks that they are made at\n");
    else if (*defaults)
        printf("here the default is %s (on the CPU device 2^20 elements at most)\n", defaults);
    printf("exit codes: 0 ok, 1 wrong result, 2 usage, 3 CUDA error, 77 device cannot run it\n");
}

/* Ends the program (exit 2) unless the lesson offers an option. */
static inline void lesson_need_offer(int offers, int needed, const char *option, const char *value,
                                     const char *name, const char *why)
{
    if (!(offers & needed))
        lesson_fail(LESSON_USAGE, "%s%s%s: %s has no use for it, %s", option, *value ? " " : "",
                    value, name, why);
}

/* Reads argv into o. Ends the program on -h (exit 0) and on anything that is wrong (exit 2). */
static inline void lesson_read_options(struct lesson_options *o, int argc, char **argv,
                                       const char *name, const char *title, int offers,
                                       const char *defaults)
{
    enum { GRID = 256, TYPE, HOT, SEED, CSV, DEVICE, KERNEL, LIST, BATCH, ROW, ALONE, BALANCE };
    static const struct option known[] = {
        {"size", required_argument, NULL, 'n'},    {"block", required_argument, NULL, 'b'},
        {"grid", required_argument, NULL, GRID},   {"samples", required_argument, NULL, 's'},
        {"warmup", required_argument, NULL, 'w'},  {"type", required_argument, NULL, TYPE},
        {"hot", no_argument, NULL, HOT},           {"seed", required_argument, NULL, SEED},
        {"csv", required_argument, NULL, CSV},     {"device", required_argument, NULL, DEVICE},
        {"kernel", required_argument, NULL, KERNEL}, {"list", no_argument, NULL, LIST},
        {"batch", required_argument, NULL, BATCH}, {"row", required_argument, NULL, ROW},
        {"no-cooperative", no_argument, NULL, ALONE},
        {"balance", required_argument, NULL, BALANCE},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    const char *one_row = offers & LESSON_RAGGED ? "its rows follow from --size and --seed"
                                                 : "it adds up one array";

    opterr = 0;
    optind = 0; /* from the start again */
    for (int c; (c = getopt_long(argc, argv, ":n:b:s:w:h", known, NULL)) != -1;) {
        const struct option *option = known;
        while (option->name && option->val != c)
            option++;
        if ((offers & LESSON_UNTIMED)
            && (c == 's' || c == 'w' || c == HOT || c == CSV || c == KERNEL || c == LIST
                || c == BALANCE))
            lesson_fail(LESSON_USAGE, "--%s: %s is not timed, it is checked; %s --help lists its "
                        "options", option->name, name, name);
        switch (c) {
        case 'n':
            o->sizes = lesson_option_list("--size", optarg, [&](const char *text, int i) {
                o->size[i] = lesson_option_number("--size", text, 1, (size_t)1 << 62);
            });
            o->default_size = 0;
            break;
        case BATCH:
            lesson_need_offer(offers, LESSON_BATCH, "--batch", optarg, name, one_row);
            o->batches = lesson_option_list("--batch", optarg, [&](const char *text, int i) {
                o->batch[i] = lesson_option_number("--batch", text, 1, 0x7fffffff);
            });
            o->default_batch = 0;
            break;
        case ROW:
            lesson_need_offer(offers, LESSON_BATCH, "--row", optarg, name, one_row);
            o->rows = lesson_option_list("--row", optarg, [&](const char *text, int i) {
                o->row[i] = lesson_option_number("--row", text, 1, (size_t)1 << 62);
            });
            break;
        case 'b':
            o->blocks = lesson_option_list("--block", optarg, [&](const char *text, int i) {
                o->block[i] = lesson_option_block(text, offers);
            });
            break;
        case GRID:
            lesson_need_offer(offers, LESSON_GRID, "--grid", optarg, name,
                              offers & LESSON_BATCH ? "its grid follows from the rows and --block"
                                                    : "its grid follows from --size and --block");
            o->grid = (unsigned)lesson_option_number("--grid", optarg, 1, 0x7fffffff);
            break;
        case TYPE: {
            int wants_float = !strcmp(optarg, "float");
            if (!wants_float && strcmp(optarg, "int"))
                lesson_fail(LESSON_USAGE, "--type %s: unknown; try int or float", optarg);
            if (!(offers & (wants_float ? LESSON_FLOAT : LESSON_INT)))
                lesson_fail(LESSON_USAGE, "--type %s: %s offers %s only", optarg, name,
                            wants_float ? "int" : "float");
            o->is_float = wants_float;
            break;
        }
        case 's': o->samples = (int)lesson_option_number("--samples", optarg, 1, 100000); break;
        case 'w': o->warmups = (int)lesson_option_number("--warmup", optarg, 0, 100000); break;
        case SEED:
            o->seed = (uint32_t)lesson_option_number("--seed", optarg, 0, 0xffffffff);
            break;
        case DEVICE: o->device = (int)lesson_option_number("--device", optarg, 0, 1023); break;
        case HOT:
            if (offers & LESSON_DESTROYS_INPUT)
                lesson_fail(LESSON_USAGE, "--hot: %s destroys its input, which is filled anew "
                            "before each run; leave it out", name);
            o->hot = 1;
            break;
        case ALONE:
            lesson_need_offer(offers, LESSON_COOPERATIVE, "--no-cooperative", "", name,
                              "lesson18 has");
            o->no_cooperative = 1;
            break;
        case BALANCE:
            lesson_need_offer(offers, LESSON_RAGGED, "--balance", optarg, name,
                              "its blocks have equal shares");
            o->balance = optarg;
            break;
        case CSV: o->csv = optarg; break;
        case KERNEL: o->kernel = optarg; break;
        case LIST: o->list = 1; break;
        case 'h': lesson_print_help(name, title, offers, defaults); exit(LESSON_OK);
        default: {
            /* getopt leaves an unknown letter in optopt; a long option only in argv */
            char letter[] = {'-', (char)optopt, '\0'};
            int is_letter = optopt > 0 && optopt < 256 && argv[optind - 1][1] != '-';
            lesson_fail(LESSON_USAGE, "%s %s; %s --help lists the options",
                        is_letter ? letter : argv[optind - 1],
                        c == ':' ? "needs a value" : "is not an option it can take", name);
        }
        }
    }
    if (optind < argc)
        lesson_fail(LESSON_USAGE, "unexpected argument %s; %s --help lists the options",
                    argv[optind], name);
}

/* The lesson's defaults, then the command line, which overrides them. */
static inline struct lesson_options lesson_parse_options(int argc, char **argv, const char *name,
                                                         const char *title, int offers,
                                                         const char *defaults)
{
    enum { WORDS = 16 };
    struct lesson_options o;
    char text[256], *word[WORDS + 1] = {(char *)name};
    int words = 1;
    memset(&o, 0, sizeof o);
    o.warmups = -1; /* the default of the device */
    o.seed = 42;
    o.is_float = !(offers & LESSON_INT);

    snprintf(text, sizeof text, "%s", defaults);
    for (char *at = strtok(text, " "); at && words < WORDS; at = strtok(NULL, " "))
        word[words++] = at;
    lesson_read_options(&o, words, word, name, title, offers, defaults);
    o.default_size = o.sizes > 0;
    o.default_batch = o.batches > 0;
    lesson_read_options(&o, argc, argv, name, title, offers, defaults);
    if (o.rows && o.sizes && !o.default_size && o.batches && !o.default_batch)
        lesson_fail(LESSON_USAGE, "--size, --batch and --row: the third follows from two of them; "
                    "leave one out");
    if (!o.blocks)
        o.block[o.blocks++] = 256;
    return o;
}

#endif
