#include <isobit/sum/moments.hpp>
#include <isobit/sum/sum.hpp>

#include "integer/root.hpp"
#include "sum/exact_variance.hpp"
#include "sum/magnitude.hpp"
#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

namespace {

template <class Result> Result not_a_number() noexcept { return from_bits<Result>(format<Result>::canonical_nan); }

template <class State> bool is_finite(State const& state) noexcept {
  return state.nan_count() == 0 && state.positive_infinity_count() == 0 && state.negative_infinity_count() == 0;
}

/// The variance in two doubles, if that is enough. docs/maths/moments.md#variance
template <class Result, class T>
certify::certain<Result> variance_in_two(driver_ref const& on, T const* x, std::size_t count, std::size_t removed) {
  if constexpr (std::same_as<Result, double> && std::same_as<T, double>)
    if (count <= summation::block_size) {
      auto const& kernels = *summation::this_machine<double>().short_kernels;
      auto const result =
          summation::finish_short_here(kernels, summation::f64_values{x}, count, summation::variance_of{removed});
      if (result) return result;
    }
  auto const sum = summation::enclose_in_two(on, typename terms<T>::values{x}, count);
  auto const squares = summation::enclose_in_two(on, typename terms<T>::products{x, x}, count);
  return in_standard_environment([&](environment_guard&) {
    return summation::round_within_two<Result>(
        certify::variance(sum, squares, static_cast<double>(count), static_cast<double>(count - removed)));
  });
}

}  // namespace

template <class Result, class T> Result mean(driver_ref const& on, vector_view<T const> const& values) {
  if (values.count() == 0) return not_a_number<Result>();
  return reduce_view<typename terms<T>::values>(on, values, summation::mean_of<Result>{values.count()});
}

template <class Result, class T>
std::complex<Result> complex_mean(driver_ref const& on, vector_view<std::complex<T> const> const& values) {
  auto const imaginary = imaginary_view(values);
  if (!values.conjugate || values.size == 0) return {mean<Result>(on, real_view(values)), mean<Result>(on, imaginary)};
  return {mean<Result>(on, real_view(values)), exact_negated_sum(on, imaginary).template mean<Result>(values.count())};
}

template <class Result, class T>
Result variance(driver_ref const& on, vector_view<T const> const& values, std::size_t removed) {
  if constexpr (kernels_read<T>)
    if (is_direct(values) && values.count() > removed)
      if (auto const result = variance_in_two<Result>(on, values.data, values.count(), removed)) return *result;
  return variance<Result>(exact_sum(on, values), exact_product(exact_dot<product_state<T>>(on, values, values)),
                          values.count(), removed);
}

template <class Result, class T>
Result standard_deviation(driver_ref const& on, vector_view<T const> const& values, std::size_t removed) {
  return standard_deviation<Result>(
      exact_sum(on, values), exact_product(exact_dot<product_state<T>>(on, values, values)), values.count(), removed);
}

template <class Result>
Result variance(exact const& sum, exact_product const& squares, std::size_t count, std::size_t removed) {
  if (count <= removed || !is_finite(sum) || !is_finite(squares)) return not_a_number<Result>();
  return summation::exact_variance<Result>(magnitude_of(sum).value, magnitude_of(squares).value, count, removed);
}

template <class Result>
Result standard_deviation(exact const& sum, exact_product const& squares, std::size_t count, std::size_t removed) {
  if (count <= removed || !is_finite(sum) || !is_finite(squares)) return not_a_number<Result>();
  auto const variance = summation::leading_variance<integer::uint128>(magnitude_of(sum).value,
                                                                      magnitude_of(squares).value, count, removed);
  if (variance.significand == 0) return Result(0);
  return integer::assemble<Result>(false, integer::square_root(variance), rounding::nearest_even);
}

#define ISOBIT_INSTANTIATE_RESULT(Result, T)                                                     \
  template Result mean<Result>(driver_ref const&, vector_view<T const> const&);                  \
  template Result variance<Result>(driver_ref const&, vector_view<T const> const&, std::size_t); \
  template Result standard_deviation<Result>(driver_ref const&, vector_view<T const> const&, std::size_t);
#define ISOBIT_INSTANTIATE(T)          \
  ISOBIT_INSTANTIATE_RESULT(double, T) \
  ISOBIT_INSTANTIATE_RESULT(float, T)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(float16)
ISOBIT_INSTANTIATE(bfloat16)
#define ISOBIT_INSTANTIATE_COMPLEX(Result, T) \
  template std::complex<Result> complex_mean<Result>(driver_ref const&, vector_view<std::complex<T> const> const&);
ISOBIT_INSTANTIATE_COMPLEX(double, double)
ISOBIT_INSTANTIATE_COMPLEX(float, double)
ISOBIT_INSTANTIATE_COMPLEX(double, float)
ISOBIT_INSTANTIATE_COMPLEX(float, float)
template double variance(exact const&, exact_product const&, std::size_t, std::size_t);
template float variance(exact const&, exact_product const&, std::size_t, std::size_t);
template double standard_deviation(exact const&, exact_product const&, std::size_t, std::size_t);
template float standard_deviation(exact const&, exact_product const&, std::size_t, std::size_t);

}  // namespace detail
ISOBIT_NAMESPACE_END
