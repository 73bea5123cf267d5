#include <isobit/instruction_set.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <isobit/error.hpp>
#include <isobit/sum/sum.hpp>

#include "sum/kernels.hpp"

namespace isobit::test {
namespace {

TEST(instruction_sets, are_named_and_start_with_scalar) {
  auto const sets = available_instruction_sets();
  ASSERT_FALSE(sets.empty());
  EXPECT_EQ(sets.front(), instruction_set::scalar);
  EXPECT_TRUE(std::ranges::is_sorted(sets));
  EXPECT_EQ(name(instruction_set::scalar), "scalar");
  EXPECT_EQ(name(instruction_set::sse2), "sse2");
  EXPECT_EQ(name(instruction_set::avx2), "avx2");
  EXPECT_EQ(name(instruction_set::avx512), "avx512");
  EXPECT_EQ(name(instruction_set::neon), "neon");
  std::size_t built = 0;
#define ISOBIT_SET(name, has) ++built;
#include "arithmetic/for_each_set.hpp"
  EXPECT_LE(sets.size(), built);
  EXPECT_EQ(sets.size() > 1, built > 1);  // all sets of a machine, or its best: one runs
}

TEST(instruction_sets, have_kernels_of_their_own) {
  for (auto set : {instruction_set::scalar, instruction_set::sse2, instruction_set::avx2, instruction_set::avx512,
                   instruction_set::neon}) {
    auto const* const table = summation::kernels_for(set);
    bool const available = std::ranges::count(available_instruction_sets(), set) == 1;
    ASSERT_EQ(table != nullptr, available) << name(set);
    if (available) {
      EXPECT_EQ(table->set, set) << name(set);
    }
  }
}

TEST(instruction_sets, have_vectors_of_their_own_width) {
  std::pair<instruction_set, std::size_t> const widths[] = {{instruction_set::scalar, 1},
                                                            {instruction_set::sse2, 2},
                                                            {instruction_set::avx2, 4},
                                                            {instruction_set::avx512, 8},
                                                            {instruction_set::neon, 2}};
  for (auto const& [set, lanes] : widths) {
    auto const* const table = summation::kernels_for(set);
    if (table != nullptr) {
      EXPECT_EQ(table->lanes, lanes) << name(set);
    }
  }
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
  for (auto set : {instruction_set::sse2, instruction_set::avx2, instruction_set::avx512, instruction_set::neon}) {
    if (summation::kernels_for(set) == nullptr) {
      EXPECT_EXIT(exit_with_active_set(std::string(name(set))), testing::ExitedWithCode(5), "scalar") << name(set);
    }
  }
}

#endif

}  // namespace
}  // namespace isobit::test
