#include <list>
#include <vector>

#include <isobit/sum/sum.hpp>

#ifdef CORRECTED
using values = std::vector<double>;
#else
using values = std::list<double>;  // threads need to reach any element at once
#endif

double sum(values const& x) { return isobit::sum(x, isobit::threads(4)); }
