#include "plain.hpp"

namespace bench::vocabulary {

plain_loops const plain_portable = plain_vocabulary<16>::loops;

void plain_scan(view x, std::span<double> out) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) out[i] = sum += x[i];
}

}  // namespace bench::vocabulary
