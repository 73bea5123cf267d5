#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// How an exact value becomes a floating-point number. The caller's own rounding mode never matters.
enum class rounding {
  nearest_even,  ///< IEEE default; the only mode that the operations use
  toward_zero,
  upward,
  downward,
  to_odd,  ///< inexact values get an odd last bit: rounding twice is then safe
};

ISOBIT_NAMESPACE_END
