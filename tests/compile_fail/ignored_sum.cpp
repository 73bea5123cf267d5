#include <vector>

#include <isobit/sum/sum.hpp>

#pragma GCC diagnostic error "-Wunused-result"

void sum(std::vector<double> const& values) {
#ifdef CORRECTED
  static_cast<void>(isobit::sum(values));
#else
  isobit::sum(values);
#endif
}
