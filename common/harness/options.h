/* harness/options.h: what was asked for, by the declaration's defaults and on the command line. All
 * lessons have the same options. What is run as a result is in harness/plan.h. */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include "harness/about.h"
#include "harness/error.h"
#include "harness/help.h"
#include "harness/keys.h"
#include "harness/numbers.h"
#include "harness/operators.h"
#include <getopt.h>
#include <stdint.h>

#define LESSON_MAX_LIST 128 /* entries in one --size or --block list */
#define LESSON_MOST_CARDS 16
#define LESSON_MAX_OFFSET 63 /* elements: 64 of them are 256 bytes, the alignment of an array */

/* Numbers with commas between them. */
struct lesson_list {
    size_t at[LESSON_MAX_LIST];
    int count;      /* 0: not given */
    int is_default; /* by the declaration, not on the command line */
};

struct lesson_options {
    struct lesson_list size, batch, row, block, cards;
    unsigned grid;  /* 0: not given */
    unsigned offset;
    int samples;    /* 0: not given */
    int warmups;    /* -1: not given */
    uint32_t seed;
    enum lesson_type type;
    enum lesson_inputs input; /* with LESSON_KEYS enum lesson_keys */
    size_t bins;
    unsigned op;    /* a bit for each lesson_operator; 0: not given */
    int hot;
    int list;
    int no_cooperative;
    int device;
    const char *csv, *balance, *ratios, *errors, *kernel; /* NULL: not given */
};

/* Leaves out what the declaration asks for if there are not so many cards. */
static inline void lesson_fit_cards(struct lesson_options *o, int all)
{
    int kept = 0;
    for (int i = 0; i < o->cards.count; i++)
        if (!o->cards.is_default || o->cards.at[i] <= (size_t)all)
            o->cards.at[kept++] = o->cards.at[i];
    o->cards.count = kept; /* 0: all */
}

/* The most cards that --cards asks for; all of them, if it was not given. */
static inline int lesson_most_cards(const struct lesson_options *o, int all)
{
    size_t most = 0;
    for (int i = 0; i < o->cards.count; i++)
        most = o->cards.at[i] > most ? o->cards.at[i] : most;
    most = most ? most : (size_t)all;
    return most < LESSON_MOST_CARDS ? (int)most : LESSON_MOST_CARDS;
}

/* The value of an option with limits; ends the program (exit 2) when the value is not within. */
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

/* Fills a list from text, comma separated. number(text of one entry) reads an entry. */
template <class Number>
static inline void lesson_option_list(struct lesson_list *list, const char *option,
                                      const char *text, Number number)
{
    char entry[64];
    list->count = list->is_default = 0;
    for (const char *from = text;; from++) {
        size_t length = strcspn(from, ",");
        if (length == 0 || length >= sizeof entry)
            lesson_fail(LESSON_USAGE, "%s %s: expected a number, or several with commas between",
                        option, text);
        if (list->count == LESSON_MAX_LIST)
            lesson_fail(LESSON_USAGE, "%s: more than %d entries", option, LESSON_MAX_LIST);
        memcpy(entry, from, length);
        entry[length] = '\0';
        list->at[list->count++] = number(entry);
        from += length;
        if (*from == '\0')
            return;
    }
}

/* One entry of --block. What the device allows is checked once the device is known. */
static inline size_t lesson_option_block(const char *text, int offers)
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
    return block;
}

/* --op: names with commas between. */
static inline void lesson_option_operators(struct lesson_options *o, const char *text)
{
    char entry[32];
    o->op = 0;
    for (const char *from = text;; from++) {
        size_t length = strcspn(from, ",");
        snprintf(entry, sizeof entry, "%.*s", (int)length, from);
        int op = lesson_index_of(entry, lesson_operator_names, LESSON_ALL_OPERATORS);
        if (op == LESSON_ALL_OPERATORS)
            lesson_fail(LESSON_USAGE, "--op %s: unknown; there are %s", *entry ? entry : "''",
                        lesson_listed(lesson_operator_names, LESSON_ALL_OPERATORS));
        o->op |= 1u << op;
        from += length;
        if (*from == '\0')
            return;
    }
}

/* Ends the program (exit 2) where options that are right by themselves do not go together. */
static inline void lesson_need_harmony(const struct lesson_options *o, const char *name, int offers)
{
    const struct lesson_type_about *type = lesson_type_about(o->type);
    unsigned at_once = (unsigned)(16 / type->size);
    if ((offers & LESSON_ALIGNED) && o->offset % at_once != 0)
        lesson_fail(LESSON_USAGE, "--offset %u: %s loads 16 bytes at a time, so it takes a "
                    "multiple of %u only", o->offset, name, at_once);
    if (o->input >= LESSON_DENORMALS && !type->is_float)
        lesson_fail(LESSON_USAGE, "--input %s: %s has none; try --type float, or one of %s",
                    lesson_input_names[o->input], type->name, lesson_listed(lesson_input_names, LESSON_DENORMALS));
    for (int op = 0; op < LESSON_ALL_OPERATORS; op++)
        if ((o->op >> op & 1) && !lesson_is_defined((enum lesson_operator)op, o->type, o->input))
            lesson_fail(LESSON_USAGE, op == LESSON_PRODUCT
                        ? "--op product: of these elements it would leave the range of %s; try --input factors"
                        : "--op norm2: of floating-point numbers only, not of %s; try --type float", type->name);
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
                                       const char *name, const struct lesson_about *about,
                                       int offers)
{
    enum { GRID = 256, TYPE, HOT, SEED, CSV, DEVICE, KERNEL, LIST, BATCH, ROW, ALONE, BALANCE,
           OFFSET, RATIOS, OP, INPUT, ERRORS, BINS, CARDS };
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
        {"offset", required_argument, NULL, OFFSET},
        {"ratios", required_argument, NULL, RATIOS},
        {"op", required_argument, NULL, OP},       {"input", required_argument, NULL, INPUT},
        {"errors", required_argument, NULL, ERRORS},
        {"bins", required_argument, NULL, BINS},   {"cards", required_argument, NULL, CARDS},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
    const char *one_row = offers & LESSON_RAGGED ? "its rows follow from --size and --seed"
                                                 : "it adds up one array";

    opterr = 0;
    optind = 0; /* from the start again */
    for (int c; (c = getopt_long(argc, argv, ":n:b:s:w:h", known, NULL)) != -1;) {
        const struct option *option = known;
        while (option->name && option->val != c)
            option++;
        if (!(offers & LESSON_TIMED)
            && (c == 's' || c == 'w' || c == HOT || c == CSV || c == KERNEL || c == LIST
                || c == BALANCE || c == RATIOS || c == ERRORS))
            lesson_fail(LESSON_USAGE, "--%s: %s is not timed, it is checked; %s --help lists its "
                        "options", option->name, name, name);
        switch (c) {
        case 'n':
            lesson_option_list(&o->size, "--size", optarg, [&](const char *text) {
                return lesson_option_number("--size", text, offers & (LESSON_ELEMENT_KINDS | LESSON_KEYS) ? 0 : 1, (size_t)1 << 62);
            });
            break;
        case BATCH:
            lesson_need_offer(offers, LESSON_BATCH, "--batch", optarg, name, one_row);
            lesson_option_list(&o->batch, "--batch", optarg, [&](const char *text) {
                return lesson_option_number("--batch", text, offers & LESSON_COLUMNS ? 0 : 1, 0x7fffffff);
            });
            break;
        case ROW:
            lesson_need_offer(offers, LESSON_BATCH, "--row", optarg, name, one_row);
            lesson_option_list(&o->row, "--row", optarg, [&](const char *text) {
                return lesson_option_number("--row", text, 1, (size_t)1 << 62);
            });
            break;
        case 'b':
            lesson_option_list(&o->block, "--block", optarg, [&](const char *text) {
                return lesson_option_block(text, offers);
            });
            break;
        case GRID:
            lesson_need_offer(offers, LESSON_GRID, "--grid", optarg, name,
                              offers & LESSON_BATCH ? "its grid follows from the rows and --block"
                                                    : "its grid follows from --size and --block");
            o->grid = (unsigned)lesson_option_number("--grid", optarg, 1, 0x7fffffff);
            break;
        case TYPE: {
            o->type = lesson_type_named(optarg);
            if (o->type == LESSON_TYPES)
                lesson_fail(LESSON_USAGE, "--type %s: unknown; try %s", optarg, lesson_type_names(offers, " or "));
            if (!(offers & lesson_type_about(o->type)->offer))
                lesson_fail(LESSON_USAGE, "--type %s: %s offers %s only", optarg, name,
                            lesson_type_names(offers, " and "));
            break;
        }
        case 's': o->samples = (int)lesson_option_number("--samples", optarg, 1, 100000); break;
        case 'w': o->warmups = (int)lesson_option_number("--warmup", optarg, 0, 100000); break;
        case SEED:
            o->seed = (uint32_t)lesson_option_number("--seed", optarg, 0, 0xffffffff);
            break;
        case OFFSET:
            o->offset = (unsigned)lesson_option_number("--offset", optarg, 0, LESSON_MAX_OFFSET);
            break;
        case OP:
            lesson_need_offer(offers, LESSON_OPERATORS, "--op", optarg, name, "it has one operator");
            lesson_option_operators(o, optarg);
            break;
        case INPUT: {
            const char *const *names = offers & LESSON_KEYS ? lesson_key_names : lesson_input_names;
            int kinds = offers & LESSON_KEYS ? (int)LESSON_KEY_KINDS : (int)LESSON_INPUTS;
            lesson_need_offer(offers, LESSON_ELEMENT_KINDS | LESSON_KEYS, "--input", optarg, name, "its input is random");
            o->input = (enum lesson_inputs)lesson_index_of(optarg, names, kinds);
            if ((int)o->input == kinds)
                lesson_fail(LESSON_USAGE, "--input %s: unknown; there are %s", optarg, lesson_listed(names, kinds));
            break;
        }
        case BINS:
            lesson_need_offer(offers, LESSON_KEYS, "--bins", optarg, name, "its elements are no keys");
            o->bins = lesson_option_number("--bins", optarg, 1, (size_t)1 << 30);
            break;
        case CARDS:
            lesson_need_offer(offers, LESSON_CARDS, "--cards", optarg, name, "it runs on one card");
            lesson_option_list(&o->cards, "--cards", optarg, [&](const char *text) {
                return lesson_option_number("--cards", text, 1, LESSON_MOST_CARDS);
            });
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
                              "it has only one way to run");
            o->no_cooperative = 1;
            break;
        case BALANCE:
            lesson_need_offer(offers, LESSON_RAGGED, "--balance", optarg, name,
                              "its blocks have equal shares");
            o->balance = optarg;
            break;
        case RATIOS: o->ratios = optarg; break;
        case ERRORS:
            lesson_need_offer(offers, LESSON_OPERATORS | LESSON_INPUT_KINDS, "--errors", optarg, name,
                              "its results have no errors that are worth a file");
            o->errors = optarg;
            break;
        case CSV: o->csv = optarg; break;
        case KERNEL: o->kernel = optarg; break;
        case LIST: o->list = 1; break;
        case 'h':
            lesson_print_help(name, about, offers);
            lesson_need_output();
            exit(LESSON_OK);
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

/* The elements of an input unless --input names others. LESSON_VALUES=small, which make play sets, chooses digits; ends the
 * program (exit 2) at a value that is none. */
static inline enum lesson_inputs lesson_usual_input(void)
{
    const char *values = getenv("LESSON_VALUES");
    if (!values || !*values || !strcmp(values, "run"))
        return LESSON_RANDOM;
    if (strcmp(values, "small"))
        lesson_fail(LESSON_USAGE, "LESSON_VALUES=%s: must be small (elements from 1 to 9) or run (the usual ones), or left out",
                    values);
    return LESSON_DIGITS;
}

/* The options as declared, before anything is asked for on the command line. */
static inline struct lesson_options lesson_default_options(const char *name,
                                                           const struct lesson_about *about,
                                                           int offers)
{
    enum { WORDS = 16 };
    struct lesson_options o;
    char text[256], *word[WORDS + 1] = {(char *)name};
    int words = 1;
    memset(&o, 0, sizeof o);
    o.warmups = -1;
    o.seed = 42;
    o.bins = 256;
    o.type = lesson_first_type(offers);
    o.input = offers & LESSON_KEYS ? LESSON_RANDOM : lesson_usual_input();
    snprintf(text, sizeof text, "-n 2^29 -b 256 %s", about->defaults ? about->defaults : "");
    for (char *at = strtok(text, " "); at && words < WORDS; at = strtok(NULL, " "))
        word[words++] = at;
    lesson_read_options(&o, words, word, name, about, offers);
    o.size.is_default = o.batch.is_default = o.row.is_default = o.block.is_default = o.cards.is_default = 1;
    return o;
}

/* The defaults, overridden by the command line. Ends the program as above. */
static inline struct lesson_options lesson_parse_options(const struct lesson_options *defaults,
                                                         int argc, char **argv, const char *name,
                                                         const struct lesson_about *about,
                                                         int offers)
{
    struct lesson_options o = *defaults;
    lesson_read_options(&o, argc, argv, name, about, offers);
    if (!o.size.is_default && o.batch.count && !o.batch.is_default && o.row.count)
        lesson_fail(LESSON_USAGE, "--size, --batch and --row: the third follows from two of them; "
                    "leave one out");
    lesson_need_harmony(&o, name, offers);
    return o;
}

#endif
