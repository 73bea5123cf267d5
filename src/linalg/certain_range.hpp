#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// The rounding test accepts numbers of type T between these: well inside the normal ones, so that no rounding of the
/// test meets the ends of the range. docs/maths/gemm.md#rounding-test
template <class T> inline constexpr double least_certain = 0x1p-900;
template <class T> inline constexpr double most_certain = 0x1p1000;
template <> inline constexpr double least_certain<float> = 0x1p-120;
template <> inline constexpr double most_certain<float> = 0x1p126;

}  // namespace linalg
ISOBIT_NAMESPACE_END
