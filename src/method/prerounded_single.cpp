#include "method/prerounded.hpp"
#include "sum/kernels.hpp"

ISOBIT_NAMESPACE_BEGIN

namespace prerounded {

namespace {

constexpr char const* who = "single_sweep";

/// Moves the levels up to a place in the ladder: the zeroth sum becomes the first level's, the second level keeps what
/// the first had beyond it, and the lowest levels drop out. docs/maths/prerounded.md#raising
template <class T> void raise(detail::single_sweep_state<T>& state, int place) noexcept {
  // After so many steps every sum is zero.
  int const steps = std::min(state.top - place, state.levels + 1);
  for (int step = 0; step < steps; ++step) {
    for (int k = state.levels - 1; k > 1; --k) state.sums[k] = state.sums[k - 1];
    if (state.levels > 1) state.sums[1] = state.sums[0] - state.zeroth;
    state.sums[0] = state.zeroth;
    state.zeroth = 0;
  }
  state.top = std::min(state.top, place);
}

template <class T> int place_for(ladder<T> const& rungs, T x) {
  int const place = rungs.supporting(x);
  if (place < 2)
    throw error(status::out_of_range, "isobit::single_sweep: no extractor of the ladder supports a value so near the "
                                      "largest finite number; scale the elements, or use isobit::binned or "
                                      "isobit::exact");
  return place;
}

/// The extractors of the levels from a place on, and at the end that of the zeroth.
template <class T> void find_extractors(ladder<T> const& rungs, int place, int levels, T* extractors) noexcept {
  for (int k = 0; k < levels; ++k) extractors[k] = centred_extractor<T>(rungs.exponent(place + k));
  extractors[levels] = centred_extractor<T>(rungs.exponent(place - 1));
}

/// Adds block by block with the extractors of the state as it is, and finds out afterwards whether they supported the
/// block: data seldom outgrow what was seen before. docs/maths/prerounded.md#guess
template <class T> class block_adder {
public:
  block_adder(method::table const& table, detail::single_sweep_state<T> const& state) noexcept
      : kernels_(kernels_for<T>(table)), rungs_(state.count), state_(state) {
    prepare();
  }

  /// The magnitudes to expect, from some that will be added.
  void expect(T const* x, std::size_t n) {
    auto const largest = from_bits<T>(summation::largest(x, std::min(n, first_look)));
    if (is_nonfinite(largest)) return;
    raise_for(largest);
    size_ = size_of(largest);
  }

  void add(T const* x, std::size_t n) {
    if (!try_to_add(x, n)) {
      auto const largest = from_bits<T>(summation::largest(x, n));
      if (is_nonfinite(largest)) {
        T copy[block_size];
        copy_finite(x, n, copy, state_.seen);
        raise_for(from_bits<T>(summation::largest(copy, n)));
        try_to_add(copy, n);
      } else {
        raise_for(largest);
        try_to_add(x, n);
      }
    }
    state_.added += n;
  }

  [[nodiscard]] detail::single_sweep_state<T> const& state() const noexcept { return state_; }

private:
  /// Of a block's largest magnitude: well below half of what the first extractor supports, below, or above.
  enum class size { small, medium, upper_half };
  static constexpr std::size_t first_look = 32;

  void prepare() noexcept {
    limit_ = rungs_.limit(state_.top);
    int const half_limit = ceiling_exponent(limit_) - 1;
    squares_tell_ = 2 * half_limit >= smallest_normal_exponent<T> && 2 * half_limit <= format<T>::bias;
    if (squares_tell_) limit_of_squares_ = power_of_two<T>(2 * half_limit);
    find_extractors(rungs_, state_.top, state_.levels, extractors_);
  }

  void raise_for(T largest) {
    int const place = place_for(rungs_, largest);
    if (place >= state_.top) return;
    raise(state_, place);
    prepare();
  }

  /// A lane adds up at most block_size squares: below half the limit by their root, the sum is below its square.
  [[nodiscard]] size size_of(T largest) const noexcept {
    if (largest > limit_ / 2) return size::upper_half;
    return squares_tell_ && largest < limit_ / 64 ? size::small : size::medium;
  }

  /// False, and nothing done, where the first extractor does not support the block.
  bool try_to_add(T const* x, std::size_t n) noexcept {
    int const levels = state_.levels;
    T sums[detail::most_sweep_levels + 1] = {};
    if (size_ == size::small && squares_tell_) {
      T const squares = kernels_.small[levels - 1](x, n, extractors_, sums);
      if (squares < limit_of_squares_) {
        take(sums);
        return true;
      }
    }
    if (size_ != size::upper_half) {
      std::fill_n(sums, levels, T{0});
      T const largest = kernels_.levels[levels - 1](x, n, extractors_, sums);
      if (is_nonfinite(sums[0]) || !(largest <= limit_)) return false;
      size_ = size_of(largest);
      if (size_ != size::upper_half) {
        take(sums);
        return true;
      }
    }
    std::fill_n(sums, levels, T{0});
    T const largest = kernels_.levels_and_zeroth[levels - 1](x, n, extractors_, sums);
    if (is_nonfinite(sums[0]) || !(largest <= limit_)) return false;
    size_ = size_of(largest);
    state_.zeroth += sums[levels];
    take(sums);
    return true;
  }

  void take(T const* sums) noexcept {
    for (int k = 0; k < state_.levels; ++k) state_.sums[k] += sums[k];
  }

  method::prerounded_kernels_for<T> const& kernels_;
  ladder<T> rungs_;
  detail::single_sweep_state<T> state_;
  T limit_;
  T limit_of_squares_ = 0;
  bool squares_tell_;
  T extractors_[detail::most_sweep_levels + 1];
  size size_ = size::small;  // of the last block
};

}  // namespace

template <class T>
void add(method::table const& table, detail::single_sweep_state<T>& state, T const* x, std::size_t n) {
  check_room(who, state, n);
  in_standard_rounding([&] {
    block_adder<T> adder(table, state);
    adder.expect(x, n);
    for (std::size_t i = 0; i < n; i += block_size) adder.add(x + i, std::min(block_size, n - i));
    state = adder.state();
  });
}

template void add(method::table const&, detail::single_sweep_state<double>&, double const*, std::size_t);
template void add(method::table const&, detail::single_sweep_state<float>&, float const*, std::size_t);

}  // namespace prerounded

namespace detail {

using namespace prerounded;

template <class T> single_sweep_state<T> start_single_sweep(int levels, std::size_t count) {
  check_count<T>(who, count);
  return {levels, ladder<T>(count).last(), {}, count, 0, from_bits<T>(0), {}};
}

template <class T> void add_to_sweep(single_sweep_state<T>& state, T x) {
  check_room(who, state, 1);
  if (is_nonfinite(x)) {
    note(state.seen, x);
  } else {
    ladder<T> const rungs(state.count);
    int const place = place_for(rungs, x);
    in_standard_rounding([&] {
      raise(state, place);
      T extractors[most_sweep_levels + 1];
      find_extractors(rungs, state.top, state.levels, extractors);
      extract(x, extractors, state.levels, state.sums);
      extract(x, extractors + state.levels, 1, &state.zeroth);
    });
  }
  ++state.added;
}

template <class T> void add_to_sweep(single_sweep_state<T>& state, std::span<T const> values) {
  require_values(values, who);
  prerounded::add(method::kernels(), state, values.data(), values.size());
}

template <class T> void merge_sweeps(single_sweep_state<T>& state, single_sweep_state<T> const& other) {
  check_mergeable(who, state, other, true);
  auto raised = other;
  in_standard_rounding([&] {
    raise(raised, state.top);
    raise(state, raised.top);
    for (int k = 0; k < state.levels; ++k) state.sums[k] += raised.sums[k];
    state.zeroth += raised.zeroth;
  });
  note(state.seen, other.seen);
  state.added += raised.added;
}

template <class T> bool same_sweeps(single_sweep_state<T> const& a, single_sweep_state<T> const& b) noexcept {
  return a.count == b.count && a.added == b.added && a.seen == b.seen && a.top == b.top &&
         bits_of(a.zeroth) == bits_of(b.zeroth) && same_sums(a.sums, b.sums, a.levels);
}

template <class T> exact value_of_sweep(single_sweep_state<T> const& state) noexcept {
  return value(state.sums, state.levels, state.seen);
}

template <class T> T round_sweep(single_sweep_state<T> const& state) {
  return rounded(state.sums, state.levels, anything(state.seen), [&] { return value_of_sweep(state); });
}

#define ISOBIT_INSTANTIATE(T)                                                                     \
  template single_sweep_state<T> start_single_sweep(int, std::size_t);                            \
  template void add_to_sweep(single_sweep_state<T>&, T);                                          \
  template void add_to_sweep(single_sweep_state<T>&, std::span<T const>);                         \
  template void merge_sweeps(single_sweep_state<T>&, single_sweep_state<T> const&);               \
  template bool same_sweeps(single_sweep_state<T> const&, single_sweep_state<T> const&) noexcept; \
  template exact value_of_sweep(single_sweep_state<T> const&) noexcept;                           \
  template T round_sweep(single_sweep_state<T> const&);
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(float)

}  // namespace detail

ISOBIT_NAMESPACE_END
