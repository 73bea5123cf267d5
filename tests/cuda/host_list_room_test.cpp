// No place of a list of long lines is taken twice, however many lines overlap: needs no GPU.
#include <gtest/gtest.h>

#include <algorithm>

#include "cuda/lines/list_room.hpp"

namespace isobit::test {
namespace {

using cuda::list_room;

/// The steps of cuda::long_lines::append: whether a line of so many parts has got a place.
bool append(list_room const& room, list_room::word& taken, long long parts, list_room::word& before) {
  before = taken;
  if (!room.is_full(before)) taken += list_room::share_of(parts);
  return room.fits(before, parts);
}

TEST(cuda_host_list_room, of_lines_that_overlap) {
  // 2^31 values in parts of 2^16, and 2^26 segments that are all of them.
  list_room const room = {(1 << 15) + (1 << 17), 1 << 15};
  constexpr long long parts = 1 << 15;
  list_room::word taken = 0;
  long long end = 0, lines = 0;
  for (int i = 0; i < 1 << 26; ++i) {
    list_room::word before = 0;
    if (!append(room, taken, parts, before)) continue;
    ASSERT_GE(list_room::parts_of(before), end) << "line " << i << " takes places that others have";
    ASSERT_EQ(list_room::lines_of(before), lines) << i;
    end = list_room::parts_of(before) + parts, ++lines;
  }
  EXPECT_EQ(lines, room.most_parts / parts);
  EXPECT_LE(list_room::parts_of(taken), 2 * room.most_parts);
}

/// Every line that does not overlap another has room.
TEST(cuda_host_list_room, of_lines_that_do_not) {
  constexpr long long elements = 100, for_a_warp = 40, total = 100000;
  for (long long const size : {41, 99, 100, 101, 199, 200, 201, 1000, 99999, 100000}) {
    long long const count = total / size;
    list_room const room = {total / elements + std::min(count, total / for_a_warp), std::min(count, total / elements)};
    list_room::word taken = 0, before = 0;
    for (long long i = 0; i < count; ++i)
      ASSERT_TRUE(append(room, taken, (size + elements - 1) / elements, before)) << size << ", line " << i;
    EXPECT_LE(list_room::parts_of(taken), room.most_parts);
  }
}

}  // namespace
}  // namespace isobit::test
