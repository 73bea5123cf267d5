// The caller's rounding mode, flush-to-zero, flags and traps change nothing in a solution, and come back as they were.
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/systems.hpp"

namespace isobit::test {
namespace {

TEST(solver_environment, does_not_matter) {
  float_environment const usual = read_environment();
  auto const a = five_points<double>(6, 0.3);
  random_source random(first_seed());
  auto const b = random_vector<double>(random, 36);
  for (auto const& method : every_method<double>())
    for (auto const& [name, make] : every_preconditioner<double>()) {
      SCOPED_TRACE(method.name + " with " + name);
      std::vector<double> history;
      auto const call = [&, &make = make] {
        solver::local_space<double> const here(36, forced_parts{2});
        solver::csr_map const map(here, a.view());
        std::vector<double> x(36, 0x1p-1074);
        auto const m = make(here, a.view());
        history = method.solve({here, map, b, x, m.get()}, {.tolerance = 1e-3, .most_iterations = 5}).history;
        return x;
      };
      auto const expected = call();
      auto const expected_history = history;
      for (auto control : every_control_word()) {
        float_environment const before{control, every_flag};
        write_environment(before);
        auto const x = call();
        auto const after = read_environment();
        write_environment(usual);
        ASSERT_TRUE(undisturbed(before, after));
        ASSERT_TRUE(same_bits(expected, x));
        ASSERT_TRUE(same_bits(expected_history, history));
      }
    }
}

}  // namespace
}  // namespace isobit::test
