#pragma once

// isobit_blas_stub symbol: the exported symbol, and isobit_blas_find_symbol, which lets isobit_blas_find look for the
// real function at the first call and goes there with all arguments as they came. Only registers that a call may
// destroy anyway, and that hold no argument, are used.

#if defined(__x86_64__)
__asm__(R"(
  .macro isobit_blas_stub symbol
    .pushsection .text
    .p2align 4
    .globl \symbol
    .type \symbol, @function
  \symbol:
    endbr64
    cmpb $0, isobit_blas_counting(%rip)
    je 1f
    lock incq isobit_blas_record_\symbol+8(%rip)
  1:
    jmp *isobit_blas_record_\symbol(%rip)
    .size \symbol, . - \symbol
    .globl isobit_blas_find_\symbol
    .hidden isobit_blas_find_\symbol
    .type isobit_blas_find_\symbol, @function
  isobit_blas_find_\symbol:
    endbr64
    lea isobit_blas_record_\symbol(%rip), %r11
    jmp isobit_blas_find_and_go
    .size isobit_blas_find_\symbol, . - isobit_blas_find_\symbol
    .popsection
  .endm
)");
#elif defined(__aarch64__)
__asm__(R"(
  .macro isobit_blas_stub symbol
    .pushsection .text
    .p2align 4
    .globl \symbol
    .type \symbol, %function
  \symbol:
    hint #34
    adrp x16, isobit_blas_counting
    ldrb w16, [x16, :lo12:isobit_blas_counting]
    cbz w16, 2f
    adrp x16, isobit_blas_record_\symbol
    add x16, x16, :lo12:isobit_blas_record_\symbol
    add x16, x16, #8
  1:
    ldxr x17, [x16]
    add x17, x17, #1
    stxr w15, x17, [x16]
    cbnz w15, 1b
  2:
    adrp x16, isobit_blas_record_\symbol
    ldr x16, [x16, :lo12:isobit_blas_record_\symbol]
    br x16
    .size \symbol, . - \symbol
    .globl isobit_blas_find_\symbol
    .hidden isobit_blas_find_\symbol
    .type isobit_blas_find_\symbol, %function
  isobit_blas_find_\symbol:
    hint #34
    adrp x16, isobit_blas_record_\symbol
    add x16, x16, :lo12:isobit_blas_record_\symbol
    b isobit_blas_find_and_go
    .size isobit_blas_find_\symbol, . - isobit_blas_find_\symbol
    .popsection
  .endm
)");
#else
#error "libisobit_blas.so knows x86-64 and aarch64"
#endif
