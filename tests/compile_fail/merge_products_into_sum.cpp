#include <isobit/sum/exact.hpp>

// The narrow accumulator has no digits for what the wide one may hold.
void merge(isobit::exact& sum, isobit::exact_product& products) {
#ifdef CORRECTED
  products.merge(sum);
#else
  sum.merge(products);
#endif
}
