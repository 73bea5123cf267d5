#include "settle.hpp"

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
  in_standard_rounding([&] { (math::functions_in_use().*f).array(x, x, count); });
}
template <class T> void settle(math::binary<T> math::table::*f, T* x, T const* y, std::size_t count) noexcept {
  in_standard_rounding([&] { (math::functions_in_use().*f).array(x, y, x, count); });
}
template <class T> void settle(math::two_results<T> math::table::*f, T* x, T* cosines, std::size_t count) noexcept {
  in_standard_rounding([&] { (math::functions_in_use().*f).array(x, x, cosines, count); });
}

template void settle(math::unary<double> math::table::*, double*, std::size_t) noexcept;
template void settle(math::unary<float> math::table::*, float*, std::size_t) noexcept;
template void settle(math::binary<double> math::table::*, double*, double const*, std::size_t) noexcept;
template void settle(math::binary<float> math::table::*, float*, float const*, std::size_t) noexcept;
template void settle(math::two_results<double> math::table::*, double*, double*, std::size_t) noexcept;
template void settle(math::two_results<float> math::table::*, float*, float*, std::size_t) noexcept;

}  // namespace isobit::interpose
