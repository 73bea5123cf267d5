#pragma once

#include <initializer_list>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/random.hpp"

/// The laws of states that are read from bytes. `is_refused(bytes)` reads them and checks what comes of it: an error of
/// the right kind, or a state that is written as these bytes again.
namespace isobit::test {

using bytes = std::vector<std::byte>;

template <class Refused>
void expect_other_sizes_are_refused(std::vector<bytes> const& examples, std::initializer_list<std::size_t> more,
                                    Refused is_refused) {
  for (auto const& good : examples) {
    EXPECT_FALSE(is_refused(good));
    for (std::size_t size = 0; size < good.size(); ++size)
      EXPECT_TRUE(is_refused(bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)))) << size;
    for (std::size_t const count : more) {
      bytes longer = good;
      longer.resize(good.size() + count);
      EXPECT_TRUE(is_refused(longer)) << count;
    }
  }
}

/// Any byte may make another valid state but the first `header`, which have one value each.
template <class Refused>
void expect_changed_bytes_are_checked(std::vector<bytes> const& examples, std::size_t header, Refused is_refused) {
  for (auto const& good : examples)
    for (std::size_t place = 0; place < good.size(); ++place)
      for (std::size_t i = 0; i < scaled_count(256); ++i) {
        bytes changed = good;
        changed[place] = static_cast<std::byte>(i * 37 % 256);  // all values, or some of every size
        bool const refused = is_refused(changed);
        if (place < header && changed != good) {
          EXPECT_TRUE(refused) << "header byte " << place;
        }
      }
}

template <class Refused>
void expect_random_bytes_are_checked(std::vector<bytes> const& examples, std::size_t rounds, Refused is_refused) {
  random_source random(first_seed());
  for (std::size_t i = 0; i < scaled_count(rounds); ++i) {
    bytes data = examples[random.below(examples.size())];
    for (auto j = random.below(6); j > 0; --j) {
      data[random.below(data.size())] = static_cast<std::byte>(random.next());
      if (random.one_in(8)) data.resize(1 + random.below(2 * data.size()));
    }
    is_refused(data);
  }
}

}  // namespace isobit::test
