// Matrix products of any small shapes, layouts, factors and elements are their definition.
#include <isobit/linalg/gemm.hpp>

#include "linalg/exact_entry.hpp"
#include "support/fuzz_input.hpp"
#include "support/matrices.hpp"

namespace isobit::test {
namespace {

using namespace linalg;

template <class T> T number(fuzz_input& input) {
  if constexpr (is_complex<T>) {
    auto const real = input.number<real_of<T>>();
    return {real, input.number<real_of<T>>()};
  } else {
    return input.number<T>();
  }
}

template <class T> bool identical(T x, T y) {
  if constexpr (is_complex<T>)
    return equal_bits(x.real(), y.real()) && equal_bits(x.imag(), y.imag());
  else
    return equal_bits(x, y);
}

/// One of a few numbers from the input, also negated, halved and one place further: so that sums cancel and ties come
/// up.
template <class T> T variant(std::vector<T> const& seeds, std::uint8_t choice) {
  T const x = seeds[choice % seeds.size()];
  auto const change = [&](auto part) {
    using R = decltype(part);
    switch (choice >> 6) {
    case 1:
      return negated(part);
    case 2:
      return part / 2;
    case 3:
      return is_nonfinite(part) ? part : from_bits<R>(bits_of(part) ^ 1);
    default:
      return part;
    }
  };
  if constexpr (is_complex<T>)
    return {change(x.real()), change(x.imag())};
  else
    return change(x);
}

template <class T> T scalar_factor(fuzz_input& input) {
  real_of<T> const plain[] = {0, 1, -1, 2, real_of<T>(-0.5)};
  std::uint8_t const choice = input.byte();
  return choice < 200 ? T(plain[choice % 5]) : number<T>(input);
}

template <class T> void check(fuzz_input input) {
  index const m = input.byte() % 14, n = input.byte() % 14;
  std::uint8_t const depth = input.byte();
  index const k = depth < 200 ? depth % 24 : 250 + depth % 32;
  std::uint8_t const options = input.byte();
  auto const some_layout = [&] { return layouts[input.byte() % std::size(layouts)]; };
  layout const a_layout = some_layout(), b_layout = some_layout(), c_layout = some_layout();
  T const alpha = scalar_factor<T>(input), beta = scalar_factor<T>(input);
  auto const written = options % 3 == 0 || m != n ? linalg::detail::part::all
                       : options % 3 == 1         ? linalg::detail::part::lower
                                                  : linalg::detail::part::upper;
  std::vector<T> seeds;
  for (int i = 0; i < 5; ++i) seeds.push_back(number<T>(input));
  std::uint8_t state = input.byte();
  auto const next = [&](index, index) {
    // The input's bytes first; then what follows from the last one, so that short inputs fill long sums.
    state = input.empty() ? static_cast<std::uint8_t>(state * 37 + 11) : input.byte();
    return variant(seeds, state);
  };
  T const filler = seeds[0];
  stored_factor<T> const a(a_layout, m, k, filler, (options & 0x10) != 0, is_complex<T> && (options & 0x20) != 0, next);
  stored_factor<T> const b(b_layout, k, n, filler, (options & 0x40) != 0, is_complex<T> && (options & 0x80) != 0, next);
  stored_matrix<T> c(c_layout, m, n, filler);
  for (index j = 0; j < n; ++j)
    for (index i = 0; i < m; ++i) c.view.at(i, j) = next(i, j);

  stored_matrix<T> expected(c_layout, m, n, filler);
  for (index j = 0; j < n; ++j)
    for (index i = 0; i < m; ++i) {
      T& entry = expected.view.at(i, j);
      entry = c.view.at(i, j);
      if (written != linalg::detail::part::all && (written == linalg::detail::part::lower ? i < j : i > j)) continue;
      if (alpha == T(0) || k == 0) {
        if (beta != T(1)) entry = exact_entry<T>().round(T(1), beta, entry);
        continue;
      }
      exact_entry<T> sum;
      sum.add_products(a.view.row(i), b.view.column(j));
      entry = sum.round(alpha, beta, entry);
    }
  linalg::detail::gemm<T>(driver_ref(threads(1 + options % 2)), alpha, a.view, b.view, beta, c.view, written);
  for (std::size_t i = 0; i < c.memory.size(); ++i)
    require(identical(expected.memory[i], c.memory[i]), "every number of c is as defined");
}

}  // namespace
}  // namespace isobit::test

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace isobit;
  test::fuzz_input input(data, size);
  switch (input.byte() % 4) {
  case 0:
    test::check<double>(input);
    break;
  case 1:
    test::check<float>(input);
    break;
  case 2:
    test::check<std::complex<double>>(input);
    break;
  default:
    test::check<std::complex<float>>(input);
    break;
  }
  return 0;
}
