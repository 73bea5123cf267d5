#include "sum_input.hpp"

#include <algorithm>
#include <thread>

#include <isobit/driver/threads.hpp>
#include <isobit/method/fixed_lanes.hpp>

#include "accumulators.hpp"
#include "column.hpp"
#include "column_states.hpp"
#include "stored_input.hpp"
#include "sum_by.hpp"

namespace isobit::tool {
namespace {

std::size_t columns_of(file_sequence const& source) { return source.facts().is_complex ? 2 : 1; }

template <class T> number number_of(T value) { return {static_cast<double>(value), std::same_as<T, float>}; }

/// The plan `fixed_lanes` over a stream: blocks of its size, however the elements come.
template <class A> class lane_stream {
public:
  using T = typename A::value_type;
  void add(std::span<T const> values) {
    while (!values.empty()) {
      auto const part = values.first(std::min(values.size(), fixed_lanes::block_size - waiting_.size()));
      waiting_.insert(waiting_.end(), part.begin(), part.end());
      values = values.subspan(part.size());
      if (waiting_.size() == fixed_lanes::block_size) close_block();
    }
  }
  [[nodiscard]] T finish() {
    if (!waiting_.empty()) close_block();
    return total_.round();
  }

private:
  void close_block() {
    total_.take_in(A::of_block(waiting_));
    waiting_.clear();
  }
  A total_;
  std::vector<T> waiting_;
};

/// `first` is the first block, where `more` says that there is one.
template <class A>
method_result stream_bins(file_sequence& source, block const& first, bool more, input_options const& input) {
  auto const total = reduce_columns<A>(source, more ? &first : nullptr, useful_threads(input));
  method_result result{{}, total.rows, total.skipped, sizeof(A)};
  for (std::size_t c = 0; c < columns_of(source); ++c)
    result.values.push_back(number_of(total.state.columns[c].round()));
  return result;
}

template <class A> method_result stream_lanes(file_sequence& source, block& numbers, bool more) {
  lane_stream<A> columns[block::most_columns];
  std::vector<typename A::value_type> scratch;
  method_result result{{}, 0, 0, sizeof(A)};
  for (; more; more = source.next(numbers)) {
    for (std::size_t c = 0; c < numbers.columns; ++c)
      columns[c].add(column_as<typename A::value_type>(numbers, c, scratch));
    result.rows += numbers.rows;
    result.skipped += numbers.skipped;
  }
  for (std::size_t c = 0; c < columns_of(source); ++c) result.values.push_back(number_of(columns[c].finish()));
  return result;
}

template <class T>
method_result sum_stream(method which, file_sequence& source, block& first, bool more, input_options const& input) {
  if (which.kind == method_kind::binned)
    return with_bins<T>(which,
                        [&]<class A>(std::type_identity<A>) { return stream_bins<A>(source, first, more, input); });
  return with_lanes<T>(which, [&]<class A>(std::type_identity<A>) { return stream_lanes<A>(source, first, more); });
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
    block first;
    bool const more = source.next(first);
    bool const single = output.single.value_or(more ? first.is_single : source.facts().holds_floats());
    return single ? sum_stream<float>(which, source, first, more, input)
                  : sum_stream<double>(which, source, first, more, input);
  }
  stored_input stored(source, useful_threads(input));
  bool const single = output.single.value_or(stored.starts_single().value_or(source.facts().holds_floats()));
  std::size_t const columns = columns_of(source);
  return single ? sum_stored<float>(which, columns, stored, input) : sum_stored<double>(which, columns, stored, input);
}

}  // namespace isobit::tool
