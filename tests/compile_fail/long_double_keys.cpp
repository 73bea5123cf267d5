#include <vector>

#include <isobit/sum/grouped.hpp>

auto totals(std::vector<long double> const& keys, std::vector<double> const& values) {
#ifdef CORRECTED
  return isobit::sum_by_key(std::vector<double>(keys.begin(), keys.end()), values);
#else
  return isobit::sum_by_key(keys, values);
#endif
}
