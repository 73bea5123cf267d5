#include "common/plain.hpp"
#include "contenders.hpp"

namespace bench::dot {

double plain_avx2(std::span<double const> x, std::span<double const> y) {
  return plain<double, 32>::dot(x.data(), y.data(), x.size());
}

}  // namespace bench::dot
