#include <numeric>

#include "contenders.hpp"

namespace bench::sum {

double standard(std::span<double const> values) { return std::accumulate(values.begin(), values.end(), 0.0); }
float standard(std::span<float const> values) { return std::accumulate(values.begin(), values.end(), 0.0f); }

}  // namespace bench::sum
