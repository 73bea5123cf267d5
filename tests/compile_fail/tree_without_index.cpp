#include <functional>
#include <vector>

#include <isobit/tree/tree_part.hpp>

double sum(std::vector<double> const& values) {
#ifdef CORRECTED
  isobit::tree_part part(values, {.first = 0, .total = values.size()}, std::plus<>());
#else
  isobit::tree_part part(values, std::plus<>());
#endif
  return part.result();
}
