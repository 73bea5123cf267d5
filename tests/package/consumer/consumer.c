#include <stdio.h>

#include <isobit/isobit.h>

int main(void) {
  double const values[] = {1e308, 1.0, 1e308, -1e308, -1e308};
  double sum = 0;
  isobit_status const status = isobit_sum_f64(values, sizeof values / sizeof values[0], &sum);
  if (status != ISOBIT_OK) {
    printf("isobit %s: %s\n", isobit_version_string(), isobit_last_error());
    return 1;
  }
  printf("%g\n", sum);
  return sum == 1.0 ? 0 : 1;
}
