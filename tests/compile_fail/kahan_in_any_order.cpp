#include <vector>

#include <isobit/accumulator/compensated.hpp>
#include <isobit/operation/reduce.hpp>

#ifdef CORRECTED
using plan = isobit::fixed_lanes;
#else
using plan = isobit::any_order;  // would give other bits for another number of threads
#endif

double sum(std::vector<double> const& values) {
  return isobit::reduce<isobit::kahan<double>>(plan(), isobit::threads(2), values).round();
}
