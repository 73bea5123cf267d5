#pragma once

#include <isobit/sum/exact.hpp>
#include <isobit/view/buffered.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

/// Squares and products of doubles need the wide accumulator; those of floats are doubles.
template <class T> using product_state = std::conditional_t<std::same_as<T, double>, exact_product, exact>;

/// The exact sums of the parts of a range of complex numbers.
struct complex_sums {
  exact real;
  exact imaginary;
  std::size_t count = 0;
};

template <class Range, class Projection> complex_sums accumulate_complex(Range&& range, Projection projection) {
  using part = projected_real<Range, Projection>;
  complex_sums sums;
  auto const to_real = [&](std::span<part const> block) { sums.real.add(block); };
  auto const to_imaginary = [&](std::span<part const> block) { sums.imaginary.add(block); };
  buffered<part, decltype(to_real)> reals(to_real);
  buffered<part, decltype(to_imaginary)> imaginaries(to_imaginary);
  for (auto&& x : range) {
    std::complex<part> const z = std::invoke(projection, x);
    reals.push(z.real());
    imaginaries.push(z.imag());
    ++sums.count;
  }
  reals.flush();
  imaginaries.flush();
  return sums;
}

}  // namespace detail

ISOBIT_NAMESPACE_END
