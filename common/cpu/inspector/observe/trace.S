/* trace.S: every basic block of an inspected program calls this function. It does the same as
 * cuda_cpu_trace_block() in accesses.c, which explains it, but has no stack frame, because nothing is called
 * more often. (On processors other than x86-64, the program calls cuda_cpu_trace_block() directly.) */
#if defined(__x86_64__) && defined(__ELF__)
    .text
    .globl __sanitizer_cov_trace_pc
    .hidden function_own_are_traced
    .type __sanitizer_cov_trace_pc, %function
    .p2align 4
__sanitizer_cov_trace_pc:
    movq cuda_cpu_lane@gottpoff(%rip), %rax
    movq %fs:(%rax), %rax
    testq %rax, %rax
    je 1f
    movq (%rax), %rcx               /* lane->next */
    cmpq 8(%rax), %rcx              /* lane->limit */
    jae cuda_cpu_trace_block
    cmpb $0, function_own_are_traced(%rip)
    jne cuda_cpu_trace_block
    movq (%rsp), %rdx
    movq %rbp, %rsi
    shlq $20, %rdx
    shlq $48, %rsi
    addq 32(%rax), %rdx             /* lane->base */
    addq %rsi, %rdx
    movq %rdx, (%rcx)
    addq $8, %rcx
    movq %rcx, (%rax)
1:  ret
#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
