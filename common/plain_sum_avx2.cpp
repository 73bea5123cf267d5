#include "plain.hpp"
#include "plain_sum.hpp"

namespace common {

double plain_sum_avx2(std::span<double const> values) { return plain<double, 32>::sum(values.data(), values.size()); }
float plain_sum_avx2(std::span<float const> values) { return plain<float, 32>::sum(values.data(), values.size()); }

}  // namespace common
