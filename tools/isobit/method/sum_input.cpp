#include "sum_input.hpp"

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include "../input/reduction.hpp"
#include "accumulators.hpp"
#include "column_states.hpp"
#include "stored_input.hpp"
#include "sum_by.hpp"

namespace isobit::tool {
namespace {

std::size_t columns_of(file_sequence const& source) { return source.facts().is_complex ? 2 : 1; }

template <class T> number number_of(T value) { return {static_cast<double>(value), std::same_as<T, float>}; }

/// `State` takes what the accumulator A adds up.
template <class State, class A, class Driver> method_result sum_columns(file_sequence& source, Driver const& driver) {
  auto const total = isobit::reduce<reduction<column_states<State>>>(stream_of(source), driver);
  method_result result{{}, total.rows, total.skipped, sizeof(A)};
  for (std::size_t c = 0; c < columns_of(source); ++c)
    result.values.push_back(number_of(total.state.columns[c].round()));
  return result;
}

template <class T> method_result sum_stream(method which, file_sequence& source, input_options const& input) {
  if (which.kind == method_kind::binned)
    return with_bins<T>(which, [&]<class A>(std::type_identity<A>) {
      return sum_columns<A, A>(source, threads(useful_threads(input)));
    });
  return with_lanes<T>(which, [&]<class A>(std::type_identity<A>) {
    return sum_columns<lane_sequence<A>, A>(source, serial());  // in order
  });
}

template <class T>
method_result sum_stored(method which, std::size_t columns, stored_input& stored, input_options const& input) {
  method_result result{{}, stored.rows(), stored.skipped(), state_bytes<T>(which, stored.rows())};
  threads const driver = input.threads == 0 ? threads() : threads(input.threads);
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<T> const values = stored.take<T>(c);
    result.values.push_back(number_of(sum_by<T>(which, driver, values)));
  }
  return result;
}

bool is_streamed(method which) {
  return which.kind == method_kind::binned || which.kind == method_kind::kahan || which.kind == method_kind::knuth ||
         which.kind == method_kind::extended;
}

}  // namespace

method_result sum_input(method which, file_sequence& source, input_options const& input, output_options const& output) {
  if (is_streamed(which)) {
    block const* const first = source.peek();
    bool const single =
        output.single.value_or(first != nullptr ? first->maker->is_single() : source.facts().holds_floats());
    return single ? sum_stream<float>(which, source, input) : sum_stream<double>(which, source, input);
  }
  stored_input stored(source, useful_threads(input));
  bool const single = output.single.value_or(stored.starts_single().value_or(source.facts().holds_floats()));
  std::size_t const columns = columns_of(source);
  return single ? sum_stored<float>(which, columns, stored, input) : sum_stored<double>(which, columns, stored, input);
}

}  // namespace isobit::tool
