#include <isobit/sum/exact.hpp>

#ifdef CORRECTED
using accumulator = isobit::exact_product;
#else
using accumulator = isobit::exact;
#endif

void add(accumulator& state, double const* x, std::size_t count) {
  state.add_products(std::span(x, count), std::span(x, count));
}
