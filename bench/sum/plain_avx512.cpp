#include "../plain.hpp"
#include "contenders.hpp"

namespace bench::sum {

double plain_avx512(std::span<double const> values) { return plain<double, 64>::sum(values.data(), values.size()); }
float plain_avx512(std::span<float const> values) { return plain<float, 64>::sum(values.data(), values.size()); }

}  // namespace bench::sum
