#include "arithmetic/environment.hpp"

#include <gtest/gtest.h>

#include "support/float_environment.hpp"

namespace isobit::test {
namespace {

[[gnu::noinline]] double opaque(double x) {
  asm volatile("" : "+m"(x)::"memory");
  return x;
}
[[gnu::noinline]] double add(double a, double b) { return opaque(opaque(a) + opaque(b)); }

TEST(environment_guard, is_standard_inside_and_restores_outside) {
  float_environment const usual = read_environment();
  for (auto control : every_control_word()) {
    for (std::uint64_t flags : {std::uint64_t{0}, inexact_flag, every_flag}) {
      float_environment const before{control, flags};
      write_environment(before);
      double nearest = 0, subnormal = 0;
      bool clean = false, rounded = false, cleared = false, overflowed = false;
      in_standard_environment([&](environment_guard& environment) {
        clean = !environment.rounded();
        nearest = add(1.0, 0x1.8p-53);
        rounded = environment.rounded() && !environment.out_of_range();
        environment.clear();
        cleared = !environment.rounded();
        subnormal = add(0x1p-1074, 0x1p-1074);
        add(1.7e308, 1.7e308);
        overflowed = environment.out_of_range();
        return 0;
      });
      float_environment const after = read_environment();
      write_environment(usual);
      EXPECT_EQ(after, before) << "control word 0x" << std::hex << control << ", flags 0x" << flags;
      EXPECT_EQ(nearest, 1.0 + 0x1p-52);
      EXPECT_EQ(subnormal, 0x1p-1073);
      EXPECT_TRUE(clean && rounded && cleared && overflowed);
    }
  }
}

}  // namespace
}  // namespace isobit::test
