#include "../plain.hpp"
#include "contenders.hpp"

namespace bench::sum {

double plain_portable(std::span<double const> values) { return plain<double, 16>::sum(values.data(), values.size()); }
float plain_portable(std::span<float const> values) { return plain<float, 16>::sum(values.data(), values.size()); }

}  // namespace bench::sum
