#include <vector>

#include <isobit/method/compensated.hpp>
#include <isobit/method/reduce.hpp>

#ifdef CORRECTED
using plan = isobit::fixed_lanes;
#else
using plan = isobit::any_order;  // would give other bits for another number of threads
#endif

double sum(std::vector<double> const& values) {
  return isobit::reduce<isobit::kahan<double>>(values, plan(), isobit::threads(2)).round();
}
