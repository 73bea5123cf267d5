#include <isobit/mpi/merge.hpp>

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/method/binned.hpp>
#include <isobit/method/prerounded.hpp>

#include "mpi/merge_windows.hpp"
#include "mpi/without_exceptions.hpp"
#include "spreads.hpp"
#include "support/make_number.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

template <class A> void expect_same_state(A const& expected, A const& actual) {
  EXPECT_EQ(expected, actual);
  EXPECT_EQ(expected.serialise(), actual.serialise());
  EXPECT_TRUE(same_bits(expected.round(), actual.round()));
}

template <class A> class merged_method : public testing::Test {};
TYPED_TEST_SUITE(merged_method, order_free_methods);

TYPED_TEST(merged_method, has_the_state_of_one_machine) {
  using A = TypeParam;
  using T = typename A::value_type;
  for_each_spread<T>(1, 300, [](MPI_Comm comm, std::vector<T> const& x, spread const& spread, random_source&) {
    auto const whole = sum_of_all<A>(x);
    if (!whole) return;
    A mine = state_for<A>(x);
    mine.add(std::span<T const>(spread.part(x, rank_in(comm))));
    expect_same_state(*whole, mpi::merge(mine, comm));
  });
}

template <class State> class merged_exact : public testing::Test {};
using exact_states = testing::Types<exact, exact_product>;
TYPED_TEST_SUITE(merged_exact, exact_states);

TYPED_TEST(merged_exact, loses_nothing) {
  using State = TypeParam;
  for_each_spread<double>(2, 300,
                          [](MPI_Comm comm, std::vector<double> const& x, spread const& spread, random_source&) {
                            auto const state_of = [](std::vector<double> const& values) {
                              State state;
                              state.add(values);
                              if constexpr (State::holds_products) state.add_products(values, values);
                              return state;
                            };
                            State const whole = state_of(x);
                            State const merged = mpi::merge(state_of(spread.part(x, rank_in(comm))), comm);
                            expect_same_state(whole, merged);
                            EXPECT_EQ(whole.nan_count(), merged.nan_count());
                            EXPECT_EQ(whole.positive_infinity_count(), merged.positive_infinity_count());
                            EXPECT_EQ(whole.negative_infinity_count(), merged.negative_infinity_count());
                          });
}

TYPED_TEST(merged_exact, counts_what_is_not_finite) {
  using State = TypeParam;
  for_each_size([](MPI_Comm comm) {
    random_source random(first_seed());
    State mine, whole;
    for (int rank = 0; rank < size_of(comm); ++rank) {
      for (int i = 0; i <= 3 * rank; ++i) {
        double const x = i % 3 == 0 ? random_nan<double>(random) : infinite<double>(i % 3 == 1);
        whole.add(x);
        if (rank == rank_in(comm)) mine.add(x);
      }
    }
    expect_same_state(whole, mpi::merge(mine, comm));
  });
}

TYPED_TEST(merged_exact, goes_on_where_it_was) {
  // Negative counts, as retracting leaves them, and what no addition gives: -0 once, then nothing.
  using State = TypeParam;
  for_each_size([](MPI_Comm comm) {
    State mine, whole;
    int const rank = rank_in(comm), size = size_of(comm);
    auto const infinity = infinite<double>();
    if (rank == 0) mine.add(infinity);
    if (rank == size - 1) mine.retract(infinity);
    whole.add(infinity);
    whole.retract(infinity);
    State merged = mpi::merge(mine, comm);
    expect_same_state(whole, merged);
    merged.add(1.5);
    whole.add(1.5);
    expect_same_state(whole, mpi::merge(rank == 0 ? merged : State(), comm));
  });
}

/// The largest of all addends: a user's own accumulator, which isobit knows nothing of.
struct largest {
  using value_type = double;
  static constexpr guarantee promise = guarantee::order_free;
  double value = 0;
  std::uint8_t seen = 0;  // and padding behind

  void add(double x) { add(std::span<double const>(&x, 1)); }
  void add(std::span<double const> values) {
    for (double x : values) {
      if (seen == 0 || x > value) value = x;
      seen = 1;
    }
  }
  void merge(largest const& other) {
    if (other.seen != 0) add(other.value);
  }
  [[nodiscard]] double round() const { return value; }
  [[nodiscard]] bool operator==(largest const&) const = default;
};

TEST(merged_method, may_be_ones_own) {
  for_each_size([](MPI_Comm comm) {
    int const rank = rank_in(comm), size = size_of(comm);
    largest mine;
    if (rank % 2 == 0) mine.add(-100.0 + (rank * 7) % size);
    largest whole;
    for (int i = 0; i < size; i += 2) whole.add(-100.0 + (i * 7) % size);
    EXPECT_EQ(mpi::merge(mine, comm), whole);
  });
}

// A rank whose numbers are wide sends a window first, which says so, and may fail before it sends the rest.
TEST(merge, tells_of_a_rank_that_fails_between_two_messages) {
  using namespace mpi::detail;
  double const wide[] = {0x1p1000, 1, 0x1p-1000};
  exact state;
  state.add(wide);
  communicator const comm(MPI_COMM_WORLD, "test");
  if (comm.rank() == 0) {
    sum_window const mine = sum_window::of(state);
    sum_window all;
    merge_windows(comm, &mine, &all, 1);
    EXPECT_FALSE(all.fits());
    auto const problem = std::make_exception_ptr(error(status::out_of_memory, "out of memory"));
    EXPECT_THROW(merge_whole(comm, std::span<exact>(&state, 1), problem, "test"), error);
  } else {
    window_guess guess;
    EXPECT_EQ(merge_unless_failed(comm, std::span<exact>(&state, 1), false, "test", guess), comm.size());
  }
}

}  // namespace
}  // namespace isobit::test
