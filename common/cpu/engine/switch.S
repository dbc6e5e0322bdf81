/* switch.S: changes from one fiber (the stack of one CUDA thread) to another.
 *
 *   uint64_t cuda_cpu_switch(void **save, void *to, uint64_t value);
 *
 * Saves the registers that a C function must preserve and stores the stack pointer in *save. Continues
 * where `to` was saved: there, the call returns `value`. It ends with a jump, not a return: the processor
 * predicts that a return goes back to the last call, which was another fiber's.
 *
 *   void cuda_cpu_start(void);      where a new fiber begins: calls the function in rbx, or x19
 */
#ifdef __APPLE__
#define NAME(x) _##x
#define TYPE(x)
#else
#define NAME(x) x
#define TYPE(x) .type x, %function
#endif

    .text

#if defined(__x86_64__)

    .globl NAME(cuda_cpu_switch)
    TYPE(cuda_cpu_switch)
    .p2align 4
NAME(cuda_cpu_switch):
    .cfi_startproc
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    .cfi_adjust_cfa_offset 48
    .cfi_rel_offset %rbp, 40
    .cfi_rel_offset %rbx, 32
    .cfi_rel_offset %r12, 24
    .cfi_rel_offset %r13, 16
    .cfi_rel_offset %r14, 8
    .cfi_rel_offset %r15, 0
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    movq %rdx, %rax
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    .cfi_adjust_cfa_offset -48
    popq %rcx
    .cfi_adjust_cfa_offset -8
    .cfi_register %rip, %rcx
    jmp *%rcx
    .cfi_endproc

    .globl NAME(cuda_cpu_start)
    TYPE(cuda_cpu_start)
    .p2align 4
NAME(cuda_cpu_start):
    .cfi_startproc
    .cfi_undefined %rip
    xorl %ebp, %ebp
    call *%rbx
    ud2
    .cfi_endproc

#elif defined(__aarch64__)

    .globl NAME(cuda_cpu_switch)
    TYPE(cuda_cpu_switch)
    .p2align 4
NAME(cuda_cpu_switch):
    .cfi_startproc
    sub sp, sp, #160
    .cfi_adjust_cfa_offset 160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    .cfi_rel_offset x29, 80
    .cfi_rel_offset x30, 88
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    mov x0, x2
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x16, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    .cfi_adjust_cfa_offset -160
    br x16
    .cfi_endproc

    .globl NAME(cuda_cpu_start)
    TYPE(cuda_cpu_start)
    .p2align 4
NAME(cuda_cpu_start):
    .cfi_startproc
    .cfi_undefined x30
    mov x29, xzr
    mov x30, xzr
    blr x19
    brk #1
    .cfi_endproc

#else
#error "The CPU device runs on x86-64 and aarch64."
#endif

#ifdef __ELF__
    .section .note.GNU-stack, "", %progbits
#endif
