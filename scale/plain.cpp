#include "plain.hpp"

#include "../bench/plain.hpp"

namespace scale {

double plain_sum(std::span<double const> values) noexcept {
  return plain<double, 32>::sum(values.data(), values.size());
}

}  // namespace scale
