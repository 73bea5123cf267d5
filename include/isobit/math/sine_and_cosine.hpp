#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace cr {

/// Sine and cosine of one angle.
template <class T> struct sine_and_cosine {
  T sin;
  T cos;
};

}  // namespace cr
ISOBIT_NAMESPACE_END
