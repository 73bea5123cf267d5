// The binary tree: any operation, the same result on any number of threads or machines.

#include <isobit/isobit.hpp>
#include <string>
#include <vector>

#include "expect.hpp"

int main() {
  // Neither associative nor commutative, so the result shows the tree.
  auto const pair = [](std::string const& a, std::string const& b) { return "(" + a + b + ")"; };
  std::vector<std::string> const letters = {"a", "b", "c", "d", "e"};
  expect("the tree of five", isobit::tree_reduce(letters, pair) == "(((ab)(cd))e)");
  expect("the same on two threads", isobit::tree_reduce(letters, pair, isobit::threads(2)) == "(((ab)(cd))e)");

  // Pieces say where they start; adjacent ones merge.
  std::vector<double> const values = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7};
  auto left = isobit::tree_sum_part(std::span(values).first(3), {.first = 0, .total = 7});
  left.merge(isobit::tree_sum_part(std::span(values).subspan(3), {.first = 3, .total = 7}));
  expect("two pieces, merged", left.result(), isobit::tree_sum(values));
  return failures;
}
