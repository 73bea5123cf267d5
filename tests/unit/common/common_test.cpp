// What the command, the tests and the benchmarks share, against values from elsewhere.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../../../common/arguments.hpp"
#include "../../../common/hash.hpp"
#include "../../../common/json.hpp"
#include "../../../common/random.hpp"

namespace common {
namespace {

TEST(splitmix64_numbers, are_the_published_ones) {
  splitmix64 random(1234567);
  for (std::uint64_t const expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u})
    EXPECT_EQ(random(), expected);
  splitmix64 from_zero(0);
  for (std::uint64_t index = 0; index < 10; ++index) EXPECT_EQ(splitmix64::at(index), from_zero());
}

TEST(fnv1a_hash, is_the_published_one) {
  fnv1a empty, letter, word;
  letter.add("a");
  word.add("foobar");
  EXPECT_EQ(empty.value(), 0xcbf29ce484222325u);
  EXPECT_EQ(letter.value(), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(word.value(), 0x85944171f73967e8u);
}

TEST(json, has_every_kind_of_member) {
  json_object const inner = json_object().add("quote", "a\"\\\n");
  json_object object;
  object.add("yes", true).add("count", 3u).add("list", std::vector<std::string>{"x", "y"}).add("object", inner);
  object.add("objects", std::vector<json_object>(2)).add_rounded("third", 1.0 / 3, 3).add_rounded("none", HUGE_VAL);
  EXPECT_EQ(object.text(), R"({"yes": true, "count": 3, "list": ["x", "y"], "object": {"quote": "a\"\\\u000a"}, )"
                           R"("objects": [{}, {}], "third": 0.333, "none": null})");
}

struct wanted {
  std::vector<std::size_t> sizes, threads;
  std::string json;
  double seconds = 1;
  bool quick = false;
  std::string line;
};

wanted read(std::vector<char const*> given) {
  wanted found;
  given.insert(given.begin(), "ignored");
  found.line = arguments("program")
                   .add("--sizes", found.sizes)
                   .add_threads("--threads", found.threads)
                   .add("--json", found.json)
                   .add("--seconds", found.seconds)
                   .add("--quick", found.quick)
                   .read(static_cast<int>(given.size()), given.data());
  return found;
}

TEST(a_command_line, is_read_by_type) {
  auto const found =
      read({"--sizes", "16,1e4", "--threads", "3,1,3", "--json", "f.json", "--quick", "--seconds", ".5"});
  EXPECT_EQ(found.sizes, (std::vector<std::size_t>{16, 10000}));
  EXPECT_EQ(found.threads, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(found.json, "f.json");
  EXPECT_EQ(found.seconds, 0.5);
  EXPECT_TRUE(found.quick);
  EXPECT_EQ(found.line, "program --sizes 16,1e4 --threads 3,1,3 --json FILE --quick --seconds .5");
}

TEST(a_command_line, that_makes_no_sense_is_refused) {
  for (std::vector<char const*> const& given : std::vector<std::vector<char const*>>{
           {"--size", "1"}, {"--sizes"}, {"--sizes", "0"}, {"--sizes", "1.5"}, {"--sizes", "1,x"}, {"--seconds", "1s"}})
    EXPECT_THROW((void)read(given), std::invalid_argument) << given[0];
}

}  // namespace
}  // namespace common
