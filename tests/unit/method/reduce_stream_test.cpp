// Numbers that come by once: in their order, and shared by threads.
#include <isobit/method/reduce_stream.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "reference/compensated.hpp"
#include "support/binned.hpp"
#include "support/prerounded.hpp"

namespace isobit::test {
namespace {

template <class T> class streamed : public testing::Test {};
using element_types = testing::Types<double, float>;
TYPED_TEST_SUITE(streamed, element_types);

template <class T> using reference_of_kahan = reference::compensated<compensation::kahan, T>;

/// Numbers in chunks of odd sizes.
template <class T> auto source_of(std::span<T const> values) {
  return stream_of<T>([rest = values, next = 0u](std::span<T> buffer) mutable {
    constexpr std::size_t chunks[] = {1, 7, 1000, 2047, 64, 5000};
    std::size_t const count = std::min({chunks[next++ % std::size(chunks)], rest.size(), buffer.size()});
    std::copy_n(rest.begin(), count, buffer.begin());
    rest = rest.subspan(count);
    return count;
  });
}

TYPED_TEST(streamed, numbers_are_as_the_numbers_in_memory) {
  using T = TypeParam;
  for_each_data<T>(3, 9000, [](std::span<T const> values, random_source&) {
    ASSERT_TRUE(is_defined_as(bins_of(values, default_bin_width<T>), reduce<binned<T, 3>>(source_of(values))));
    ASSERT_TRUE(same_bits(reference::over_fixed_lanes<reference_of_kahan<T>>(values).round(),
                          sum<kahan<T>>(source_of(values))));
    auto const swept = [&] { return reduce(source_of(values), single_sweep<T, 3>(values.size())); };
    if (auto const expected = expected_single_sweep<T>(values, values.size(), 3))
      ASSERT_TRUE(same_state(*expected, swept()));
    else
      ASSERT_THROW((void)swept(), error);
  });
}

TEST(a_stream, of_more_than_declared_or_than_fits_is_refused) {
  std::vector<double> const values(3000, 1.0);
  std::span<double const> const all(values);
  EXPECT_THROW((void)reduce(source_of(all), single_sweep<double, 3>(2999)), error);
  auto const overrun = stream_of<double>([](std::span<double> buffer) { return buffer.size() + 1; });
  EXPECT_THROW((void)sum<binned<double>>(overrun), error);
}

TEST(a_stream, that_throws_is_heard) {
  int calls = 0;
  auto const broken = stream_of<double>([&](std::span<double> buffer) -> std::size_t {
    if (++calls == 3) throw std::domain_error("gone");
    return buffer.size();
  });
  EXPECT_THROW((void)sum<binned<double>>(broken), std::domain_error);
  EXPECT_EQ(calls, 3);
}

/// All parts on this thread: the first of them reads the whole stream.
auto one_after_the_other(std::size_t parts) {
  return executor(parts, [](std::size_t count, task_ref body) {
    for (std::size_t part = 0; part < count; ++part) body(part);
  });
}

TYPED_TEST(streamed, numbers_are_the_same_for_any_driver) {
  using T = TypeParam;
  for_each_data<T>(3, 90000, [](std::span<T const> values, random_source&) {
    auto const bins = reduce<binned<T, 3>>(values);
    auto const sum_in_memory = exact_sum(values);
    auto const check = [&](auto const& driver) {
      ASSERT_EQ(bins, (reduce<binned<T, 3>>(source_of(values), driver)));
      ASSERT_EQ(sum_in_memory, reduce<exact>(source_of(values), driver));
    };
    check(serial());
    check(threads(1));
    check(threads(4));
    check(one_after_the_other(3));
    ASSERT_TRUE(same_bits(sum_in_memory.round(), sum<exact>(source_of(values), threads(2))));
    ASSERT_EQ(sum_in_memory, reduce<exact>(source_of(values)));
  });
}

TEST(a_stream, of_counted_numbers_is_shared_by_threads_too) {
  std::vector<double> const values(50000, 0.1);
  std::span<double const> const all(values);
  single_sweep<double, 3> const empty(values.size());
  EXPECT_EQ(reduce(source_of(all), empty), reduce(source_of(all), empty, threads(3)));
}

TYPED_TEST(streamed, lanes_do_not_depend_on_the_pieces) {
  using T = TypeParam;
  for_each_data<T>(3, 60000, [](std::span<T const> values, random_source& random) {
    auto const whole = reduce<kahan<T>>(values);
    lane_sequence<kahan<T>> sequence;
    for (auto rest = values; !rest.empty();) {
      auto const piece = rest.first(std::min<std::size_t>(rest.size(), random.below(40000)));
      sequence.add(piece);
      rest = rest.subspan(piece.size());
    }
    ASSERT_TRUE(same_bits(whole.round(), sequence.state().round()));
  });
}

/// A table of two columns: rows [first, first + count) of it, as integers until they are decoded.
struct rows {
  int first = 0;
  int count = 0;
  std::vector<double> columns[2];
};

constexpr int rows_of_the_table = 100000;

void decode_rows(rows& block) {
  for (auto& column : block.columns) column.clear();
  for (int row = block.first; row < block.first + block.count; ++row) {
    block.columns[0].push_back(row + 0.1);
    block.columns[1].push_back(-row);
  }
}

auto cut_rows(int& next) {
  return [&next](rows& block) {
    block.first = next;
    block.count = std::min(1000, rows_of_the_table - next);
    next += block.count;
    return block.count > 0;
  };
}

struct sums_of_columns {
  exact columns[2];
  void add(rows const& block) {
    for (int c = 0; c < 2; ++c) columns[c].add(block.columns[c]);
  }
  void merge(sums_of_columns const& other) {
    for (int c = 0; c < 2; ++c) columns[c].merge(other.columns[c]);
  }
  bool operator==(sums_of_columns const&) const = default;
};

TEST(a_stream_of_blocks, is_the_same_for_any_driver) {
  sums_of_columns expected;
  for (int row = 0; row < rows_of_the_table; ++row) {
    expected.columns[0].add(row + 0.1);
    expected.columns[1].add(-double(row));
  }
  auto const check = [&](auto const& driver) {
    int next = 0;
    auto const table = block_stream_of<rows>(cut_rows(next), decode_rows);
    EXPECT_EQ(expected, reduce<sums_of_columns>(table, driver));
  };
  check(serial());
  check(threads(1));
  check(threads(5));
  check(one_after_the_other(4));
}

/// Needs them in order, and says which rows it saw.
struct ordered_rows {
  std::vector<int> seen;
  void add(rows const& block) { seen.push_back(block.first); }
};

TEST(a_stream_of_blocks, comes_in_order_to_a_serial_state) {
  int next = 0;
  auto const seen = reduce<ordered_rows>(block_stream_of<rows>(cut_rows(next), decode_rows), serial()).seen;
  EXPECT_EQ(seen.size(), 100u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
}

TEST(a_stream_of_blocks, fails_as_its_first_bad_block_does) {
  auto const refusing = [](rows& block) {
    decode_rows(block);
    if (block.first >= 37000 && block.first % 2000 == 1000) throw std::domain_error(std::to_string(block.first));
  };
  auto const check = [&](auto const& driver) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      int next = 0;
      try {
        static_cast<void>(reduce<sums_of_columns>(block_stream_of<rows>(cut_rows(next), refusing), driver));
        ADD_FAILURE() << "not refused";
      } catch (std::domain_error const& problem) {
        EXPECT_STREQ(problem.what(), "37000");
      }
    }
  };
  check(serial());
  check(threads(6));
  check(one_after_the_other(3));
}

TEST(a_stream_of_blocks, that_cannot_be_cut_is_not_cut_again) {
  int cuts = 0;
  auto const broken = block_stream_of<rows>(
      [&](rows&) -> bool {
        if (++cuts == 3) throw std::domain_error("gone");
        return true;
      },
      decode_rows);
  EXPECT_THROW((void)reduce<sums_of_columns>(broken, threads(4)), std::domain_error);
  EXPECT_EQ(cuts, 3);
}

}  // namespace
}  // namespace isobit::test
