#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "random.hpp"

namespace isobit::test {

/// A kind of data that is hard for some way of summing. `fill` writes every element.
template <class T> struct data_class {
  std::string_view name;
  void (*fill)(random_source&, std::span<T>);
};

/// All of them, for float and double; append only, because golden files name them by their place.
template <class T> std::span<data_class<T> const> data_classes();

template <class T> std::vector<T> make_data(data_class<T> const& kind, random_source& random, std::size_t size) {
  std::vector<T> values(size);
  if (size != 0) kind.fill(random, values);
  return values;
}

/// Sizes where things change (0, vector widths, unroll factors, block borders) as well as random ones.
std::size_t random_size(random_source& random, std::size_t limit);

}  // namespace isobit::test
