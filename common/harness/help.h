/* harness/help.h: what --help prints. */
#ifndef HARNESS_HELP_H
#define HARNESS_HELP_H

#include "harness/keys.h"
#include "harness/operators.h"
#include <stdio.h>

#define LESSON_CPU_CARDS 4 /* unless --cards or CUDA_CPU_DEVICES says how many */

static inline void lesson_print_help(const char *name, const struct lesson_about *about,
                                     int offers)
{
    printf("%s: %s\n\nusage: %s [options]\n\n", name, about->title, name);
    printf("  -n, --size LIST     elements%s, as 1000000, 2^20 or 16M; several with commas "
           "between\n", offers & LESSON_BATCH ? " in all" : "");
    printf("                      (default 2^29 on a GPU, 2^20 on the CPU device)\n");
    if (offers & LESSON_BATCH)
        printf("      --batch LIST    rows, each with a sum of its own\n"
               "      --row LIST      elements in a row. Two of -n, --batch and --row give the\n"
               "                      third, rounded up: -n 2^29 --batch 1,64 compares shapes\n");
    printf("  -b, --block LIST    threads per block, %s from 32 to 1024 (default 256)\n",
           offers & LESSON_ANY_BLOCK ? "multiples of 32" : "powers of two");
    if (offers & LESSON_GRID)
        printf("      --grid N        blocks (default: as many as the kernel can use)\n");
    if (strchr(lesson_type_names(offers, ","), ','))
        printf("      --type TYPE     %s (default %.*s)\n", lesson_type_names(offers, " or "),
               (int)strcspn(lesson_type_names(offers, ","), ","), lesson_type_names(offers, ","));
    if (offers & LESSON_OPERATORS)
        printf("      --op LIST       of %s\n", lesson_listed(lesson_operator_names, LESSON_ALL_OPERATORS));
    if (offers & LESSON_KEYS)
        printf("      --bins N        keys are from 0 to N - 1 (default 256)\n"
               "      --input KIND    %s\n", lesson_listed(lesson_key_names, LESSON_KEY_KINDS));
    if (offers & LESSON_ELEMENT_KINDS)
        printf("      --input KIND    %s\n", lesson_listed(lesson_input_names, LESSON_INPUTS));
    if (offers & LESSON_CARDS)
        printf("      --cards LIST    on so many cards, from --device on (default: all; the CPU device\n"
               "                      has as many as are asked for here, or %d)\n", LESSON_CPU_CARDS);
    if (offers & LESSON_COOPERATIVE)
        printf("      --no-cooperative  as on a device without cooperative launches\n");
    if ((offers & LESSON_RAGGED) && (offers & LESSON_TIMED))
        printf("      --balance FILE  write what each block did: kernel,block,elements,cycles\n");
    if (offers & LESSON_TIMED)
        printf("  -s, --samples N     timed samples (default 25, fewer when they are slow; "
               "CPU device 5)\n"
               "  -w, --warmup N      runs before the first sample (default 3; CPU device 1)\n");
    if ((offers & LESSON_TIMED) && !(offers & LESSON_DESTROYS_INPUT))
        printf("      --hot           an untimed run before each sample instead of an L2 flush\n");
    printf("      --offset N      the input begins N elements behind a multiple of 256 bytes");
    if (offers & LESSON_ALIGNED)
        printf(", a multiple of %zu", 16 / lesson_type_about(lesson_first_type(offers))->size);
    printf("\n      --seed N        another input (default 42)\n"
           "      --device N      which GPU (default 0)\n");
    if (offers & LESSON_TIMED)
        printf("      --csv FILE      append a row per kernel, size and block\n"
               "      --ratios FILE   append how many times as fast as the first each other one is\n"
               "%s"
               "      --kernel NAME   only this kernel\n"
               "      --list          name the kernels and stop\n",
               offers & (LESSON_OPERATORS | LESSON_INPUT_KINDS)
                   ? "      --errors FILE   append how far off each floating-point sum is\n" : "");
    printf("  -h, --help          this text\n\n");
    if (about->defaults)
        printf("here the default is %s (on the CPU device 2^20 elements at most)\n",
               about->defaults);
    printf("exit codes: 0 ok, 1 wrong result, 2 usage, 3 CUDA error, 77 device cannot run it\n");
}

#endif
