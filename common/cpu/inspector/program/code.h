/* code.h: reads the program's instructions. */
#ifndef CUDA_CPU_CODE_H
#define CUDA_CPU_CODE_H

#include <stdint.h>

/* Addresses are counted from the program's beginning, so that they fit 32 bits. */
uint32_t code_offset(const void *pc);
uintptr_t code_address(uint32_t pc);

/* Basic blocks begin with a call to this function. */
void code_begin(void (*block_call)(void));

/* Does a basic block begin in this range? */
int code_has_blocks(const char *from, const char *to);

/* The branch that leads from a place in a basic block to some of these blocks: the address after its first
 * byte, or the start of the next basic block in the program. */
uint32_t code_branch(uint32_t from, const uint32_t *block, unsigned int n);

/* Is the branch at the end of this basic block missing from the source? */
int code_is_second_test(uint32_t block);

#endif
