// The caller's floating-point environment neither changes what a whole call returns nor is changed by it: reductions,
// products, norms and trees, on one thread and on several.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/isobit.hpp>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/methods.hpp"

namespace isobit::test {
namespace {

/// The bits of every call's result, or that it was refused.
template <class T, class Driver> std::vector<std::string> results(Driver const& driver, std::span<T const> x) {
  std::vector<std::string> all;
  auto const note = [&](auto call) {
    auto const result = unless_refused(call);
    all.push_back(result ? hexadecimal(*result) : "refused");
  };
  note([&] { return sum<binned<T>>(x, driver); });
  note([&] { return dot<binned<T>>(x, x, driver); });
  note([&] { return asum<binned<T>>(x, driver); });
  note([&] { return nrm2<binned<T>>(x, driver); });
  note([&] { return sum<double_sweep<T>>(x, driver); });
  note([&] { return reduce<double_sweep<T>>(x, driver).largest(); });
  note([&] { return sum<single_sweep<T>>(x, driver); });
  note([&] { return sum<kahan<T>>(x, driver); });
  note([&] { return sum<knuth<T>>(x, driver); });
  note([&] { return sum<extended<T>>(x, driver); });
  note([&] { return tree_sum(x, driver); });
  return all;
}

template <class T> void check_calls() {
  float_environment const usual = read_environment();
  auto const reversed = executor(3, [](std::size_t parts, task_ref body) {
    while (parts-- != 0) body(parts);
  });
  for_each_data<T>(3, 600, [&](std::span<T const> values, random_source&) {
    auto const expected = results<T>(serial(), values);
    for (auto control : every_control_word()) {
      for (std::uint64_t flags : {std::uint64_t{0}, every_flag}) {
        float_environment const before{control, flags};
        write_environment(before);
        auto const alone = results<T>(serial(), values);
        auto const in_parts = results<T>(reversed, values);
        float_environment const after = read_environment();
        write_environment(usual);
        ASSERT_TRUE(undisturbed(before, after)) << "control word 0x" << std::hex << control << ", flags 0x" << flags;
        ASSERT_EQ(alone, expected) << "control word 0x" << std::hex << control;
        ASSERT_EQ(in_parts, expected) << "control word 0x" << std::hex << control;
      }
    }
  });
}

TEST(call_environment, neither_shows_nor_changes_for_doubles) { check_calls<double>(); }
TEST(call_environment, neither_shows_nor_changes_for_floats) { check_calls<float>(); }

}  // namespace
}  // namespace isobit::test
