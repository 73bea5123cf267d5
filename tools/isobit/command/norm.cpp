#include <algorithm>

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
    for (std::size_t c = 0; c < numbers.columns; ++c)
      numbers.with_values(c, [&](auto values) { squares.add_products(values, values); });
  }
  void merge(squares_state const& other) { squares.merge(other.squares); }
};

/// The sum of magnitudes; of complex numbers |re| + |im|, as in BLAS.
struct magnitudes_state {
  exact magnitudes;
  void add(block& numbers) {
    for (std::size_t c = 0; c < numbers.columns; ++c)
      numbers.with_values(c, [&]<class T>(std::span<T const> values) {
        T* const own = numbers.column<T>(c).data();
        std::ranges::transform(values, own, [](T x) { return magnitude(x); });
        magnitudes.add(std::span<T const>(own, values.size()));
      });
  }
  void merge(magnitudes_state const& other) { magnitudes.merge(other.magnitudes); }
};

}  // namespace

exit_code run_norm(request const& wanted) {
  if (wants_table(wanted)) return run_table(wanted);
  progress watcher(total_size(wanted.input), !wanted.output.quiet);
  file_sequence source(wanted.input.files, single_column(wanted), wanted.input, watcher);
  if (wanted.output.compare) {
    if (wanted.norm != norm_kind::euclidean) throw failure(exit_code::usage, "--compare is for the Euclidean norm");
    compare(compared::norm, source, source.facts(), wanted.input, wanted.output);
    return exit_code::success;
  }
  std::size_t const threads = useful_threads(wanted.input);
  report result;
  if (wanted.norm == norm_kind::magnitudes) {
    auto const total = reduce_input<magnitudes_state>(source, threads);
    bool const single = wants_single(wanted, source.facts());
    result = {"norm-l1",
              {rounded(single, [&]<class T>(T) { return total.state.magnitudes.template round<T>(); })},
              total.rows,
              total.skipped};
  } else {
    auto const total = reduce_input<squares_state>(source, threads);
    bool const single = wants_single(wanted, source.facts());
    auto const& squares = total.state.squares;
    bool const squared = wanted.norm == norm_kind::squared;
    auto const round = [&]<class T>(T) { return squared ? squares.round<T>() : squares.square_root<T>(); };
    result = {squared ? "norm-squared" : "norm", {rounded(single, round)}, total.rows, total.skipped};
  }
  watcher.clear();
  print(result, wanted.input.files, wanted.output);
  return exit_code::success;
}

}  // namespace isobit::tool
