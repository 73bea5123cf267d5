#include <type_traits>

#include <isobit/math/functions.hpp>

#include "arithmetic/environment.hpp"
#include "math/fused.hpp"

// The machine's own operations round as the caller's mode says, flush what the caller flushes, and raise flags. They
// are used as they are where none of that can show, else in the standard environment.
ISOBIT_NAMESPACE_BEGIN
namespace cr {
namespace {

template <class T> int field(T x) { return int(bits_of(x) >> format<T>::stored_bits) & format<T>::max_biased; }
template <class T> bool is_normal(T x) { return field(x) != 0 && field(x) != format<T>::max_biased; }

template <class T> T root(T x) {
  if constexpr (std::is_same_v<T, double>)
    return __builtin_sqrt(x);
  else
    return __builtin_sqrtf(x);
}

template <class T> T square_root(T x) {
  if (is_normal(x) && !is_negative(x) && rounds_to_nearest()) [[likely]]
    return root(x);
  if (is_negative(x) && !is_zero(x)) return from_bits<T>(format<T>::canonical_nan);
  return in_standard_rounding([&] { return canonical(root(x)); });
}

template <class T> T quotient(T x, T y) {
  // A normal quotient.
  if (is_normal(x) && is_normal(y)) [[likely]] {
    int const exponent = field(x) - field(y) + format<T>::bias;
    if (exponent > 1 && exponent < format<T>::max_biased - 1 && rounds_to_nearest()) [[likely]]
      return x / y;
  }
  return in_standard_rounding([&] { return canonical(x / y); });
}

// Whether the product is far from both ends and z is too, so that neither can a sum of them overflow nor what is left
// after cancellation, a multiple of the last bits of both, be subnormal.
template <class T> bool stays_normal(T x, T y, T z) {
  using f = format<T>;
  if (!is_normal(x) || !is_normal(y) || !is_normal(z)) return false;
  int const product = field(x) + field(y) - f::bias;
  auto const is_far = [](int exponent) { return exponent > 2 * f::precision && exponent < f::max_biased - 3; };
  return is_far(product) && is_far(field(z));
}

template <class T> T multiply_and_add(T x, T y, T z) {
  if (!math::has_fused_operation()) return math::fused_in_integers(x, y, z);
  if (stays_normal(x, y, z) && rounds_to_nearest()) [[likely]]
    return math::fused_operation(x, y, z);
  return in_standard_rounding([&] { return canonical(math::fused_operation(x, y, z)); });
}

}  // namespace

double sqrt(double x) noexcept { return square_root(x); }
float sqrt(float x) noexcept { return square_root(x); }
double divide(double x, double y) noexcept { return quotient(x, y); }
float divide(float x, float y) noexcept { return quotient(x, y); }
double fma(double x, double y, double z) noexcept { return multiply_and_add(x, y, z); }
float fma(float x, float y, float z) noexcept { return multiply_and_add(x, y, z); }

}  // namespace cr
ISOBIT_NAMESPACE_END
