#include <complex>
#include <vector>

#include <isobit/isobit.hpp>

#ifdef CORRECTED
using number = double;
#else
using number = std::complex<double>;
#endif

double spread(std::vector<number> const& x) {
#ifdef CORRECTED
  return isobit::variance(x);
#else
  return isobit::variance(x).real();
#endif
}
