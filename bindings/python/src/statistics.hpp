#pragma once

#include <complex>
#include <cstdint>
#include <optional>

#include <isobit/isobit.hpp>

namespace isobit_python {

/// What is wanted of a line: its sum ('s'), mean ('m'), variance ('v'), standard deviation ('d'), Euclidean norm ('n'),
/// sum of squares ('q') or sum of magnitudes ('a').
struct statistic {
  char kind;
  std::size_t removed;                          ///< degrees of freedom, of a variance or deviation
  std::optional<std::complex<double>> initial;  ///< one more addend of a sum
};

template <class T>
inline constexpr bool is_storage = std::same_as<T, isobit::float16> || std::same_as<T, isobit::bfloat16>;

template <class Result> Result not_a_number() noexcept {
  return isobit::from_bits<Result>(isobit::format<Result>::canonical_nan);
}

template <class Result> Result mean_of(isobit::exact const& sum, std::uint64_t count) {
  return count == 0 ? not_a_number<Result>() : sum.mean<Result>(count);
}

/// How many elements a line has where it has as many as it shows: others are zeros that stand for none.
inline constexpr std::int64_t all_of_them = -1;

/// A statistic of a real line, as the library has it.
template <class Result, class T>
Result real_statistic(statistic const& wanted, isobit::driver_ref const& on, isobit::vector_view<T const> const& line) {
  switch (wanted.kind) {
  case 's':
    return isobit::sum<Result>(line, on);
  case 'm':
    return isobit::mean<Result>(line, on);
  case 'v':
    return isobit::variance<Result>(line, wanted.removed, on);
  case 'd':
    return isobit::standard_deviation<Result>(line, wanted.removed, on);
  case 'n':
    return isobit::nrm2<Result>(line, on);
  case 'q':
    return isobit::squared_norm<Result>(line, on);
  default:
    return isobit::asum<Result>(line, on);
  }
}

/// The same by way of exact sums: with one more addend, fewer elements, or a result of 16 bits.
template <class Result, class T>
Result exact_statistic(statistic const& wanted, double initial, isobit::driver_ref const& on,
                       isobit::vector_view<T const> const& line, std::int64_t count) {
  std::uint64_t const n = count == all_of_them ? line.count() : static_cast<std::uint64_t>(count);
  switch (wanted.kind) {
  case 's': {
    isobit::exact total = isobit::exact_sum(line, on);
    if (wanted.initial) total.add(initial);
    // Zeros that stand for no element are negative, which shows where nothing else is there.
    if (n == 0 && !wanted.initial) total = {};
    return total.round<Result>();
  }
  case 'm':
    return mean_of<Result>(isobit::exact_sum(line, on), n);
  case 'n':
    return isobit::exact_dot(line, line, on).template square_root<Result>();
  case 'q':
    return isobit::exact_dot(line, line, on).template round<Result>();
  case 'a':
    return isobit::detail::exact_asum(on, line).template round<Result>();
  default:
    break;
  }
  if constexpr (is_storage<Result>) {
    throw isobit::error(isobit::status::invalid_argument, "isobit: a variance is float32 or float64");
  } else {
    isobit::exact const sum = isobit::exact_sum(line, on);
    isobit::exact_product const squares(isobit::exact_dot(line, line, on));
    return wanted.kind == 'v' ? isobit::detail::variance<Result>(sum, squares, n, wanted.removed)
                              : isobit::detail::standard_deviation<Result>(sum, squares, n, wanted.removed);
  }
}

template <class Result, class T>
Result part_statistic(statistic const& wanted, double initial, isobit::driver_ref const& on,
                      isobit::vector_view<T const> const& line, std::int64_t count) {
  if constexpr (!is_storage<Result>)
    if (!wanted.initial && count == all_of_them) return real_statistic<Result>(wanted, on, line);
  return exact_statistic<Result>(wanted, initial, on, line, count);
}

template <class Result, class T>
Result statistic_of(statistic const& wanted, isobit::driver_ref const& on, isobit::vector_view<T const> const& line,
                    std::int64_t count) {
  std::complex<double> const initial = wanted.initial.value_or(0.0);
  if constexpr (isobit::complex_number<T>) {
    using part = typename Result::value_type;
    return {part_statistic<part>(wanted, initial.real(), on, isobit::detail::real_view(line), count),
            part_statistic<part>(wanted, initial.imag(), on, isobit::detail::imaginary_view(line), count)};
  } else {
    return part_statistic<Result>(wanted, initial.real(), on, line, count);
  }
}

}  // namespace isobit_python
