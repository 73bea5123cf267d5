#pragma once

#include "arithmetic/error_free.hpp"
#include "certify/rounding_test.hpp"
#include "certify/running_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg::kernel::ISOBIT_TARGET {

using namespace arithmetic;
using certify::certain, certify::enclosure, certify::round_with_room, certify::round_within;

/// Zero, or of a magnitude whose products with another such number, and their errors, are normal numbers.
ISOBIT_INLINE i64 moderate(f64 x) {
  f64 const size = magnitude(x);
  return (x == f64{}) | ((size >= broadcast(0x1p-450)) & (size <= broadcast(0x1p450)));
}

}  // namespace linalg::kernel::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
