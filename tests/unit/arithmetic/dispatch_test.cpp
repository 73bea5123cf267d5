#include "arithmetic/dispatch.hpp"

#include <gtest/gtest.h>

namespace isobit::test {
namespace {

using arithmetic::instruction_sets, arithmetic::sets_of, arithmetic::use_of_tiles;

/// Hypervisors and the kernel's clearcpuid hide AVX-512 of processors that are known to have it.
TEST(dispatch, takes_nothing_of_avx512_where_it_is_switched_off) {
  for (auto const widest : {instruction_set::scalar, instruction_set::sse2, instruction_set::avx2})
    for (bool const halves : {false, true})
      for (bool const waits : {false, true}) {
        instruction_sets const sets = sets_of(widest, halves, waits);
        EXPECT_EQ(sets.widest, widest);
        EXPECT_EQ(sets.quick, widest);
        EXPECT_FALSE(sets.in_halves || sets.gathers_slowly);
        EXPECT_EQ(sets.tiles, use_of_tiles::forbidden);
      }
}

TEST(dispatch, knows_what_avx512_is_slow_at) {
  auto const of = [](bool halves, bool waits) { return sets_of(instruction_set::avx512, halves, waits); };
  EXPECT_FALSE(of(false, false).gathers_slowly);
  EXPECT_TRUE(of(false, true).gathers_slowly);
  EXPECT_FALSE(of(false, true).in_halves);
  EXPECT_EQ(of(true, false).gathers_slowly, of(true, false).in_halves);
}

}  // namespace
}  // namespace isobit::test
