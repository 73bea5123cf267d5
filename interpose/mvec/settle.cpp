#include "settle.hpp"

#include <utility>

#include "../libm/direction.hpp"
#include "arithmetic/environment.hpp"
#include "math/in_use.hpp"

namespace isobit::interpose {

bool vectors_of_16 = false, vectors_of_32 = false, vectors_of_64 = false;

namespace {

// Before the program starts, so that its first call finds everything decided.
[[gnu::constructor]] void start() {
  auto const set = math::functions_in_use().set;
  vectors_of_64 = set == instruction_set::avx512;
  vectors_of_32 = vectors_of_64 || set == instruction_set::avx2;
  vectors_of_16 = vectors_of_32 || set == instruction_set::neon;
}

}  // namespace

template <class T> void settle(math::unary<T> math::table::*f, T* x, std::size_t count) noexcept {
  auto const entry = math::functions_in_use().*f;
  auto const direction = wanted_direction();
  if (direction == rounding::nearest_even) return in_standard_rounding([&] { entry.array(x, x, count); });
  for (std::size_t i = 0; i < count; ++i) x[i] = entry.directed(x[i], direction);
}
template <class T> void settle(math::binary<T> math::table::*f, T* x, T const* y, std::size_t count) noexcept {
  auto const entry = math::functions_in_use().*f;
  auto const direction = wanted_direction();
  if (direction == rounding::nearest_even) return in_standard_rounding([&] { entry.array(x, y, x, count); });
  for (std::size_t i = 0; i < count; ++i) x[i] = entry.directed(x[i], y[i], direction);
}
template <class T> void settle(math::two_results<T> math::table::*f, T* x, T* cosines, std::size_t count) noexcept {
  auto const& functions = math::functions_in_use();
  auto const direction = wanted_direction();
  if (direction == rounding::nearest_even)
    return in_standard_rounding([&] { (functions.*f).array(x, x, cosines, count); });
  auto const [sine, cosine] = [&] {
    if constexpr (sizeof(T) == sizeof(double))
      return std::pair(functions.sin, functions.cos);
    else
      return std::pair(functions.sinf, functions.cosf);
  }();
  for (std::size_t i = 0; i < count; ++i) {
    cosines[i] = cosine.directed(x[i], direction);
    x[i] = sine.directed(x[i], direction);
  }
}

template void settle(math::unary<double> math::table::*, double*, std::size_t) noexcept;
template void settle(math::unary<float> math::table::*, float*, std::size_t) noexcept;
template void settle(math::binary<double> math::table::*, double*, double const*, std::size_t) noexcept;
template void settle(math::binary<float> math::table::*, float*, float const*, std::size_t) noexcept;
template void settle(math::two_results<double> math::table::*, double*, double*, std::size_t) noexcept;
template void settle(math::two_results<float> math::table::*, float*, float*, std::size_t) noexcept;

}  // namespace isobit::interpose
