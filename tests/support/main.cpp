#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include <isobit/instruction_set.hpp>

// Runs the tests, or skips them all (exit status 77) where ISOBIT_FORCE_ISA names a set that this machine lacks; and
// makes sure that the set it names is the one in use.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (char const* const forced = std::getenv("ISOBIT_FORCE_ISA")) {
    auto const available = isobit::available_instruction_sets();
    auto const is_forced = [&](isobit::instruction_set set) { return isobit::name(set) == forced; };
    if (std::ranges::none_of(available, is_forced)) {
      std::printf("skipped: this machine has no %s\n", forced);
      return 77;
    }
    if (!is_forced(isobit::active_instruction_set())) {
      std::printf("ISOBIT_FORCE_ISA=%s was not obeyed\n", forced);
      return 1;
    }
  }
  return RUN_ALL_TESTS();
}
