#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/linalg/view.hpp>

#include "check.hpp"
#include "data_classes.hpp"

namespace isobit::test {

/// `size` elements of a class, or for complex elements twice as many.
template <class T>
std::vector<T> elements(data_class<linalg::real_of<T>> const& kind, random_source& random, linalg::index size) {
  using real = linalg::real_of<T>;
  std::vector<T> values(static_cast<std::size_t>(size));
  if (size != 0) kind.fill(random, {reinterpret_cast<real*>(values.data()), values.size() * sizeof(T) / sizeof(real)});
  return values;
}

/// Calls body(random, kind) for `count` seeds of every class of data.
template <class T, class Body> void for_each_case(std::size_t count, Body body) {
  std::uint64_t place = 0;
  for (auto const& kind : data_classes<linalg::real_of<T>>()) {
    ++place;
    for (std::size_t i = 0; i < scaled_count(count); ++i) {
      std::uint64_t const seed = first_seed() + i;
      random_source random(seed + (place << 32));
      SCOPED_TRACE("class " + std::string(kind.name) + ", seed " + std::to_string(seed));
      body(random, kind);
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace isobit::test
