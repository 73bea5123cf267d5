#include <isobit/sum/dot.hpp>

#include <string>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

[[noreturn, gnu::noinline]] void refuse_counts(std::size_t x, std::size_t y) {
  throw error(status::invalid_argument, "isobit::dot: " + std::to_string(x) + " elements on one side and " +
                                            std::to_string(y) + " on the other; both need the same number");
}
void check_counts(std::size_t x, std::size_t y) {
  if (x != y) refuse_counts(x, y);
}

using summation::f64_pairs;

/// Both parts of a complex dot product, as sums over the parts of its factors.
struct complex_terms {
  f64_pairs real, imaginary;
};
complex_terms terms_of(vector_view<std::complex<double> const> const& x,
                       vector_view<std::complex<double> const> const& y) {
  auto const* const left = reinterpret_cast<double const*>(x.data);
  auto const* const right = reinterpret_cast<double const*>(y.data);
  return {{left, right, false, {false, x.conjugate == y.conjugate}}, {left, right, true, {y.conjugate, x.conjugate}}};
}

bool is_contiguous(vector_view<std::complex<double> const> const& z) {
  return is_aligned(z.data) && (z.stride == 1 || z.count() <= 1);
}

/// A block of numbers as one of their parts.
summation::block of_parts(summation::block const& b) {
  return {2 * b.stride, 2 * b.length, 2 * b.tail_first, 2 * b.tail_count};
}

struct complex_enclosure {
  certify::enclosure<double> real = certify::unknown(), imaginary = certify::unknown();
};

/// Of n numbers, both parts block by block, so that memory is read once. In the standard environment.
complex_enclosure enclose_complex_dot(complex_terms const& terms, std::size_t n) {
  auto const& machine = summation::this_machine<double>();
  std::size_t const lanes = std::max<std::size_t>(1, machine.kernels->lanes / 2);
  if (n < lanes) return {};
  summation::leading_pass<f64_pairs> real(machine), imaginary(machine);
  bool const in_reach = real.start(terms.real, 2 * n) && imaginary.start(terms.imaginary, 2 * n) &&
                        summation::for_each_block(
                            n, lanes,
                            [&](std::size_t first, summation::block const& b) {
                              return real.add_block(terms.real.at(2 * first), of_parts(b)) &&
                                     imaginary.add_block(terms.imaginary.at(2 * first), of_parts(b));
                            },
                            summation::block_size / 2);
  if (!in_reach) return {};
  return {real.in_two(), imaginary.in_two()};
}

/// Both parts rounded, where two doubles and a radius are enough for that.
template <class Result> struct certain_complex { certify::certain<Result> real, imaginary; };
template <class Result>
certain_complex<Result> round_complex_dot(driver_ref const& on, complex_terms const& terms, std::size_t n) {
  std::vector<complex_enclosure> sums(n <= summation::block_size ? 1 : part_count(on, n));
  summation::for_each_part(on, sums.size(), n, [&](std::size_t first, std::size_t count, std::size_t part) {
    complex_terms const mine = {terms.real.at(2 * first), terms.imaginary.at(2 * first)};
    sums[part] = in_standard_environment([&](environment_guard&) { return enclose_complex_dot(mine, count); });
  });
  return in_standard_environment([&](environment_guard&) -> certain_complex<Result> {
    complex_enclosure total = sums[0];
    for (std::size_t part = 1; part < sums.size(); ++part)
      total = {total.real + sums[part].real, total.imaginary + sums[part].imaginary};
    return {summation::round_within_two<Result>(total.real), summation::round_within_two<Result>(total.imaginary)};
  });
}

/// One part, exactly: some products at a time as those of two real vectors.
exact_product accumulate_pairs(driver_ref const& on, f64_pairs term, std::size_t n) {
  constexpr std::size_t size = 512;
  auto const& machine = summation::this_machine<double>();
  return merge_parts(exact_product(), on, n, [&](exact_product& state, std::size_t first, std::size_t count) {
    double other[2 * size];
    for (std::size_t i = first; i < first + count; i += size) {
      std::size_t const parts = 2 * std::min(size, first + count - i);
      f64_pairs const piece = term.at(2 * i);
      piece.other_side(parts, other);
      summation::add_in_standard_environment(machine, summation::f64_products{piece.x, other}, parts, state);
    }
  });
}

/// The products of a few complex numbers likewise, rounded.
constexpr std::size_t few_complex = 32;
template <class Result> Result few_complex_products(f64_pairs term, std::size_t n) {
  double other[2 * few_complex];
  term.other_side(2 * n, other);
  return summation::reduce_serially(summation::this_machine<double>(), summation::f64_products{term.x, other}, 2 * n,
                                    summation::rounded_to<Result>{});
}

}  // namespace

template <class Result, class T>
Result dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y) {
  check_counts(x.count(), y.count());
  return reduce_products(on, x, y, summation::rounded_to<Result>{});
}

template <class State, class T>
State exact_dot(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y) {
  check_counts(x.count(), y.count());
  return accumulate_products(on, x, y);
}

template <class T>
complex_products<T> exact_complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                      vector_view<std::complex<T> const> const& y) {
  check_counts(x.count(), y.count());
  if constexpr (std::same_as<T, double>)
    if (is_contiguous(x) && is_contiguous(y)) {
      auto const terms = terms_of(x, y);
      return {accumulate_pairs(on, terms.real, x.count()), accumulate_pairs(on, terms.imaginary, x.count())};
    }
  auto real = accumulate_products(on, real_view(x), real_view(y));
  real.merge(accumulate_products(on, imaginary_view(x), imaginary_view(y), x.conjugate == y.conjugate));
  auto imaginary = accumulate_products(on, real_view(x), imaginary_view(y), y.conjugate);
  imaginary.merge(accumulate_products(on, imaginary_view(x), real_view(y), x.conjugate));
  return {real, imaginary};
}

namespace {

/// Any complex dot product but a short one. Out of line: what it has in memory would cost a short one more than its
/// sum.
template <class Result, class T>
[[gnu::noinline]] std::complex<Result> long_complex_dot(driver_ref const& on,
                                                        vector_view<std::complex<T> const> const& x,
                                                        vector_view<std::complex<T> const> const& y) {
  if constexpr (std::same_as<T, double>)
    if (is_contiguous(x) && is_contiguous(y)) {
      auto const terms = terms_of(x, y);
      std::size_t const n = x.count();
      if (n <= few_complex)
        return {few_complex_products<Result>(terms.real, n), few_complex_products<Result>(terms.imaginary, n)};
      auto const [real, imaginary] = round_complex_dot<Result>(on, terms, n);
      if (real && imaginary) return {*real, *imaginary};
    }
  auto const [real, imaginary] = exact_complex_dot(on, x, y);
  return {real.template round<Result>(), imaginary.template round<Result>()};
}

}  // namespace

template <class Result, class T>
std::complex<Result> complex_dot(driver_ref const& on, vector_view<std::complex<T> const> const& x,
                                 vector_view<std::complex<T> const> const& y) {
  std::size_t const n = x.count();
  check_counts(n, y.count());
  if constexpr (std::same_as<T, double> && std::same_as<Result, double>) {
    auto const& kernels = *summation::this_machine<double>().short_kernels;
    if (is_contiguous(x) && is_contiguous(y) && 2 * n - 1 < summation::block_size) {
      auto const terms = terms_of(x, y);
      summation::rounded_to<double> const finish;
      auto const real = summation::finish_short_here(kernels, terms.real, 2 * n, finish);
      auto const imaginary = summation::finish_short_here(kernels, terms.imaginary, 2 * n, finish);
      if (real && imaginary) return {*real, *imaginary};
    }
  }
  return long_complex_dot<Result>(on, x, y);
}

#define ISOBIT_INSTANTIATE(T)                                                                               \
  template float dot<float>(driver_ref const&, vector_view<T const> const&, vector_view<T const> const&);   \
  template double dot<double>(driver_ref const&, vector_view<T const> const&, vector_view<T const> const&); \
  template product_state<T> exact_dot<product_state<T>>(driver_ref const&, vector_view<T const> const&,     \
                                                        vector_view<T const> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)

#define ISOBIT_INSTANTIATE_COMPLEX(Result, T)                                                                     \
  template std::complex<Result> complex_dot<Result>(driver_ref const&, vector_view<std::complex<T> const> const&, \
                                                    vector_view<std::complex<T> const> const&);
template complex_products<double> exact_complex_dot(driver_ref const&, vector_view<std::complex<double> const> const&,
                                                    vector_view<std::complex<double> const> const&);
template complex_products<float> exact_complex_dot(driver_ref const&, vector_view<std::complex<float> const> const&,
                                                   vector_view<std::complex<float> const> const&);
ISOBIT_INSTANTIATE_COMPLEX(double, double)
ISOBIT_INSTANTIATE_COMPLEX(float, double)
ISOBIT_INSTANTIATE_COMPLEX(double, float)
ISOBIT_INSTANTIATE_COMPLEX(float, float)

}  // namespace detail
ISOBIT_NAMESPACE_END
