#include "../plain.hpp"
#include "contenders.hpp"

namespace bench::sum {

double plain_avx2(std::span<double const> values) { return plain<double, 32>::sum(values.data(), values.size()); }
float plain_avx2(std::span<float const> values) { return plain<float, 32>::sum(values.data(), values.size()); }

}  // namespace bench::sum
