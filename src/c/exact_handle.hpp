#pragma once

#include <isobit/isobit.h>

#include <isobit/sum/exact.hpp>

/// Wide enough for products, so that one kind of handle serves for everything.
struct isobit_exact {
  isobit::exact_product value;
};
