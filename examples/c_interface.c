/* The C interface: the same bits as from C++, a status from every call. */
#include <isobit/isobit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(char const* what, isobit_status status, double value, double expected) {
  int const right = status == ISOBIT_OK && memcmp(&value, &expected, sizeof value) == 0;
  printf("%-30s %.17g  %a%s\n", what, value, value, right ? "" : "  WRONG");
  if (status != ISOBIT_OK) fprintf(stderr, "%s: %s\n", what, isobit_last_error());
  if (!right) failures = 1;
}

int main(void) {
  double const values[] = {1e16, 1.0, -1e16, 0.1};
  double result = 0;
  isobit_status status = isobit_sum_f64(values, 4, &result);
  expect("sum", status, result, 1.1);
  status = isobit_dot_f64(values, values + 2, 2, &result);
  expect("dot", status, result, -1e32);
  status = isobit_sum_strided_f64(values, 2, 2, 1, &result);
  expect("every second", status, result, 0.0);

  /* A state that travels as bytes. */
  isobit_exact *here = NULL, *there = NULL;
  size_t size = 0;
  if (isobit_exact_create(&here) != ISOBIT_OK || isobit_exact_add_f64(here, values, 4) != ISOBIT_OK ||
      isobit_exact_serialise(here, NULL, 0, &size) != ISOBIT_OK)
    return 1;
  void* const bytes = malloc(size);
  if (bytes == NULL || isobit_exact_serialise(here, bytes, size, &size) != ISOBIT_OK ||
      isobit_exact_deserialise(bytes, size, &there) != ISOBIT_OK)
    return 1;
  isobit_exact_retract(there, 1.0);
  status = isobit_exact_round_f64(there, ISOBIT_NEAREST_EVEN, &result);
  expect("received, without the 1", status, result, 0.1);
  free(bytes);
  isobit_exact_destroy(here);
  isobit_exact_destroy(there);

  status = isobit_sum_f64(NULL, 4, &result);
  printf("null with a count: %s\n", isobit_last_error());
  if (status != ISOBIT_INVALID_ARGUMENT) failures = 1;
  return failures;
}
