#include <vector>

#include <isobit/isobit.hpp>

#ifdef CORRECTED
using element = float;
#else
using element = double;
#endif

float total(std::vector<element> const& values) { return isobit::sum<isobit::kahan<float>>(values); }
