/* A module with a BLAS of its own. */
#include <stdint.h>

double last_answer(void);
void scipy_dgesdd_64_(char const*, int64_t const*);

int use_blas(void) {
  int64_t const m = INT64_C(1) << 40;
  scipy_dgesdd_64_("A", &m);
  return last_answer() == 'A' + 1099511627776.0 ? 0 : 1;
}
