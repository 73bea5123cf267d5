#include "driver/pool.hpp"

#include <atomic>
#include <csignal>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/processes.hpp"

namespace isobit::test {
namespace {

/// What each part of a call finds: note(part), on as many threads as there are parts, since each waits for all.
template <class Note> auto noted_by_parts(std::size_t parts, Note note) {
  std::vector<decltype(note())> notes(parts);
  std::atomic<std::size_t> here = 0;
  auto body = [&](std::size_t part) {
    notes[part] = note();
    ++here;
    while (here < parts) std::this_thread::yield();
  };
  threads(parts).run(parts, task_ref(body));
  return notes;
}

TEST(pool, keeps_its_threads) {
  std::set<std::thread::id> all;
  for (int i = 0; i < 20; ++i)
    for (auto const id : noted_by_parts(4, [] { return std::this_thread::get_id(); })) all.insert(id);
  EXPECT_EQ(all.size(), 4u);
  EXPECT_TRUE(all.contains(std::this_thread::get_id()));
  EXPECT_EQ(noted_by_parts(6, [] { return 0; }).size(), 6u);
  EXPECT_GE(threads_here(), 6u);
}

TEST(pool, has_a_limit) {
  auto body = [](std::size_t) {};
  EXPECT_FALSE(pool::run(100'000, task_ref(body)));
}

// The caller does what a thread has not begun; then no part is left out or done twice.
TEST(pool, runs_every_part_once_however_late_its_threads_are) {
  for (int round = 0; round < 2000; ++round) {
    std::size_t const parts = 2 + static_cast<std::size_t>(round) % 7;
    std::vector<std::atomic<int>> counts(parts);
    auto body = [&](std::size_t part) { ++counts[part]; };
    ASSERT_TRUE(pool::run(parts, task_ref(body)));
    for (auto const& count : counts) ASSERT_EQ(count, 1);
  }
}

TEST(pool, serves_one_call_at_a_time_and_others_have_threads_of_their_own) {
  std::atomic<int> refused = 0, run = 0;
  auto inner = [&](std::size_t) { ++run; };
  auto outer = [&](std::size_t) {
    refused += pool::run(2, task_ref(inner)) ? 0 : 1;
    threads(3).run(3, task_ref(inner));
  };
  threads(2).run(2, task_ref(outer));
  EXPECT_EQ(refused, 2);
  EXPECT_EQ(run, 6);
}

TEST(pool, can_be_used_by_many_threads_at_once) {
  random_source random(first_seed());
  auto const values = make_data(data_classes<double>()[4], random, 50000);
  double const expected = sum(values, serial());
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> users;
    for (int user = 0; user < 8; ++user)
      users.emplace_back([&] {
        for (int i = 0; i < 50; ++i)
          if (bits_of(sum(values, threads(3))) != bits_of(expected)) ++wrong;
      });
  }
  EXPECT_EQ(wrong, 0);
}

TEST(pool, works_in_the_environment_of_the_caller) {
  auto const usual = read_environment();
  for (auto control : every_control_word()) {
    write_environment({control, 0});
    auto const seen = noted_by_parts(3, [] { return read_environment().control; });
    write_environment(usual);
    EXPECT_EQ(seen, std::vector<std::uint64_t>(3, control)) << std::hex << control;
  }
}

// Long enough for two threads; the pool's threads were started in yet another environment.
TEST(pool, has_the_same_bits_in_every_environment) {
  random_source random(first_seed());
  auto const usual = read_environment();
  auto const controls = every_control_word();
  write_environment({controls.back(), 0});
  noted_by_parts(8, [] { return 0; });
  write_environment(usual);
  for (auto const& kind : data_classes<double>()) {
    auto const values = make_data(kind, random, 20000);
    double const expected = sum(values, serial());
    for (auto control : controls) {
      write_environment({control, inexact_flag});
      double const actual = sum(values, threads(2));
      auto const after = read_environment();
      write_environment(usual);
      EXPECT_TRUE(same_bits(expected, actual)) << kind.name << std::hex << ", control word 0x" << control;
      EXPECT_TRUE(undisturbed(float_environment{control, inexact_flag}, after)) << kind.name;
    }
  }
}

TEST(pool, leaves_signals_to_the_threads_of_the_program) {
  auto const blocked = [](int signal) {
    return [signal] {
      sigset_t mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &mask);
      return sigismember(&mask, signal);
    };
  };
  EXPECT_EQ(noted_by_parts(3, blocked(SIGUSR1)), (std::vector{0, 1, 1}));
  EXPECT_EQ(noted_by_parts(3, blocked(SIGSEGV)), (std::vector{0, 0, 0}));
}

TEST(pool, follows_the_caller_to_other_processors) {
  auto const all = processors_here();
  for (auto const& some : {std::vector{all.front()}, all, std::vector{all.back()}, all}) {
    bind_to(some);
    EXPECT_EQ(noted_by_parts(3, processors_here), std::vector(3, some));
  }
}

// Its sanitizer does not let the child of several threads start one.
#if !defined(__SANITIZE_THREAD__)

TEST(pool, is_a_new_one_in_the_child_of_a_fork) {
  std::vector<double> const values(100'000, 0.1);
  double const expected = sum(values, serial());
  auto const adds_up = [&] { return bits_of(sum(values, threads(4))) == bits_of(expected); };
  ASSERT_TRUE(adds_up());
  EXPECT_EQ(status_of(start_child([&] {
              if (threads_here() != 1) return 2;
              bool const right = adds_up() && noted_by_parts(4, [] { return std::this_thread::get_id(); }).size() == 4;
              // A grandchild, too.
              return right && status_of(start_child([&] { return adds_up() ? 0 : 1; })) == 0 ? 0 : 1;
            })),
            0);
  EXPECT_TRUE(adds_up());
}

TEST(pool, is_free_in_the_child_of_a_fork_amid_a_call) {
  std::atomic<bool> inside = false, leave = false;
  auto body = [&](std::size_t) {
    inside = true;
    while (!leave) std::this_thread::yield();
  };
  std::jthread const other([&] { ASSERT_TRUE(pool::run(2, task_ref(body))); });
  while (!inside) std::this_thread::yield();
  auto nothing = [](std::size_t) {};
  EXPECT_FALSE(pool::run(2, task_ref(nothing)));
  EXPECT_EQ(status_of(start_child([&] { return pool::run(2, task_ref(nothing)) ? 0 : 1; })), 0);
  leave = true;
}

/// Sums when objects with static storage end, later than the pool.
struct late {
  ~late() {
    if (sum(std::vector<double>(100'000, 1.0), threads(3)) != 100'000) std::_Exit(4);
  }
};

// A child with several threads: asleep, awake, or in a call that never ends.
TEST(pool, does_not_keep_a_process_from_ending) {
  auto const add = [] { return sum(std::vector<double>(100'000, 1.0), threads(3)) == 100'000; };
  EXPECT_EQ(status_of(start_child([&] { return add() ? 3 : 1; })), 3);
  EXPECT_EQ(status_of(start_child([&] {
              static late const at_the_end;
              bool const right = add();
              std::this_thread::sleep_for(std::chrono::milliseconds(20));
              return right ? 3 : 1;
            })),
            3);
  EXPECT_EQ(status_of(start_child([&] {
              static std::atomic<int> inside = 0;
              std::thread([] {
                auto forever = [](std::size_t) {
                  for (++inside;;) std::this_thread::sleep_for(std::chrono::seconds(1));
                };
                threads(2).run(2, task_ref(forever));
              }).detach();
              while (inside < 2) std::this_thread::yield();
              return 3;
            })),
            3);
}

#endif

}  // namespace
}  // namespace isobit::test
