/* lesson_options.h: the command line, the same in every lesson. Part of lesson.h. */
#ifndef LESSON_OPTIONS_H
#define LESSON_OPTIONS_H

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <string.h>

#define LESSON_MAX_LIST 64 /* entries in one --size or --block list */

struct lesson_options {
    size_t size[LESSON_MAX_LIST];
    int sizes; /* 0: the default size of this device */
    unsigned block[LESSON_MAX_LIST];
    int blocks; /* 0: block 256 */
    unsigned grid;
    int samples; /* 0: the default number, capped by time */
    int warmups;
    uint32_t seed;
    int is_float;
    int hot;
    int list;
    int device;
    const char *csv;
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

static inline void lesson_print_help(const char *name, const char *title, int offers)
{
    printf("%s: %s\n\nusage: %s [options]\n\n", name, title, name);
    printf("  -n, --size LIST     elements, as 1000000, 2^20 or 16M; several with commas between\n"
           "                      (default 2^29 on a GPU, 2^20 on the CPU device)\n"
           "  -b, --block LIST    threads per block, %s from 32 to 1024 (default 256)\n",
           offers & LESSON_ANY_BLOCK ? "multiples of 32" : "powers of two");
    if (offers & LESSON_GRID)
        printf("      --grid N        blocks (default: as many as cover the elements)\n");
    if ((offers & LESSON_INT) && (offers & LESSON_FLOAT))
        printf("      --type TYPE     int or float (default int)\n");
    printf("  -s, --samples N     timed samples (default 25, fewer when they are slow)\n"
           "  -w, --warmup N      runs before the first sample (default 3; CPU device 1)\n"
           "      --hot           an untimed run before each sample instead of an L2 flush\n"
           "      --seed N        another input (default 42)\n"
           "      --csv FILE      append a row per kernel, size and block\n"
           "      --device N      which GPU (default 0)\n"
           "      --kernel NAME   only this kernel\n"
           "      --list          name the kernels and stop\n"
           "  -h, --help          this text\n\n"
           "exit codes: 0 ok, 1 wrong result, 2 usage, 3 CUDA error, 77 device cannot run it\n");
}

/* Reads argv. Ends the program on -h (exit 0) and on anything that is wrong (exit 2). */
static inline struct lesson_options lesson_parse_options(int argc, char **argv, const char *name,
                                                         const char *title, int offers)
{
    enum { GRID = 256, TYPE, HOT, SEED, CSV, DEVICE, KERNEL, LIST };
    static const struct option known[] = {
        {"size", required_argument, NULL, 'n'},    {"block", required_argument, NULL, 'b'},
        {"grid", required_argument, NULL, GRID},   {"samples", required_argument, NULL, 's'},
        {"warmup", required_argument, NULL, 'w'},  {"type", required_argument, NULL, TYPE},
        {"hot", no_argument, NULL, HOT},           {"seed", required_argument, NULL, SEED},
        {"csv", required_argument, NULL, CSV},     {"device", required_argument, NULL, DEVICE},
        {"kernel", required_argument, NULL, KERNEL}, {"list", no_argument, NULL, LIST},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    struct lesson_options o;
    memset(&o, 0, sizeof o);
    o.warmups = -1; /* the default of the device */
    o.seed = 42;
    o.is_float = !(offers & LESSON_INT);

    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, ":n:b:s:w:h", known, NULL)) != -1;) {
        switch (c) {
        case 'n':
            o.sizes = lesson_option_list("--size", optarg, [&](const char *text, int i) {
                o.size[i] = lesson_option_number("--size", text, 1, (size_t)1 << 62);
            });
            break;
        case 'b':
            o.blocks = lesson_option_list("--block", optarg, [&](const char *text, int i) {
                o.block[i] = lesson_option_block(text, offers);
            });
            break;
        case GRID:
            if (!(offers & LESSON_GRID))
                lesson_fail(LESSON_USAGE, "--grid %s: %s has no use for it, its grid follows from "
                            "--size and --block", optarg, name);
            o.grid = (unsigned)lesson_option_number("--grid", optarg, 1, 0x7fffffff);
            break;
        case TYPE: {
            int wants_float = !strcmp(optarg, "float");
            if (!wants_float && strcmp(optarg, "int"))
                lesson_fail(LESSON_USAGE, "--type %s: unknown; try int or float", optarg);
            if (!(offers & (wants_float ? LESSON_FLOAT : LESSON_INT)))
                lesson_fail(LESSON_USAGE, "--type %s: %s offers %s only", optarg, name,
                            wants_float ? "int" : "float");
            o.is_float = wants_float;
            break;
        }
        case 's': o.samples = (int)lesson_option_number("--samples", optarg, 1, 100000); break;
        case 'w': o.warmups = (int)lesson_option_number("--warmup", optarg, 0, 100000); break;
        case SEED: o.seed = (uint32_t)lesson_option_number("--seed", optarg, 0, 0xffffffff); break;
        case DEVICE: o.device = (int)lesson_option_number("--device", optarg, 0, 1023); break;
        case HOT:
            if (offers & LESSON_DESTROYS_INPUT)
                lesson_fail(LESSON_USAGE, "--hot: %s destroys its input, which is filled anew "
                            "before each run; leave it out", name);
            o.hot = 1;
            break;
        case CSV: o.csv = optarg; break;
        case KERNEL: o.kernel = optarg; break;
        case LIST: o.list = 1; break;
        case 'h': lesson_print_help(name, title, offers); exit(LESSON_OK);
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
    if (!o.blocks)
        o.block[o.blocks++] = 256;
    return o;
}

#endif
