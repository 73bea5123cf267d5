#include <isobit/tree/tree_part.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "parenthesise.hpp"
#include "reference/tree.hpp"
#include "support/random.hpp"

namespace isobit::test {
namespace {

using part = tree_part<std::string, parenthesise>;

std::vector<std::string> numbered(std::size_t first, std::size_t count) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(std::to_string(first + i));
  return values;
}
part piece(std::size_t first, std::size_t count, std::size_t total) {
  return part(numbered(first, count), {.first = first, .total = total});
}
std::string whole(std::size_t total) {
  auto const values = numbered(0, total);
  return reference::tree(std::span<std::string const>(values), parenthesise());
}

std::vector<part> pieces_of(std::size_t total, unsigned cuts) {
  std::vector<part> pieces;
  std::size_t first = 0;
  for (std::size_t i = 1; i <= total; ++i) {
    if (i < total && (cuts >> (i - 1) & 1) == 0) continue;
    pieces.push_back(piece(first, i - first, total));
    first = i;
  }
  return pieces;
}

/// Merges adjacent pieces in every order.
void merge_in_every_order(std::vector<part> const& pieces, std::string const& expected) {
  if (pieces.size() == 1) {
    ASSERT_EQ(pieces[0].result(), expected);
    ASSERT_EQ(pieces[0].nodes().size(), 1u);
    return;
  }
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    auto merged = pieces;
    if (i % 2 == 0) {
      merged[i].merge(pieces[i + 1]);
    } else {
      merged[i + 1].merge(pieces[i]);
      merged[i] = merged[i + 1];
    }
    merged.erase(merged.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    merge_in_every_order(merged, expected);
  }
}

TEST(tree_part, gives_the_tree_for_every_split_merged_in_every_order) {
  for (std::size_t total = 1; total <= 8; ++total)
    for (unsigned cuts = 0; cuts < 1u << (total - 1); ++cuts)
      merge_in_every_order(pieces_of(total, cuts), whole(total));
}

TEST(tree_part, gives_the_tree_for_random_splits_merged_in_random_order) {
  random_source random(1);
  for (int i = 0; i < 300; ++i) {
    std::size_t const total = random.below(200) + 1;
    std::vector<part> pieces;
    for (std::size_t first = 0; first < total;) {
      std::size_t const count = random.below(std::min<std::size_t>(total - first, 40)) + 1;
      pieces.push_back(piece(first, count, total));
      first += count;
    }
    while (pieces.size() > 1) {
      std::size_t const at = random.below(pieces.size() - 1);
      pieces[at].merge(pieces[at + 1]);
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    }
    ASSERT_EQ(pieces[0].result(), whole(total)) << total;
  }
}

TEST(tree_part, holds_the_maximal_subtrees) {
  auto const middle = piece(3, 10, 100);
  ASSERT_EQ(middle.nodes().size(), 4u);
  EXPECT_EQ(middle.nodes()[0], (tree_node<std::string>{3, 0, "3"}));
  EXPECT_EQ(middle.nodes()[1], (tree_node<std::string>{4, 2, "((4+5)+(6+7))"}));
  EXPECT_EQ(middle.nodes()[2], (tree_node<std::string>{8, 2, "((8+9)+(10+11))"}));
  EXPECT_EQ(middle.nodes()[3], (tree_node<std::string>{12, 0, "12"}));
  auto const last = piece(8, 3, 11);
  ASSERT_EQ(last.nodes().size(), 1u);
  EXPECT_EQ(last.nodes()[0], (tree_node<std::string>{8, 3, "((8+9)+10)"}));
  for (std::size_t total = 1; total < 70; ++total)
    for (std::size_t first = 0; first < total; ++first)
      for (std::size_t count = 1; count <= total - first; ++count)
        ASSERT_LE(piece(first, count, total).nodes().size(), 2u * tree::root_level(total) + 1);
}

TEST(tree_part, takes_elements_one_by_one) {
  for (std::size_t total = 1; total < 100; ++total) {
    part all({.first = 0, .total = total});
    for (auto const& value : numbered(0, total)) all.add(value);
    ASSERT_EQ(all.result(), whole(total));
    EXPECT_THROW(all.add("one more"), error);
    EXPECT_EQ(all.result(), whole(total));
  }
}

TEST(tree_part, comes_back_from_its_nodes) {
  auto const sent = piece(3, 10, 13);
  part received(std::vector(sent.nodes().begin(), sent.nodes().end()), {.first = 3, .total = 13});
  EXPECT_EQ(received.count(), 10u);
  received.merge(piece(0, 3, 13));
  EXPECT_EQ(received.result(), whole(13));

  using nodes = std::vector<tree_node<std::string>>;
  tree_place const place{.first = 3, .total = 13};
  EXPECT_THROW(part(nodes{{4, 0, "4"}}, place), error);
  EXPECT_THROW(part(nodes{{3, 1, "3"}}, place), error);
  EXPECT_THROW(part(nodes{{3, 0, "3"}, {5, 0, "5"}}, place), error);
  EXPECT_THROW(part(nodes{{3, 0, "3"}, {4, 2, "4"}, {8, 3, "8"}, {13, 0, "13"}}, place), error);
}

std::string message_of(part left, part const& right) {
  auto const before = std::vector(left.nodes().begin(), left.nodes().end());
  try {
    left.merge(right);
  } catch (error const& problem) {
    EXPECT_EQ(problem.code(), status::invalid_argument);
    EXPECT_EQ(std::vector(left.nodes().begin(), left.nodes().end()), before);
    return problem.what();
  }
  return "no error";
}

TEST(tree_part, refuses_what_is_not_adjacent) {
  EXPECT_EQ(message_of(piece(0, 3, 9), piece(4, 2, 9)),
            "isobit::tree_part: elements [0, 3) and [4, 6) are not adjacent; merge neighbouring pieces");
  EXPECT_EQ(message_of(piece(4, 2, 9), piece(0, 3, 9)),
            "isobit::tree_part: elements [4, 6) and [0, 3) are not adjacent; merge neighbouring pieces");
  EXPECT_EQ(message_of(piece(0, 3, 9), piece(2, 2, 9)),
            "isobit::tree_part: elements [0, 3) and [2, 4) overlap; merge neighbouring pieces");
  EXPECT_EQ(message_of(piece(0, 3, 9), piece(3, 2, 8)),
            "isobit::tree_part: pieces of 9 and of 8 elements do not merge; pass the same total to all");
  EXPECT_EQ(message_of(piece(0, 3, 9), piece(3, 2, 9)), "no error");
}

TEST(tree_part, refuses_a_result_with_elements_missing) {
  EXPECT_THROW((void)piece(0, 3, 9).result(), error);
  EXPECT_THROW((void)piece(3, 6, 9).result(), error);
  EXPECT_THROW((void)piece(0, 0, 0).result(), error);
  EXPECT_THROW(piece(3, 0, 2), error);
  EXPECT_THROW(piece(1, 2, 2), error);
  auto empty = piece(4, 0, 9);
  empty.merge(piece(4, 5, 9));
  empty.merge(piece(4, 0, 9));
  empty.merge(piece(0, 4, 9));
  EXPECT_EQ(empty.result(), whole(9));
}

TEST(tree_part, is_as_it_was_when_the_operation_throws) {
  auto const refuse = [limit = std::size_t{6}](std::string const& a, std::string const& b) {
    if (a.size() + b.size() > limit) throw std::runtime_error("too long");
    return a + b;
  };
  tree_part left(numbered(0, 6), {.first = 0, .total = 8}, refuse);
  tree_part right(numbered(6, 2), {.first = 6, .total = 8}, refuse);
  for (int i = 0; i < 2; ++i) {
    EXPECT_THROW(left.merge(right), std::runtime_error);
    EXPECT_THROW(right.merge(left), std::runtime_error);
    ASSERT_EQ(left.nodes().size(), 2u);
    EXPECT_EQ(left.nodes()[0].value, "0123");
    EXPECT_EQ(left.nodes()[1].value, "45");
    EXPECT_EQ(right.nodes()[0].value, "67");
  }
  left.add("6");
  EXPECT_THROW(left.add("7"), std::runtime_error);
  EXPECT_EQ(left.count(), 7u);
  EXPECT_EQ(left.nodes()[2].value, "6");
}

}  // namespace
}  // namespace isobit::test
