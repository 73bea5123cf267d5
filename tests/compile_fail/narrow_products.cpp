#include <isobit/sum/exact.hpp>

isobit::exact_product widen(isobit::exact const& sum) { return isobit::exact_product(sum); }

#ifndef CORRECTED
isobit::exact narrow(isobit::exact_product const& products) { return isobit::exact(products); }
#endif
