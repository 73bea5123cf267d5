#include <isobit/driver/executor.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/isobit.hpp>

#include "support/check.hpp"

namespace isobit::test {
namespace {

template <class Driver> std::vector<int> runs_of_every_part(Driver const& driver, std::size_t parts) {
  std::vector<std::atomic<int>> counts(parts);
  auto body = [&](std::size_t part) { counts.at(part).fetch_add(1); };
  driver.run(parts, task_ref(body));
  return {counts.begin(), counts.end()};
}

TEST(drivers, run_every_part_once) {
  for (std::size_t parts : {0u, 1u, 2u, 7u, 8u, 33u}) {
    std::vector<int> const once(parts, 1);
    EXPECT_EQ(runs_of_every_part(serial(), parts), once);
    EXPECT_EQ(runs_of_every_part(threads(), parts), once);
    EXPECT_EQ(runs_of_every_part(threads(4), parts), once);
    EXPECT_EQ(runs_of_every_part(automatic(), parts), once);
  }
}

TEST(threads_driver, runs_on_so_many_threads) {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> waiting = 0;
  // Every part waits for all: it ends only if there are as many threads as parts.
  auto body = [&](std::size_t) {
    waiting.fetch_add(1);
    while (waiting.load() < 4) std::this_thread::yield();
    std::lock_guard const lock(mutex);
    ids.insert(std::this_thread::get_id());
  };
  threads(4).run(4, task_ref(body));
  EXPECT_EQ(ids.size(), 4u);
}

TEST(threads_driver, gives_no_thread_less_than_it_is_worth) {
  EXPECT_EQ(threads(8).parts(0), 1u);
  EXPECT_EQ(threads(8).parts(1), 1u);
  EXPECT_EQ(threads(8).parts(100), 1u);
  EXPECT_EQ(threads(8).parts(100'000'000), 8u);
  EXPECT_EQ(threads(1).parts(100'000'000), 1u);
  EXPECT_EQ(threads(8).count(), 8u);
  EXPECT_THROW(threads(0), error);
}

TEST(automatic_driver, is_serial_for_little_work) {
  EXPECT_EQ(automatic().parts(0), 1u);
  EXPECT_EQ(automatic().parts(10'000), 1u);
  EXPECT_EQ(automatic().parts(1'000'000'000), threads().parts(1'000'000'000));
}

TEST(executor_driver, uses_what_the_user_gave) {
  std::size_t calls = 0, parts_seen = 0;
  executor const backwards(5, [&](std::size_t parts, task_ref body) {
    ++calls;
    parts_seen = parts;
    for (std::size_t part = parts; part > 0; --part) body(part - 1);
  });
  EXPECT_EQ(backwards.parts(0), 1u);
  EXPECT_EQ(backwards.parts(3), 3u);
  EXPECT_EQ(backwards.parts(1000), 5u);
  random_source random(first_seed());
  for (auto const& kind : data_classes<double>()) {
    auto const values = make_data(kind, random, 30000);
    calls = 0;
    EXPECT_TRUE(same_bits(sum(values, serial()), sum(values, backwards))) << kind.name;
    EXPECT_GE(calls, 1u) << kind.name;
    EXPECT_EQ(parts_seen, 5u) << kind.name;
    std::vector<double> const three(values.begin(), values.begin() + 3);
    EXPECT_TRUE(same_bits(sum(three, serial()), sum(three, backwards))) << kind.name;
  }
}

TEST(drivers, can_be_used_by_many_threads_at_once) {
  random_source random(first_seed());
  auto const values = make_data(data_classes<double>()[4], random, 200000);
  double const expected = sum(values, serial());
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> users;
    for (int user = 0; user < 4; ++user)
      users.emplace_back([&] {
        for (int i = 0; i < 20; ++i)
          if (bits_of(sum(values, threads(3))) != bits_of(expected)) wrong.fetch_add(1);
      });
  }
  EXPECT_EQ(wrong.load(), 0);
}

/// Says any number of parts, and runs them one after the other.
struct so_many_parts {
  std::size_t count;
  [[nodiscard]] std::size_t parts(std::size_t) const noexcept { return count; }
  void run(std::size_t parts, task_ref body) const {
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

// Nobody has SIZE_MAX threads, nor memory for as many states; nor is there anything to do in no parts.
TEST(drivers, may_say_any_number_of_parts) {
  random_source random(first_seed());
  auto const values = make_data(data_classes<double>()[4], random, 100000);
  std::span<double const> const x(values);
  std::vector<std::size_t> const offsets = {0, 10, 10, 5000, 100000};
  std::vector<double const*> const rows = {x.data(), x.data() + 50000};
  std::vector<double> expected(x.size()), actual(x.size()), expected_row(50000), actual_row(50000);
  inclusive_scan(x, expected, serial());
  sum_columns(rows, expected_row, serial());
  for (std::size_t parts : {std::size_t{0}, std::size_t{SIZE_MAX}, std::size_t{SIZE_MAX / 64}}) {
    so_many_parts const on{parts};
    EXPECT_TRUE(same_bits(sum(x, serial()), sum(x, on))) << parts;
    EXPECT_TRUE(same_bits(dot(x, x, serial()), dot(x, x, on))) << parts;
    EXPECT_TRUE(same_bits(nrm2(x, serial()), nrm2(x, on))) << parts;
    EXPECT_TRUE(same_bits(sum(vector_view(x.data(), 30000, 3), serial()), sum(vector_view(x.data(), 30000, 3), on)));
    EXPECT_TRUE(same_bits(sum<binned<double>>(x, serial()), sum<binned<double>>(x, on))) << parts;
    EXPECT_TRUE(same_bits(sum<kahan<double>>(x, serial()), sum<kahan<double>>(x, on))) << parts;
    EXPECT_TRUE(same_bits(tree_sum(x, serial()), tree_sum(x, on))) << parts;
    EXPECT_TRUE(same_bits(segmented_sum(x, offsets, serial()), segmented_sum(x, offsets, on))) << parts;
    inclusive_scan(x, actual, on);
    EXPECT_TRUE(same_bits(expected, actual)) << parts;
    sum_columns(rows, actual_row, on);
    EXPECT_TRUE(same_bits(expected_row, actual_row)) << parts;
    EXPECT_TRUE(same_bits(0.0, sum(std::vector<double>(), on))) << parts;
  }
}

// A part left out, run twice, or one that does not exist: the result would be wrong, so there is none.
TEST(drivers, that_do_not_run_every_part_once_are_refused) {
  std::vector<double> const values(100000, 0.5);
  auto const refused = [&](auto run) {
    executor const driver(4, run);
    EXPECT_THROW((void)sum(values, driver), error);
    EXPECT_THROW((void)sum<binned<double>>(values, driver), error);
    EXPECT_THROW((void)sum<kahan<double>>(values, driver), error);
    EXPECT_THROW((void)tree_sum(values, driver), error);
  };
  refused([](std::size_t parts, task_ref body) {
    for (std::size_t part = 1; part < parts; ++part) body(part);
  });
  refused([](std::size_t parts, task_ref body) {
    for (std::size_t part = 0; part < parts; ++part) body(part);
    body(0);
  });
  refused([](std::size_t parts, task_ref body) {
    for (std::size_t part = 0; part <= parts; ++part) body(part);
  });
}

}  // namespace
}  // namespace isobit::test
