#include <vector>

#include <isobit/sum/dot.hpp>

#ifdef CORRECTED
using other = double;
#else
using other = float;
#endif

double dot(std::vector<double> const& x, std::vector<other> const& y) { return isobit::dot(x, y); }
