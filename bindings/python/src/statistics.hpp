#pragma once

#include <complex>
#include <cstdint>
#include <optional>

#include <isobit/isobit.hpp>

namespace isobit_python {

/// What is wanted of a line: its sum ('s'), mean ('m') or variance ('v').
struct statistic {
  char kind;
  std::size_t removed;                          ///< degrees of freedom, of a variance
  std::optional<std::complex<double>> initial;  ///< one more addend of a sum
};

template <class T> inline constexpr bool is_storage = std::same_as<T, isobit::float16> || std::same_as<T, isobit::bfloat16>;

template <class Result> Result not_a_number() noexcept {
  return isobit::from_bits<Result>(isobit::format<Result>::canonical_nan);
}

template <class Result> Result mean_of(isobit::exact const& sum, std::uint64_t count) {
  return count == 0 ? not_a_number<Result>() : sum.mean<Result>(count);
}

/// A statistic of a real line. `count` is how many of its elements there really are, where others are zeros that stand
/// for none.
template <class Result, class T>
Result real_statistic(statistic const& wanted, double initial, isobit::driver_ref const& on,
                      isobit::vector_view<T const> const& line, std::optional<std::uint64_t> count) {
  std::uint64_t const n = count.value_or(line.count());
  switch (wanted.kind) {
    case 's': {
      if constexpr (!is_storage<Result>)
        if (!wanted.initial) return isobit::sum<Result>(line, on);
      isobit::exact total = isobit::exact_sum(line, on);
      if (wanted.initial) total.add(initial);
      return total.round<Result>();
    }
    case 'm':
      if constexpr (!is_storage<Result>)
        if (!count) return isobit::mean<Result>(line, on);
      return mean_of<Result>(isobit::exact_sum(line, on), n);
    default:
      if constexpr (is_storage<Result>)
        throw isobit::error(isobit::status::invalid_argument, "isobit.var: the result is float32 or float64");
      else if (!count)
        return isobit::variance<Result>(line, wanted.removed, on);
      else
        return isobit::detail::variance<Result>(isobit::exact_sum(line, on),
                                                isobit::exact_product(isobit::exact_dot(line, line, on)), n,
                                                wanted.removed);
  }
}

template <class Result, class T>
Result statistic_of(statistic const& wanted, isobit::driver_ref const& on, isobit::vector_view<T const> const& line,
                    std::optional<std::uint64_t> count) {
  std::complex<double> const initial = wanted.initial.value_or(0.0);
  if constexpr (isobit::complex_number<T>) {
    using part = typename Result::value_type;
    return {real_statistic<part>(wanted, initial.real(), on, isobit::detail::real_view(line), count),
            real_statistic<part>(wanted, initial.imag(), on, isobit::detail::imaginary_view(line), count)};
  } else {
    return real_statistic<Result>(wanted, initial.real(), on, line, count);
  }
}

}  // namespace isobit_python
