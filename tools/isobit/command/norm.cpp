#include <isobit/view/buffered.hpp>

#include "../compare/compare.hpp"
#include "commands.hpp"
#include "common.hpp"

namespace isobit::tool {
namespace {

/// The sum of squares. The parts of complex numbers are numbers like any others here.
struct squares_state {
  exact_product squares;
  void add(block const& numbers) {
    for (std::size_t c = 0; c < numbers.columns; ++c) {
      if (numbers.is_single)
        squares.add_products(numbers.values<float>(c), numbers.values<float>(c));
      else
        squares.add_products(numbers.values<double>(c), numbers.values<double>(c));
    }
  }
  void merge(squares_state const& other) { squares.merge(other.squares); }
};

/// The sum of magnitudes; of complex numbers |re| + |im|, as in BLAS.
struct magnitudes_state {
  exact magnitudes;
  void add(block& numbers) {
    for (std::size_t c = 0; c < numbers.columns; ++c) {
      if (numbers.is_single)
        add_column<float>(numbers, c);
      else
        add_column<double>(numbers, c);
    }
  }
  void merge(magnitudes_state const& other) { magnitudes.merge(other.magnitudes); }

private:
  template <class T> void add_column(block& numbers, std::size_t c) {
    T* const values = numbers.column<T>(c).data();
    for (std::size_t i = 0; i < numbers.rows; ++i) values[i] = magnitude(values[i]);
    magnitudes.add(numbers.values<T>(c));
  }
};

}  // namespace

exit_code run_norm(request const& wanted) {
  progress watcher(total_size(wanted.input), !wanted.input.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  if (wanted.output.compare) {
    if (wanted.norm != norm_kind::euclidean) throw failure(exit_code::usage, "--compare is for the Euclidean norm");
    compare(compared::norm, source, source.facts(), wanted.input, wanted.output);
    return exit_code::success;
  }
  std::size_t const threads = useful_threads(wanted.input);
  report result;
  if (wanted.norm == norm_kind::magnitudes) {
    auto const total = reduce<magnitudes_state>(source, threads);
    bool const single = wants_single(wanted, source.facts());
    result = {"norm-l1",
              {rounded(single, [&]<class T>(T) { return total.state.magnitudes.template round<T>(); })},
              total.rows,
              total.skipped};
  } else {
    auto const total = reduce<squares_state>(source, threads);
    bool const single = wants_single(wanted, source.facts());
    auto const& squares = total.state.squares;
    bool const squared = wanted.norm == norm_kind::squared;
    auto const round = [&]<class T>(T) { return squared ? squares.round<T>() : squares.square_root<T>(); };
    result = {squared ? "norm-squared" : "norm", {rounded(single, round)}, total.rows, total.skipped};
  }
  watcher.clear();
  print(result, wanted.input, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
