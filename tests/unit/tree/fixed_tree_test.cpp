#include <isobit/tree/fixed_tree.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/driver/executor.hpp>

#include "parenthesise.hpp"
#include "reference/tree.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {


std::vector<std::string> letters(std::size_t count) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::string(1, static_cast<char>('a' + i % 26)));
  return values;
}

/// Of 64-bit integers, modulo 2^64: associative, not commutative.
using matrix = std::array<std::uint64_t, 4>;
struct multiply {
  matrix operator()(matrix const& a, matrix const& b) const {
    return {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};
  }
};

struct subtract {
  std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return 3 * a - b; }
};

/// As many parts as asked for, one after the other, the last first.
auto backwards(std::size_t parts) {
  return executor(parts, [](std::size_t count, task_ref body) {
    for (std::size_t part = count; part > 0; --part) body(part - 1);
  });
}

template <class T, class Operation> void expect_tree(std::vector<T> const& values, Operation operation) {
  T const expected = reference::tree(std::span<T const>(values), operation);
  SCOPED_TRACE("N = " + std::to_string(values.size()));
  EXPECT_EQ(tree_reduce(values, operation), expected);
  for (std::size_t parts = 1; parts <= 9; ++parts)
    EXPECT_EQ(tree_reduce(values, operation, backwards(parts)), expected) << parts << " parts";
  EXPECT_EQ(tree_reduce(values, operation, backwards(values.size())), expected);
}

TEST(fixed_tree, is_the_tree_of_the_thesis) {
  EXPECT_EQ(tree_reduce(letters(1), parenthesise()), "a");
  EXPECT_EQ(tree_reduce(letters(3), parenthesise()), "((a+b)+c)");
  EXPECT_EQ(tree_reduce(letters(5), parenthesise()), "(((a+b)+(c+d))+e)");
  EXPECT_EQ(tree_reduce(letters(7), parenthesise()), "(((a+b)+(c+d))+((e+f)+g))");
  EXPECT_EQ(tree_reduce(letters(9), parenthesise()), "((((a+b)+(c+d))+((e+f)+(g+h)))+i)");
}

TEST(fixed_tree, does_not_depend_on_the_parts_for_any_operation) {
  random_source random(1);
  for (std::size_t count = 1; count <= 300; ++count) {
    expect_tree(letters(count), parenthesise());
    std::vector<matrix> matrices(count);
    std::vector<std::uint64_t> numbers(count);
    for (auto& m : matrices)
      for (auto& x : m) x = random.next();
    for (auto& x : numbers) x = random.next();
    expect_tree(matrices, multiply());
    expect_tree(numbers, subtract());
    if (HasFailure()) return;
  }
  for (int i = 0; i < 20; ++i) {
    std::vector<std::uint64_t> numbers(random.below(100000) + 1);
    for (auto& x : numbers) x = random.next();
    expect_tree(numbers, subtract());
  }
}

TEST(fixed_tree, does_not_depend_on_threads) {
  random_source random(2);
  std::vector<std::uint64_t> numbers(100003);
  for (auto& x : numbers) x = random.next();
  auto const expected = reference::tree(std::span<std::uint64_t const>(numbers), subtract());
  for (std::size_t count = 1; count <= 9; ++count)
    EXPECT_EQ(tree_reduce(numbers, subtract(), threads(count)), expected) << count;
}

TEST(fixed_tree, takes_any_random_access_range_and_a_projection) {
  std::deque<std::string> const values{"a", "bb", "ccc", "d"};
  EXPECT_EQ(tree_reduce(values, parenthesise()), "((a+bb)+(ccc+d))");
  EXPECT_EQ(tree_reduce(values, subtract(), &std::string::size), std::uint64_t{3} * (3 * 1 - 2) - (3 * 3 - 1));
  EXPECT_EQ(tree_reduce(values, subtract(), &std::string::size, threads(2)),
            std::uint64_t{3} * (3 * 1 - 2) - (3 * 3 - 1));
}

TEST(fixed_tree, takes_values_that_cannot_be_copied) {
  using pointer = std::unique_ptr<std::string>;
  std::vector<int> const values{1, 2, 3, 4, 5};
  auto const joined = tree_reduce(
      values, [](pointer const& a, pointer const& b) { return std::make_unique<std::string>(parenthesise()(*a, *b)); },
      [](int x) { return std::make_unique<std::string>(std::to_string(x)); });
  EXPECT_EQ(*joined, "(((1+2)+(3+4))+5)");
}

TEST(fixed_tree, needs_elements_or_is_told_what_none_are) {
  std::vector<std::string> const none;
  EXPECT_THROW((void)tree_reduce(none, parenthesise()), error);
  EXPECT_THROW((void)tree_reduce(none, parenthesise(), threads(2)), error);
  EXPECT_EQ(tree_reduce_or("nothing", none, parenthesise()), "nothing");
  EXPECT_EQ(tree_reduce_or("nothing", none, parenthesise(), threads(2)), "nothing");
  EXPECT_EQ(tree_reduce_or("nothing", letters(2), parenthesise()), "(a+b)");
}

TEST(fixed_tree, passes_on_what_the_operation_throws) {
  auto const values = letters(100);
  // In the parts, or only where they meet.
  for (std::size_t limit : {3u, 20u, 90u}) {
    auto const refuse = [limit](std::string const& a, std::string const& b) {
      if (a.size() + b.size() > limit) throw std::runtime_error("too long");
      return a + b;
    };
    EXPECT_THROW((void)tree_reduce(values, refuse), std::runtime_error);
    for (std::size_t parts : {1u, 2u, 7u})
      EXPECT_THROW((void)tree_reduce(values, refuse, backwards(parts)), std::runtime_error);
  }
}

}  // namespace
}  // namespace isobit::test
