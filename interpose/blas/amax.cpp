// Where the number of largest magnitude stands.

#include "arguments.hpp"
#include "arithmetic/environment.hpp"
#include "symbols.hpp"

namespace isobit::interpose::blas {

namespace {

/// Ordered as magnitudes are, for complex numbers RN(|re| + |im|); NaN above everything.
template <class T> std::uint64_t size_of(T const& x) noexcept {
  if constexpr (is_complex<T>)
    return size_of(magnitude(x.real()) + magnitude(x.imag()));
  else
    return is_nan(x) ? ~std::uint64_t{0} : std::uint64_t{bits_of(magnitude(x))};
}

/// The first of the largest, from 1, as lu chooses pivots; 0 where BLAS defines none. BITS.md#linear-algebra
template <class T> index largest(index n, T const* x, index step) {
  if (n <= 0 || step <= 0) return 0;
  return in_standard_rounding([&] {
    index place = 0;
    std::uint64_t size = size_of(x[0]);
    for (index i = 1; i < n; ++i)
      if (std::uint64_t const other = size_of(x[i * step]); other > size) size = other, place = i;
    return place + 1;
  });
}

template <class T, class Int> Int amax_(Int const* n, T const* x, Int const* step) {
  return static_cast<Int>(largest<T>(*n, x, *step));
}
/// From 0, which also stands for none.
template <class T, class Int> std::size_t cblas_amax(Int n, c_array<T> const* x, Int step) {
  return static_cast<std::size_t>(std::max<index>(1, largest<T>(n, static_cast<T const*>(x), step)) - 1);
}

}  // namespace

ISOBIT_BLAS_BOTH(isamax, amax, float);
ISOBIT_BLAS_BOTH(idamax, amax, double);
ISOBIT_BLAS_BOTH(icamax, amax, single_complex);
ISOBIT_BLAS_BOTH(izamax, amax, double_complex);

}  // namespace isobit::interpose::blas
