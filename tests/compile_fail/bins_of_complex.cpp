#include <complex>
#include <vector>

#include <isobit/isobit.hpp>

#ifdef CORRECTED
using element = double;
#else
using element = std::complex<double>;
#endif

double total(std::vector<element> const& values) { return isobit::sum<isobit::binned<double>>(values); }
