#include "compare.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

#include <isobit/accumulator/exact.hpp>

#include "../failure.hpp"
#include "../output/report.hpp"
#include "methods.hpp"
#include "table.hpp"

namespace isobit::tool {
namespace {

/// Every method's state, in T's arithmetic, and the exact sums of the terms and of their magnitudes.
template <class T> struct contest {
  left_to_right<T> plain;
  pairwise<T> pairs;
  kahan<T> compensated;
  neumaier<T> improved;
  exact_product sum;
  exact_product magnitudes;
  std::uint64_t count = 0;

  void add(compared operation, block const& numbers) {
    for (std::size_t i = 0; i < numbers.rows; ++i) {
      T const x = value(numbers, 0, i);
      if (operation == compared::sum || operation == compared::mean) {
        sum.add(x);
        magnitudes.add(std::fabs(x));
        add_term(x);
      } else {
        T const y = operation == compared::dot ? value(numbers, 1, i) : x;
        sum.add_product(static_cast<double>(x), static_cast<double>(y));
        magnitudes.add_product(static_cast<double>(std::fabs(x)), static_cast<double>(std::fabs(y)));
        add_term(x * y);
      }
    }
    count += numbers.rows;
  }

private:
  static T value(block const& numbers, std::size_t column, std::size_t i) {
    return numbers.is_single ? static_cast<T>(numbers.values<float>(column)[i])
                             : static_cast<T>(numbers.values<double>(column)[i]);
  }
  void add_term(T term) {
    plain.add(term);
    pairs.add(term);
    compensated.add(term);
    improved.add(term);
  }
};

/// One unit in the last place of x, for x neither infinite nor NaN.
template <class T> double unit_in_last_place(T x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  exponent = x == 0 ? format<T>::min_exponent : exponent - format<T>::precision;
  return std::ldexp(1.0, exponent < format<T>::min_exponent ? format<T>::min_exponent : exponent);
}

template <class T> class judge {
public:
  judge(compared operation, contest<T> const& methods) : operation_(operation), methods_(methods) {
    result_ = operation == compared::norm   ? methods.sum.template square_root<T>()
              : operation == compared::mean ? methods.sum.template mean<T>(methods.count)
                                            : methods.sum.template round<T>();
  }

  [[nodiscard]] comparison verdict() const {
    comparison table;
    table.count = methods_.count;
    table.is_single = std::is_same_v<T, float>;
    table.condition = condition();
    table.rows = {row("left-to-right", finished(methods_.plain.value())),
                  row("pairwise", finished(methods_.pairs.value())),
                  row("Kahan", finished(methods_.compensated.value())),
                  row("Neumaier", finished(methods_.improved.value())), row("exact", result_)};
    return table;
  }

private:
  [[nodiscard]] T finished(T sum) const {
    return operation_ == compared::norm   ? std::sqrt(sum)
           : operation_ == compared::mean ? sum / static_cast<T>(methods_.count)
                                          : sum;
  }

  [[nodiscard]] comparison_row row(char const* name, T value) const {
    return {
        name, {static_cast<double>(value), std::is_same_v<T, float>}, error(value), bits_of(value) == bits_of(result_)};
  }

  /// Of a sum or a dot product: the distance from the exact value, so that even the right result shows the half unit
  /// (at most) that rounding costs. Of the others: the distance from the correctly rounded result.
  [[nodiscard]] double error(T value) const {
    if (is_nonfinite(value) || is_nonfinite(result_)) {
      bool const same = bits_of(value) == bits_of(result_) || (is_nan(value) && is_nan(result_));
      return same ? 0 : std::numeric_limits<double>::infinity();
    }
    double difference = static_cast<double>(value) - static_cast<double>(result_);
    if (operation_ == compared::sum || operation_ == compared::dot) {
      exact_product distance = methods_.sum;
      distance.subtract(static_cast<double>(value));
      difference = distance.round<double>();
    }
    if (result_ == 0 && methods_.sum.sign() == 0) return difference == 0 ? 0 : std::numeric_limits<double>::infinity();
    return std::fabs(difference) / unit_in_last_place(result_);
  }

  [[nodiscard]] double condition() const {
    if (methods_.count == 0 || operation_ == compared::norm) return 1;
    double const magnitudes = methods_.magnitudes.template round<double>();
    double const sum = std::fabs(methods_.sum.template round<double>());
    if (magnitudes == 0) return 1;
    if (!std::isinf(magnitudes) || std::isinf(sum)) return magnitudes / sum;
    // The magnitudes' sum is beyond double: both are scaled down by an exact division.
    constexpr std::uint64_t scale = std::uint64_t{1} << 62;
    return methods_.magnitudes.template mean<double>(scale) / std::fabs(methods_.sum.template mean<double>(scale));
  }

  compared operation_;
  contest<T> const& methods_;
  T result_;
};

template <class T>
void run(compared operation, block_source& source, block& numbers, bool more, input_options const& input,
         output_options const& output) {
  static constexpr char const* names[] = {"sum", "dot", "norm", "mean"};
  contest<T> methods;
  std::uint64_t skipped = 0;
  for (; more; more = source.next(numbers)) {
    if (sizeof(T) < sizeof(double) && !numbers.is_single)
      throw failure(exit_code::usage, "--compare in f32 needs f32 inputs; --result f64 compares in f64");
    methods.add(operation, numbers);
    skipped += numbers.skipped;
  }
  if (operation == compared::mean && methods.count == 0)
    throw failure(exit_code::bad_data, "the mean of no numbers is not defined: the input holds none");
  print_comparison(names[static_cast<int>(operation)], judge<T>(operation, methods).verdict(), skipped, input, output);
}

}  // namespace

void compare(compared operation, block_source& source, input_facts const& facts, input_options const& input,
             output_options const& output) {
  block numbers;
  bool const more = source.next(numbers);
  if (facts.is_complex) throw failure(exit_code::usage, "--compare is for real numbers; this input is complex");
  // The methods work in the type of the first input; later ones are not open yet.
  if (output.single.value_or(facts.all_single && facts.any))
    run<float>(operation, source, numbers, more, input, output);
  else
    run<double>(operation, source, numbers, more, input, output);
}

}  // namespace isobit::tool
