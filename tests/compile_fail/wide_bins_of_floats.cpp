#include <isobit/isobit.hpp>

#ifdef CORRECTED
isobit::binned<float, 3, 12> state;
#else
isobit::binned<float, 3, 40> state;
#endif
