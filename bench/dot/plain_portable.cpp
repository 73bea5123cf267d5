#include "common/plain.hpp"
#include "contenders.hpp"

namespace bench::dot {

double plain_portable(std::span<double const> x, std::span<double const> y) {
  return plain<double, 16>::dot(x.data(), y.data(), x.size());
}

}  // namespace bench::dot
