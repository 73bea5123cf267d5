#pragma once

// isobit_blas_stub symbol: the exported symbol. At the first call it lets isobit_blas_find look for the function, and
// goes there with all arguments as they came. Only registers that a call may destroy anyway, and that hold no argument,
// are used.

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
    mov isobit_blas_record_\symbol(%rip), %r11
    test %r11, %r11
    je 2f
    jmp *%r11
  2:
    lea isobit_blas_record_\symbol(%rip), %r11
    jmp isobit_blas_find_and_go
    .size \symbol, . - \symbol
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
    adrp x17, isobit_blas_record_\symbol
    ldr x16, [x17, :lo12:isobit_blas_record_\symbol]
    cbz x16, 3f
    br x16
  3:
    add x16, x17, :lo12:isobit_blas_record_\symbol
    b isobit_blas_find_and_go
    .size \symbol, . - \symbol
    .popsection
  .endm
)");
#else
#error "libisobit_blas.so knows x86-64 and aarch64"
#endif
