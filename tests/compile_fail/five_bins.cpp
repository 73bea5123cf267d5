#include <isobit/isobit.hpp>

#ifdef CORRECTED
isobit::binned<double, 4> state;
#else
isobit::binned<double, 5> state;
#endif
