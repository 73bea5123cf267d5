#ifndef EVERY_FUNCTION_H
#define EVERY_FUNCTION_H

/* Every function of every C header is called once, as a C11 program calls it, and gives a number worked out by hand. */

#include <stdio.h>

#include <isobit/isobit.h>

extern int failures;

void call_reductions(void);
void call_states(void);
void call_functions(void);
void call_linear_algebra(void);
void call_sparse_matrices(void);

#define CALL(call)                                                               \
  do {                                                                           \
    if ((call) != ISOBIT_OK) {                                                   \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, isobit_last_error()); \
      ++failures;                                                                \
    }                                                                            \
  } while (0)

#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)

/* The call succeeds, and the number is the one expected. */
#define GIVES(expected, number, call) \
  do {                                \
    CALL(call);                       \
    EXPECT((number) == (expected));   \
  } while (0)

#endif
