#include <gtest/gtest.h>

#include "support/forced_set.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (int const status = isobit::test::status_of_forced_set(); status != 0) return status;
  return RUN_ALL_TESTS();
}
