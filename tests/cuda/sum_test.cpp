#include <isobit/cuda/sum.hpp>

#include <gtest/gtest.h>

#include <isobit/sum/sum.hpp>

#include "cuda/device_vector.hpp"
#include "support/data_classes.hpp"

namespace isobit::test {
namespace {

TEST(cuda_sum, has_the_bits_of_the_cpu) {
  std::vector<double> const values = {1e308, 1.0, -1e308};
  EXPECT_EQ(bits_of(cuda::sum(device_vector(values).view())), bits_of(sum(values)));
}

}  // namespace
}  // namespace isobit::test
