#include "every_function.h"

int failures = 0;

int main(void) {
  call_reductions();
  call_states();
  call_functions();
  call_linear_algebra();
  call_sparse_matrices();
  printf("%d failures\n", failures);
  return failures != 0;
}
