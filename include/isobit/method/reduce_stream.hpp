#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/stream.hpp>
#include <isobit/method/accumulator.hpp>
#include <isobit/method/fixed_lanes.hpp>
#include <isobit/view/buffered.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A sequence that comes in pieces of any size, for the accumulators whose bits depend on its order: the state after
/// all pieces is that of `reduce<A>(values, fixed_lanes())` of the whole. One for every column of a table, say.
template <lane_accumulator A> class lane_sequence {
public:
  using value_type = typename A::value_type;
  lane_sequence() = default;
  /// Goes on where another sequence ended.
  explicit lane_sequence(A start) : closed_(std::move(start)) {}

  void add(std::span<value_type const> values) {
    while (!values.empty()) {
      bool const is_whole_block = open_.empty() && values.size() >= fixed_lanes::block_size;
      auto const part = values.first(std::min(values.size(), fixed_lanes::block_size - open_.size()));
      values = values.subspan(part.size());
      if (is_whole_block) {
        closed_.take_in(A::of_block(part));
        continue;
      }
      open_.insert(open_.end(), part.begin(), part.end());
      if (open_.size() < fixed_lanes::block_size) continue;
      closed_.take_in(A::of_block(open_));
      open_.clear();
    }
  }
  /// The state of all values so far.
  [[nodiscard]] A state() const {
    A all = closed_;
    if (!open_.empty()) all.take_in(A::of_block(open_));
    return all;
  }
  [[nodiscard]] value_type round() const { return state().round(); }

private:
  A closed_;
  std::vector<value_type> open_;
};

namespace detail {

/// Reads until the buffer is full or the stream has ended.
template <streaming Source> std::size_t fill(Source const& source, std::span<typename Source::value_type> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    std::size_t const count = source.read(buffer.subspan(filled));
    if (count == 0) break;
    filled += count;
  }
  return filled;
}

template <accumulator A, streaming Source> constexpr void check_stream() {
  static_assert(!two_pass_accumulator<A>, "isobit: this accumulator reads its input twice, and a stream is gone once "
                                          "read; use single_sweep, binned or exact, or read the numbers into memory");
  static_assert(
      requires(A state, std::span<typename Source::value_type const> values) { state.add(values); },
      "isobit: the stream's numbers are not of the accumulator's type");
}

/// A stream's length is not known; a driver is asked for as many parts as it makes of a long array.
inline constexpr std::size_t length_of_a_stream = std::size_t{1} << 24;

template <class State>
concept merging = requires(State state, State other) {
  state.merge(std::move(other));
};

/// What several threads make of one stream.
template <class State, block_streaming Source> class shared_reduction {
public:
  using block_type = typename Source::block_type;
  shared_reduction(Source const& source, State total) : source_(source), total_(std::move(total)) {}

  /// Adds one block after the other to `mine` until there are no more, and merges it.
  void work(State mine) {
    std::size_t ordinal = 0;
    try {
      block_type block{};
      while (next(block, ordinal)) {
        source_.decode(block);
        mine.add(block);
      }
      std::lock_guard const lock(sharing_);
      total_.merge(std::move(mine));
    } catch (...) {
      std::lock_guard const lock(sharing_);
      ended_ = true;
      if (problem_ && ordinal >= failed_) return;
      problem_ = std::current_exception();
      failed_ = ordinal;
    }
  }
  State finish() {
    if (problem_) std::rethrow_exception(problem_);
    return std::move(total_);
  }

private:
  bool next(block_type& block, std::size_t& ordinal) {
    std::lock_guard const lock(sharing_);
    if (ended_) return false;
    ordinal = blocks_++;
    ended_ = true;  // also where `cut` throws
    ended_ = !source_.cut(block);
    return !ended_;
  }

  Source const& source_;
  std::mutex sharing_;
  State total_;
  std::size_t blocks_ = 0;
  bool ended_ = false;
  std::exception_ptr problem_;
  std::size_t failed_ = 0;  // the ordinal of the block that `problem_` is about
};

/// `empty()` makes a state that has seen nothing.
template <class State, driver_or_policy Driver, block_streaming Source, class Empty>
State reduce_blocks(Driver const& on, Source const& source, Empty empty) {
  std::size_t const parts = part_count(on, length_of_a_stream);
  if constexpr (!std::same_as<Driver, serial>) {
    if (parts > 1) {
      shared_reduction<State, Source> shared(source, empty());
      run_parts(on, parts, [&](std::size_t) { shared.work(empty()); });
      return shared.finish();
    }
  }
  State total = empty();
  typename Source::block_type block{};
  while (source.cut(block)) {
    source.decode(block);
    total.add(block);
  }
  return total;
}

}  // namespace detail

/// What `State::add(block)` makes of every block of a stream, on the driver's threads: each has a state of its own, and
/// they merge in any order, so a state must not depend on it. With `serial()` the blocks come in order, and a state
/// needs no `merge`. Where blocks fail, what the first of them in the stream threw is thrown.
///
///     auto const sums = isobit::reduce<sums_of_columns>(rows, isobit::threads(4));
template <class State, block_streaming Source, detail::driver_or_policy Driver>
[[nodiscard]] State reduce(Source const& source, Driver const& on) {
  static_assert(std::same_as<Driver, serial> || detail::merging<State>,
                "isobit: a state without merge(other) can take a stream's blocks in their order only; use serial()");
  return detail::reduce_blocks<State>(on, source, [] { return State(); });
}

/// The same for numbers: one thread at a time reads, all of them add.
template <accumulator A, streaming Source, detail::driver_or_policy Driver>
[[nodiscard]] A reduce(Source const& source, A const& empty, Driver const& on) {
  static_assert(order_free_accumulator<A>, "isobit: this accumulator is not order-free, so several threads reading a "
                                           "stream would not give the same bits twice; leave the driver out");
  detail::check_stream<A, Source>();
  using block_type = std::vector<typename Source::value_type>;
  constexpr std::size_t worth_a_lock = 16384;
  auto const cut = [&](block_type& block) {
    block.resize(worth_a_lock);
    block.resize(detail::fill(source, std::span(block)));
    return !block.empty();
  };
  auto const blocks = block_stream_of<block_type>(cut, [](block_type&) {});
  return detail::reduce_blocks<A>(on, blocks, [&] { return empty; });
}
template <accumulator A, streaming Source, detail::driver_or_policy Driver>
[[nodiscard]] A reduce(Source const& source, Driver const& on) {
  static_assert(!counted_accumulator<A>, "isobit: this accumulator needs the number of all elements before the first; "
                                         "pass it: reduce(source, accumulator(count), threads(n))");
  return reduce<A>(source, A(), on);
}

/// `start` after everything a stream has to give, in the order it comes: the same bits as from memory, so in fixed
/// lanes where that is the accumulator's plan.
template <accumulator A, streaming Source> [[nodiscard]] A reduce(Source const& source, A start) {
  detail::check_stream<A, Source>();
  using T = typename Source::value_type;
  std::vector<T> buffer(lane_accumulator<A> ? fixed_lanes::block_size : detail::gather_size);
  auto const read_into = [&](auto& state) {
    while (std::size_t const count = detail::fill(source, std::span(buffer)))
      state.add(std::span<T const>(buffer).first(count));
  };
  if constexpr (lane_accumulator<A>) {
    lane_sequence<A> sequence(std::move(start));
    read_into(sequence);
    return sequence.state();
  } else {
    read_into(start);
    return start;
  }
}
template <accumulator A, streaming Source> [[nodiscard]] A reduce(Source const& source) {
  static_assert(!counted_accumulator<A>, "isobit: this accumulator needs the number of all elements before the first; "
                                         "pass it: reduce(source, accumulator(count))");
  return reduce<A>(source, A());
}

/// The sum of a stream: `sum<exact>(source)`, `sum<binned<double>>(source, threads(4))`.
template <accumulator A, streaming Source> [[nodiscard]] auto sum(Source const& source) {
  return reduce<A>(source).round();
}
template <accumulator A, streaming Source, detail::driver_or_policy Driver>
[[nodiscard]] auto sum(Source const& source, Driver const& on) {
  return reduce<A>(source, on).round();
}

ISOBIT_NAMESPACE_END
