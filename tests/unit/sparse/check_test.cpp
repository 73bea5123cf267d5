// Indices that are checked many at a time: as one by one.
#include "sparse/check.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace isobit::test {
namespace {

using sparse::index;

template <class Index> void check() {
  constexpr auto most = std::numeric_limits<Index>::max(), least = std::numeric_limits<Index>::min();
  for (index const end : {index{-1}, index{0}, index{1}, index{7}, index{1} << 30, index{1} << 31, index{1} << 40,
                          std::numeric_limits<index>::max()})
    for (Index const odd : {Index{0}, Index{6}, Index{7}, Index{-1}, least, Index(least + 1), most, Index(most - 1),
                            Index(1 << 30), Index((1 << 30) - 1)})
      for (std::size_t at = 0; at < 19; ++at) {
        std::vector<Index> indices(19, 0);
        indices[at] = odd;
        EXPECT_EQ(sparse::are_below<Index>(indices, end), odd >= 0 && static_cast<index>(odd) < end && end > 0)
            << odd << " below " << end;
      }
  for (index const end : {-1, 0, 1}) EXPECT_TRUE(sparse::are_below<Index>({}, end));
}

TEST(sparse_check, indices_32) { check<std::int32_t>(); }
TEST(sparse_check, indices_64) { check<std::int64_t>(); }

}  // namespace
}  // namespace isobit::test
