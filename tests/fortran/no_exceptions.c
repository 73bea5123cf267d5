/* Whoever throws in a program with this definition ends it: libstdc++ asks for its __cxa_throw by name. */
#include <stdio.h>
#include <stdlib.h>

void refuse_to_throw(void* thrown, void* type, void (*destructor)(void*)) __asm__("__cxa_throw");
void refuse_to_throw(void* thrown, void* type, void (*destructor)(void*)) {
  (void)thrown, (void)type, (void)destructor;
  fputs("an exception was thrown behind the Fortran modules\n", stderr);
  abort();
}
