#include "compare.hpp"

#include <cmath>
#include <span>
#include <vector>

#include <isobit/method/compensated.hpp>

#include "../basics/failure.hpp"
#include "../output/report.hpp"
#include "methods.hpp"

namespace isobit::tool {
namespace {

/// Every method's state, in T's arithmetic, and the exact sums.
template <class T> struct contest {
  left_to_right<T> plain;
  pairwise<T> pairs;
  kahan<T> compensated;
  neumaier<T> improved;
  exact_sums sums;

  void add(compared operation, block const& numbers) {
    terms_.clear();
    for (std::size_t i = 0; i < numbers.rows; ++i) {
      T const x = value(numbers, 0, i);
      if (operation == compared::mean) {
        sums.sum.add(x);
        sums.magnitudes.add(std::fabs(x));
        terms_.push_back(x);
      } else {
        T const y = operation == compared::dot ? value(numbers, 1, i) : x;
        sums.sum.add_product(static_cast<double>(x), static_cast<double>(y));
        sums.magnitudes.add_product(static_cast<double>(std::fabs(x)), static_cast<double>(std::fabs(y)));
        terms_.push_back(x * y);
      }
    }
    for (T const term : terms_) {
      plain.add(term);
      pairs.add(term);
      improved.add(term);
    }
    compensated.add(std::span<T const>(terms_));
    sums.count += numbers.rows;
  }

private:
  static T value(block const& numbers, std::size_t column, std::size_t i) {
    return numbers.is_single ? static_cast<T>(numbers.values<float>(column)[i])
                             : static_cast<T>(numbers.values<double>(column)[i]);
  }
  std::vector<T> terms_;
};

template <class T> comparison table_of(compared operation, contest<T> const& methods) {
  judge<T> const right(operation, methods.sums);
  auto const finished = [&](T sum) {
    return operation == compared::norm   ? std::sqrt(sum)
           : operation == compared::mean ? sum / static_cast<T>(methods.sums.count)
                                         : sum;
  };
  comparison table = right.table();
  table.rows = {right.row("left-to-right", finished(methods.plain.value())),
                right.row("pairwise", finished(methods.pairs.value())),
                right.row("Kahan", finished(methods.compensated.round())),
                right.row("Neumaier", finished(methods.improved.value())), right.row("exact", right.result())};
  return table;
}

template <class T>
void run(compared operation, block_source& source, block& numbers, bool more, input_options const& input,
         output_options const& output) {
  static constexpr char const* names[] = {"sum", "dot", "norm", "mean"};
  contest<T> methods;
  left_out skipped;
  for (; more; more = source.next(numbers)) {
    if (sizeof(T) < sizeof(double) && !numbers.is_single)
      throw failure(exit_code::usage, "--compare in f32 needs f32 inputs; --result f64 compares in f64");
    methods.add(operation, numbers);
    skipped += numbers.skipped;
  }
  if (operation == compared::mean && methods.sums.count == 0)
    throw failure(exit_code::bad_data, "the mean of no numbers is not defined: the input holds none");
  print_comparison(names[static_cast<int>(operation)], table_of(operation, methods), skipped, input, output);
}

}  // namespace

void compare(compared operation, block_source& source, input_facts const& facts, input_options const& input,
             output_options const& output) {
  block numbers;
  bool const more = source.next(numbers);
  if (facts.is_complex) throw failure(exit_code::usage, "--compare is for real numbers; this input is complex");
  // The methods work in the type of the first input; later ones are not open yet.
  if (output.single.value_or(facts.holds_floats()))
    run<float>(operation, source, numbers, more, input, output);
  else
    run<double>(operation, source, numbers, more, input, output);
}

}  // namespace isobit::tool
