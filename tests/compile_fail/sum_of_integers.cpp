#include <vector>

#include <isobit/sum/sum.hpp>

#ifdef CORRECTED
using number = double;
#else
using number = int;
#endif

number sum(std::vector<number> const& values) { return isobit::sum(values); }
