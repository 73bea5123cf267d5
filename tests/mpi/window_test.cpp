#include "mpi/window.hpp"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "mpi/limbs.hpp"
#include "mpi/window_of_few.hpp"
#include "mpi/window_operation.hpp"
#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

using mpi::detail::limbs;
using mpi::detail::window;
using mpi::detail::window_header;

/// The state with how often NaN and infinities were seen forgotten, as on the wire: seen or not.
template <class State> State without_counts(State const& state) {
  State result;
  State finite = state;
  finite.note_nonfinite(-state.nan_count(), -state.positive_infinity_count(), -state.negative_infinity_count());
  result.merge(finite);
  result.note_nonfinite(state.nan_count() != 0, state.positive_infinity_count() != 0,
                        state.negative_infinity_count() != 0);
  return result;
}

template <class State> void add_some(State& state, std::span<double const> values, random_source& random) {
  if constexpr (State::holds_products) {
    if (random.coin())
      for (double x : values) state.add_product(x, values[random.below(values.size())]);
    else
      state.add(values);
  } else {
    state.add(values);
  }
}

/// How many digits lie between the lowest and the highest in use.
template <class State> int span_of(State state) {
  state.canonicalise();
  int low = State::lowest_digit, high = State::highest_digit;
  while (low < high && state.digit(low) == 0) ++low;
  while (high > low && state.digit(high) == 0) --high;
  return high - low + 1;
}

/// What two ranks send each other, over what was there before.
template <class Window> void expect_used_words_suffice(Window const& sent) {
  Window received;
  std::memset(static_cast<void*>(&received), 0x5a, sizeof received);
  std::memcpy(static_cast<void*>(&received), &sent, static_cast<std::size_t>(sent.used()) * sizeof(std::uint64_t));
  received.extend();
  EXPECT_EQ(sent.header, received.header);
  if (sent.fits()) {
    EXPECT_TRUE(std::ranges::equal(sent.word, received.word)) << sent.used() << " words";
  }
  EXPECT_FALSE(Window::is_double(sent.header));
  if (std::uint64_t const number = sent.as_double(); number != 0) {
    Window const made = Window::of_double(number);
    EXPECT_TRUE(Window::is_double(number));
    EXPECT_EQ(sent.header, made.header);
    EXPECT_TRUE(std::ranges::equal(sent.word, made.word)) << std::hex << number;
  }
}

template <class Window, class State> void expect_round_trip(State const& state) {
  auto const wire = Window::of(state);
  int const span = span_of(state);
  EXPECT_EQ(wire.fits(), span <= static_cast<int>(Window::most_digits)) << span << " digits";
  expect_used_words_suffice(wire);
  if (!wire.fits()) return;
  EXPECT_EQ(wire.template state<State>(), without_counts(state));
  EXPECT_TRUE(same_bits(state.template round<double>(), wire.template round<double>()));
  EXPECT_TRUE(same_bits(state.template round<float>(), wire.template round<float>()));
}

template <class State> class wire : public testing::Test {};
using states = testing::Types<exact, exact_product>;
TYPED_TEST_SUITE(wire, states);

TYPED_TEST(wire, brings_back_what_was_sent) {
  using State = TypeParam;
  for_each_data<double>(20, 300, [](std::span<double const> values, random_source& random) {
    State state;
    add_some(state, values, random);
    expect_round_trip<window<4>>(state);
    expect_round_trip<window<7>>(state);
    EXPECT_EQ(limbs<State>::of(state).state(), state);
  });
}

template <class Window> Window merged(Window left, Window const& right) {
  left.merge(right);
  return left;
}

/// All of it, headers included: ranks must agree whatever the order of merging, even where the sum does not fit.
template <class Window> testing::AssertionResult same_window(Window const& expected, Window const& actual) {
  if (expected.header != actual.header) return testing::AssertionFailure() << "other headers";
  if (expected.fits() && !std::equal(expected.word, expected.word + Window::words, actual.word))
    return testing::AssertionFailure() << "other words";
  return testing::AssertionSuccess();
}

template <class Window, class State> void expect_merged_as(std::vector<State> const& parts, random_source& random) {
  State whole;
  std::vector<Window> wires;
  for (auto const& part : parts) {
    whole.merge(part);
    wires.push_back(Window::of(part));
  }
  Window const left = merged(merged(wires[0], wires[1]), wires[2]);
  EXPECT_TRUE(same_window(left, merged(wires[0], merged(wires[1], wires[2]))));
  EXPECT_TRUE(same_window(left, merged(wires[2], merged(wires[1], wires[0]))));

  random.shuffle(std::span(wires));
  Window in_order;
  for (auto const& one : wires) in_order.merge(one);
  // Two by two, as an MPI with its own ideas would.
  while (wires.size() > 1) {
    std::size_t const i = random.below(wires.size() - 1);
    wires[i].merge(wires[i + 1]);
    wires.erase(wires.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  EXPECT_TRUE(same_window(in_order, wires[0]));
  if (!in_order.fits()) return;
  EXPECT_EQ(in_order.template state<State>(), without_counts(whole));
  EXPECT_TRUE(same_bits(whole.template round<double>(), in_order.template round<double>()));
  EXPECT_TRUE(same_bits(whole.template round<float>(), in_order.template round<float>()));
}

TYPED_TEST(wire, merges_in_any_order_to_the_same) {
  using State = TypeParam;
  for_each_data<double>(20, 300, [](std::span<double const> values, random_source& random) {
    std::vector<State> parts(3 + random.below(20));
    for (double x : values) add_some(parts[random.below(parts.size())], std::span(&x, 1), random);
    expect_merged_as<window<4>>(parts, random);
    expect_merged_as<window<7>>(parts, random);

    State whole;
    limbs<State> sum = limbs<State>::of(State());
    for (auto const& part : parts) {
      whole.merge(part);
      auto const one = limbs<State>::of(part);
      // What MPI_SUM does.
      auto* const all = reinterpret_cast<std::int64_t*>(&sum);
      auto const* const more = reinterpret_cast<std::int64_t const*>(&one);
      for (int i = 0; i < limbs<State>::words; ++i) all[i] += more[i];
    }
    EXPECT_EQ(sum.state(), whole);
    EXPECT_EQ(sum.state().serialise(), whole.serialise());
  });
}

TYPED_TEST(wire, reaches_both_ends_of_the_range) {
  using State = TypeParam;
  for (bool const negative : {false, true}) {
    std::vector<State> extremes(3);
    extremes[0].add(largest_finite<double>(negative));
    extremes[1].add(from_bits<double>(negative ? format<double>::sign_bit | 1 : 1));
    extremes[2].add(largest_finite<double>(negative));
    extremes[2].add(from_bits<double>(negative ? 1 : format<double>::sign_bit | 1));
    if constexpr (State::holds_products) {
      extremes.resize(5);
      extremes[3].add_product(largest_finite<double>(negative), largest_finite<double>());
      extremes[4].add_product(from_bits<double>(1), from_bits<double>(negative ? format<double>::sign_bit | 1 : 1));
    }
    for (State state : extremes)
      for (int doubling = 0; doubling <= 60; ++doubling) {
        SCOPED_TRACE("2^" + std::to_string(doubling) + " times an extreme");
        expect_round_trip<window<4>>(state);
        expect_round_trip<window<7>>(state);
        EXPECT_EQ(limbs<State>::of(state).state(), state);
        State const same = state;
        auto twice = window<7>::of(state);
        twice.merge(twice);
        state.merge(same);
        if (twice.fits()) {
          EXPECT_EQ(twice.template state<State>(), state);
        }
      }
  }
}

TEST(wire, has_room_for_the_carries_of_2_to_the_30_ranks) {
  // The widest span that fits, all ones, doubled in place: the header does not know of the carries.
  random_source random(first_seed());
  for (int span : {1, 2, 7, 13})
    for (bool const negative : {false, true}) {
      exact state;
      for (int k = 0; k < span; ++k) state.add_digit(negative ? -0xffffffffll : 0xffffffffll, k - 20);
      state.note_addends(false);
      state.canonicalise();
      auto wide = window<7>::of(state);
      ASSERT_TRUE(wide.fits()) << span;
      for (int doubling = 0; doubling < 30; ++doubling) {
        wide.merge(window<7>(wide));
        exact const same = state;
        state.merge(same);
        EXPECT_TRUE(wide.fits());
        EXPECT_EQ(wide.state<exact>(), state) << "span " << span << ", doubling " << doubling;
      }
    }
}

// What MPI_SUM makes of counts that together take more than 64 bits.
TYPED_TEST(wire, counts_of_many_ranks_do_not_wrap) {
  using State = TypeParam;
  for (std::int64_t count : {std::int64_t{1} << 62, -(std::int64_t{1} << 62), (std::int64_t{1} << 40) + 7}) {
    State mine, whole;
    mine.note_addends(false);
    mine.note_nonfinite(count, 0, 1);
    std::int64_t words[limbs<State>::words] = {}, all[limbs<State>::words] = {};
    auto const sent = limbs<State>::of(mine);
    std::memcpy(words, &sent, sizeof(words));
    for (int rank = 0; rank < 4; ++rank) {
      whole.merge(mine);
      for (int i = 0; i < limbs<State>::words; ++i) all[i] += words[i];
    }
    limbs<State> received;
    std::memcpy(&received, all, sizeof(all));
    EXPECT_EQ(received.state(), whole) << count;
  }
}

TEST(wire, leaves_out_the_zeros_below_a_short_sum) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(20000); ++i) {
    __int128 const value = static_cast<std::int64_t>(random.next() >> 4 | 1) * (random.coin() ? 1 : -1);
    int const exponent = random.between(-1074, 850), zeros = random.between(1, 57);
    auto const plain = window<7>::of(summation::integer_sum{value, exponent});
    auto const padded = window<7>::of(summation::integer_sum{value * (__int128{1} << zeros), exponent - zeros});
    EXPECT_EQ(plain.header, padded.header);
    EXPECT_TRUE(std::ranges::equal(plain.word, padded.word));
  }
}

TEST(wire, is_a_double_where_one_says_all) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(20'000); ++i) {
    auto const bits = random.next() << random.below(53);
    auto const x = from_bits<double>(bits);
    exact state;
    state.add(x);
    auto const sent = window<7>::of(state);
    bool const is_normal = (bits >> 52 & 0x7ff) % 0x7ff != 0;
    EXPECT_EQ(sent.as_double(), is_normal ? bits : 0) << std::hex << bits;
    expect_used_words_suffice(sent);
    state.add(from_bits<double>(random.next()));
    expect_used_words_suffice(window<7>::of(state));
  }
}

TEST(wire, takes_short_sums_without_an_accumulator) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(20000); ++i) {
    summation::integer_sum sum{0, random.between(-1074, 850)};
    int const bits = random.between(1, 127);
    auto const magnitude = static_cast<__int128>(
        ((static_cast<unsigned __int128>(random.next()) << 64 | random.next()) >> 1 | 1) >> (127 - bits));
    if (magnitude == 0) continue;
    sum.value = random.coin() ? -magnitude : magnitude;
    exact state;
    for (int part = 0; part < 4; ++part) {
      auto const some = static_cast<std::int64_t>(static_cast<std::uint64_t>(magnitude >> (32 * part)) & 0xffffffffu);
      if (some != 0) state.add_scaled(sum.value < 0 ? -some : some, sum.exponent + 32 * part);
    }
    state.note_addends(false);
    for (auto const& wide : {window<7>::of(sum)}) {
      EXPECT_EQ(wide.state<exact>(), state);
      expect_used_words_suffice(wide);
      EXPECT_EQ(wide.header, window<7>::of(state).header);
      EXPECT_TRUE(same_bits(state.round<double>(), wide.round<double>()));
    }
    auto const narrow = window<4>::of(sum);
    EXPECT_TRUE(narrow.fits());
    EXPECT_EQ(narrow.state<exact>(), state);
    // One of each kind meet.
    auto both = window<7>::of(sum);
    both.merge(window<7>::of(state));
    exact twice = state;
    twice.merge(state);
    EXPECT_EQ(both.state<exact>(), twice);
    if (testing::Test::HasFailure()) FAIL() << "seed " << first_seed() << ", number " << i;
  }
}

/// The window of few numbers is the accumulator's; returns whether there is one.
bool expect_window_of_few(std::span<double const> values, bool backwards) {
  auto const size = static_cast<std::ptrdiff_t>(values.size());
  vector_view<double const> const view(backwards ? values.data() + (size - 1) : values.data(), size,
                                       backwards ? -1 : 1);
  mpi::detail::few_digits few;
  if (!few.add(view)) return false;
  exact state;
  state.add(values);
  EXPECT_TRUE(same_window(window<7>::of(state), few.to_window()));
  EXPECT_EQ(few.to_window().state<exact>(), state);
  expect_used_words_suffice(few.to_window());
  return true;
}

TEST(wire, takes_few_numbers_without_an_accumulator) {
  for_each_data<double>(100, 40, [](std::span<double const> values, random_source& random) {
    if (values.empty()) return;
    bool const made = expect_window_of_few(values, random.coin());
    EXPECT_FALSE(made && std::ranges::any_of(values, is_nonfinite<double>));
    EXPECT_FALSE(made && values.size() > mpi::detail::few_doubles);
  });
  // Of all widths up to those that are too wide, at both ends of the range, with zeros, powers of two and cancellation.
  random_source random(first_seed());
  std::size_t made = 0, wide = 0;
  for (std::size_t i = 0; i < scaled_count(40'000); ++i) {
    int const width = random.between(0, 460), lowest = random.between(0, 2046 - width);
    std::vector<double> values(1 + random.below(mpi::detail::few_doubles));
    for (double& x : values) {
      auto const fraction = random.one_in(4) ? 0 : random.next() >> 12 << random.below(52) & ((1ull << 52) - 1);
      auto const exponent = static_cast<std::uint64_t>(lowest + random.between(0, width));
      x = from_bits<double>(random.next() >> 63 << 63 | exponent << 52 | fraction);
      if (random.one_in(10)) x = random.coin() ? 0.0 : -0.0;
    }
    if (random.one_in(3))
      for (std::size_t k = 0; k + 1 < values.size(); k += 2) values[k + 1] = negated(values[k]);
    bool const has = expect_window_of_few(values, random.coin());
    made += has;
    wide += !has && width > 400;
    if (testing::Test::HasFailure()) FAIL() << "seed " << first_seed() << ", number " << i;
  }
  EXPECT_GT(made, scaled_count(40'000) / 2);
  EXPECT_GT(wide, std::size_t{0});
}

TEST(wire, tells_of_the_lowest_rank_that_failed) {
  using wide = window<7>;
  using mpi::detail::failed_rank, mpi::detail::failed_window;
  wide all;
  EXPECT_EQ(failed_rank(all), -1);
  all.merge(wide::of(exact()));
  EXPECT_EQ(failed_rank(all), -1);
  all.merge(failed_window<wide>(1 << 30));
  EXPECT_EQ(failed_rank(all), 1 << 30);
  all.merge(failed_window<wide>(0));
  all.merge(failed_window<wide>(7));
  EXPECT_EQ(failed_rank(all), 0);
  exact one;
  one.add(1.0);
  auto other = wide::of(one);
  other.merge(all);
  EXPECT_EQ(failed_rank(other), 0);
  EXPECT_EQ(window_header::of(other.header).word(), other.header);
}

}  // namespace
}  // namespace isobit::test
