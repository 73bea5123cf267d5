#include <isobit/forced_instruction_set.hpp>
#include <isobit/instruction_set.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/sum/sum.hpp>

#include "sum/kernels.hpp"

namespace isobit::test {
namespace {

/// The lines of the list, in its order.
struct listed_set {
  instruction_set set;
  char const* name;
  std::size_t vector_bytes;
};
constexpr listed_set listed_sets[] = {
#define ISOBIT_INSTRUCTION_SET(name, machine, bytes, has, flags) {instruction_set::name, #name, bytes},
#define ISOBIT_VARIANT(name, bytes, flags)
#include "arithmetic/instruction_sets.def"
#undef ISOBIT_VARIANT
#undef ISOBIT_INSTRUCTION_SET
};

std::size_t place_in_list(instruction_set set) {
  return static_cast<std::size_t>(std::ranges::find(listed_sets, set, &listed_set::set) - std::begin(listed_sets));
}

TEST(instruction_sets, start_with_scalar_and_get_better) {
  auto const sets = available_instruction_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), instruction_set::scalar);
  EXPECT_TRUE(std::ranges::is_sorted(sets, {}, place_in_list));
  std::size_t built = 0;
#define ISOBIT_SET(name, has) ++built;
#include "arithmetic/for_each_set.hpp"
  EXPECT_LE(sets.size(), built);
  EXPECT_EQ(sets.size() > 1, built > 1);  // all sets of a machine, or its best: one runs
}

TEST(instruction_sets, are_named_as_in_the_list) {
  for (auto const& listed : listed_sets) EXPECT_EQ(name(listed.set), listed.name);
}

// Programs that are compiled already hold them.
TEST(instruction_sets, keep_their_numbers) {
  EXPECT_EQ(static_cast<int>(instruction_set::scalar), 0);
  EXPECT_EQ(static_cast<int>(instruction_set::neon), 4);
}

TEST(instruction_sets, have_kernels_of_their_own) {
  for (auto const& listed : listed_sets) {
    auto const* const table = summation::kernels_for(listed.set);
    bool const available = std::ranges::count(available_instruction_sets(), listed.set) == 1;
    ASSERT_EQ(table != nullptr, available) << listed.name;
    if (available) {
      EXPECT_EQ(table->set, listed.set) << listed.name;
      EXPECT_EQ(table->lanes, listed.vector_bytes / sizeof(double)) << listed.name;
    }
  }
}

TEST(forced_instruction_set, says_whether_there_is_one_without_choosing_it) {
  char const* const set_before = std::getenv("ISOBIT_FORCE_ISA");
  std::string const before = set_before == nullptr ? "" : set_before;
  for (auto set : available_instruction_sets()) {
    setenv("ISOBIT_FORCE_ISA", std::string(name(set)).c_str(), 1);
    EXPECT_TRUE(forced_instruction_set_is_available()) << name(set);
  }
  setenv("ISOBIT_FORCE_ISA", "abacus", 1);
  EXPECT_FALSE(forced_instruction_set_is_available());
  setenv("ISOBIT_FORCE_ISA", "", 1);
  EXPECT_TRUE(forced_instruction_set_is_available());
  setenv("ISOBIT_FORCE_ISA", before.c_str(), 1);
}

#if GTEST_HAS_DEATH_TEST

// The choice is made once in a process, so each runs in a child: a fork, since an emulator cannot execute the program
// again. No test of this file makes the choice in the parent.
[[noreturn]] void exit_with_active_set(std::string const& forced) {
  setenv("ISOBIT_FORCE_ISA", forced.c_str(), 1);
  double const values[] = {1.0, 2.0};
  try {
    bool const right = sum(values) == 3.0;
    auto const active = name(active_instruction_set());
    std::exit(right && active == forced ? 3 : 4);
  } catch (error const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    std::exit(e.code() == status::unsupported ? 5 : 6);
  }
}

TEST(forced_instruction_set, is_the_one_in_use) {
  for (auto set : available_instruction_sets())
    EXPECT_EXIT(exit_with_active_set(std::string(name(set))), testing::ExitedWithCode(3), "") << name(set);
}

TEST(forced_instruction_set, that_is_unknown_or_missing_is_an_error_that_names_the_choices) {
  EXPECT_EXIT(exit_with_active_set("avx1024"), testing::ExitedWithCode(5), "avx1024.*scalar");
  EXPECT_EXIT(exit_with_active_set("AVX2"), testing::ExitedWithCode(5), "AVX2");
  for (auto const& listed : listed_sets) {
    if (summation::kernels_for(listed.set) == nullptr) {
      EXPECT_EXIT(exit_with_active_set(listed.name), testing::ExitedWithCode(5), "scalar") << listed.name;
    }
  }
}

#endif

}  // namespace
}  // namespace isobit::test
