#include <gtest/gtest.h>

#include "support/forced_set.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (int const status = isobit::test::status_of_forced_set(); status != 0) return status;
  int const status = RUN_ALL_TESTS();
  // A filter that chooses nothing must not look like success.
  return testing::UnitTest::GetInstance()->test_to_run_count() == 0 ? 1 : status;
}
