#include "arithmetic/hash.hpp"

#include <gtest/gtest.h>

namespace isobit::test {
namespace {

std::uint64_t hash_of(std::string_view text) {
  arithmetic::fnv1a hash;
  hash.add(text);
  return hash.value();
}

// Published with the algorithm.
TEST(fnv1a, is_the_published_hash) {
  EXPECT_EQ(hash_of(""), 0xcbf29ce484222325u);
  EXPECT_EQ(hash_of("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(hash_of("foobar"), 0x85944171f73967e8u);
}

TEST(fnv1a, of_bytes_is_that_of_their_text_and_of_one_after_the_other) {
  std::byte const bytes[] = {std::byte{'f'}, std::byte{0xff}, std::byte{'o'}};
  arithmetic::fnv1a whole, single;
  whole.add(std::span<std::byte const>(bytes));
  for (std::byte const b : bytes) single.add(std::to_integer<std::uint64_t>(b));
  EXPECT_EQ(whole.value(), hash_of("f\xffo"));
  EXPECT_EQ(single.value(), whole.value());
}

TEST(splitmix64, draws_the_published_words) {
  arithmetic::splitmix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  EXPECT_EQ(random.next(), 9817491932198370423u);
}

}  // namespace
}  // namespace isobit::test
