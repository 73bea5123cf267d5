#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>

#include <isobit/arithmetic/rounding.hpp>

ISOBIT_NAMESPACE_BEGIN

/// float or double.
template <class T>
concept extractable = std::same_as<T, float> || std::same_as<T, double>;

namespace detail {
template <class T> ISOBIT_API T extract_vector(T extractor, std::span<T> values);
template <class T> ISOBIT_API T extract_vector2(T extractor, std::span<T> values, rounding direction);
template <class T> ISOBIT_API T extract_vector3(T extractor, std::span<T> values);
template <class T> ISOBIT_API T extractor_for(std::size_t count, T largest);
template <class T> ISOBIT_API T extractor2_for(std::size_t count, T largest);
template <class T> ISOBIT_API T extractor3_for(std::size_t count, T largest);
}  // namespace detail

/// Demmel and Nguyen's ExtractVector: every value is cut at half a unit in the last place of the extractor; the values
/// become their low parts, and the exact sum of the high parts is returned. It does not depend on the order, and
/// together with the low parts it is the sum of the values. docs/maths/extract_vector.md#nearest
///
/// The extractor is 1.5 * 2^k, large enough for n values: n * (max|v| + ulp / 2) <= 2^k. Throws `error`, with the
/// values unchanged, for another one, and for an infinity or a NaN.
///
///     std::vector<double> v = {0.1, 0.2, 0.3};
///     double high = isobit::extract_vector(isobit::extractor_for(v.size(), 0.3), v);
template <extractable T> T extract_vector(T extractor, std::span<std::type_identity_t<T>> values) {
  return detail::extract_vector<T>(extractor, values);
}

/// ExtractVector2: as above with one addition a value less, in a directed rounding mode, which is set and restored. The
/// sum of the high parts does not depend on the order. A low part is exact wherever the value has bits within a
/// precision's length of the cut; below that it is rounded in the same direction, so it still depends on its value
/// alone. docs/maths/extract_vector.md#directed
///
/// The extractor is 3 * 2^k with n * (max|v| + ulp) <= 2^k; the direction is upward, downward or toward_zero. Throws
/// `error`, with the values unchanged, for others, and for an infinity or a NaN.
template <extractable T> T extract_vector2(T extractor, std::span<std::type_identity_t<T>> values, rounding direction) {
  return detail::extract_vector2<T>(extractor, values, direction);
}

/// ExtractVector3: as fast, and in rounding to nearest: the last bit of a value is set before it is cut, so that no
/// value is halfway and ties go away from zero. Returns the extractor plus the exact sum of the high parts; while that
/// is below 7 * 2^k again, it is the extractor of the next values. docs/maths/extract_vector.md#last-bit
///
/// The extractor is from 6 * 2^k to below 7 * 2^k, with at most 2^l <= 2^(precision - 3) values up to 2^(k - l), and
/// not so small that the last bit of a value could be its own. Throws `error`, with the values unchanged, for another
/// one, and for an infinity or a NaN.
template <extractable T> T extract_vector3(T extractor, std::span<std::type_identity_t<T>> values) {
  return detail::extract_vector3<T>(extractor, values);
}

/// The smallest extractor for `count` values of magnitudes up to `largest`. Throws `error` where there is none: too
/// many values, or so large that the arithmetic would overflow.
template <extractable T> [[nodiscard]] T extractor_for(std::size_t count, T largest) {
  return detail::extractor_for<T>(count, largest);
}
template <extractable T> [[nodiscard]] T extractor2_for(std::size_t count, T largest) {
  return detail::extractor2_for<T>(count, largest);
}
template <extractable T> [[nodiscard]] T extractor3_for(std::size_t count, T largest) {
  return detail::extractor3_for<T>(count, largest);
}

ISOBIT_NAMESPACE_END
