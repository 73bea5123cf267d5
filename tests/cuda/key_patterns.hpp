#pragma once

#include <string>
#include <vector>

#include "cuda/many_inputs.hpp"

namespace isobit::test {

/// Which group each of some values is in.
template <class Key> struct key_pattern {
  std::string name;
  std::size_t groups;
  std::vector<Key> keys;
};

/// Groups of every shape: many and few, in order and not, one with half of all.
template <class Key> std::vector<key_pattern<Key>> key_patterns(random_source& random, std::size_t size) {
  std::vector<key_pattern<Key>> all;
  auto const make = [&](std::string name, std::size_t groups, auto key_of) {
    std::vector<Key> keys;
    for (std::size_t i = 0; i < size; ++i) keys.push_back(static_cast<Key>(key_of(i)));
    all.push_back({std::move(name), groups, std::move(keys)});
  };
  for (std::size_t const groups : {1, 5, 33, 4096, 4097, 100003})
    make("random " + std::to_string(groups), groups, [&](std::size_t) { return random.below(groups); });
  make("runs of 7", size / 7 + 1, [](std::size_t i) { return i / 7; });
  make("runs of 7, downwards", size / 7 + 1, [&](std::size_t i) { return (size - 1 - i) / 7; });
  make("long runs", 9000, [](std::size_t i) { return i / 3000; });
  make("half in one", 20000, [&](std::size_t) { return random.coin() ? 777 : random.below(20000); });
  return all;
}

}  // namespace isobit::test
