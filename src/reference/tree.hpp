#pragma once

#include <cstddef>
#include <span>

#include <isobit/version.hpp>

/// Stelz (2022), equations 2.1 to 2.3, word for word.
ISOBIT_NAMESPACE_BEGIN
namespace reference {

template <class T, class Operation>
T reduce(std::span<T const> elements, Operation operation, std::size_t x, unsigned y) {
  if (y == 0) return elements[x];
  std::size_t const right = x + (std::size_t{1} << (y - 1));
  if (right >= elements.size()) return reduce(elements, operation, x, y - 1);
  return operation(reduce(elements, operation, x, y - 1), reduce(elements, operation, right, y - 1));
}

/// The root: reduce(0, ceil(log2 N)), N >= 1.
template <class T, class Operation> T tree(std::span<T const> elements, Operation operation) {
  unsigned height = 0;
  while ((std::size_t{1} << height) < elements.size()) ++height;
  return reduce(elements, operation, 0, height);
}

}  // namespace reference
ISOBIT_NAMESPACE_END
