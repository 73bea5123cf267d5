#include "arithmetic/dispatch.hpp"

#include <gtest/gtest.h>

namespace isobit::test {
namespace {

using arithmetic::instruction_sets, arithmetic::processor, arithmetic::sets_of, arithmetic::use_of_tiles;

/// Hypervisors and the kernel's clearcpuid hide AVX-512 of processors that are known to have it.
TEST(dispatch, takes_nothing_of_avx512_where_it_is_switched_off) {
  for (auto const widest : {instruction_set::scalar, instruction_set::sse2, instruction_set::avx2})
    for (bool const amd : {false, true}) {
      instruction_sets const sets = sets_of(widest, {.halves_avx512 = true, .adds_apart = amd, .gathers_slowly = true});
      EXPECT_EQ(sets.widest, widest);
      EXPECT_EQ(sets.quick, widest);
      EXPECT_FALSE(sets.in_halves || sets.gathers_slowly || sets.reads_in_turn);
      EXPECT_EQ(sets.adds_apart, amd);
      EXPECT_EQ(sets.tiles, use_of_tiles::forbidden);
    }
}

TEST(dispatch, knows_what_avx512_is_slow_at) {
  auto const of = [](processor const& here) { return sets_of(instruction_set::avx512, here); };
  EXPECT_FALSE(of({}).gathers_slowly || of({}).in_halves || of({}).reads_in_turn);
  EXPECT_TRUE(of({.gathers_slowly = true}).gathers_slowly);
  EXPECT_TRUE(of({.adds_apart = true}).reads_in_turn);
  instruction_sets const halves = of({.halves_avx512 = true, .adds_apart = true});
  EXPECT_EQ(halves.quick == instruction_set::avx2, halves.in_halves);
  EXPECT_EQ(halves.reads_in_turn, !halves.in_halves);
}

}  // namespace
}  // namespace isobit::test
