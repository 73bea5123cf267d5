#include <numeric>

#include "plain.hpp"
#include "plain_sum.hpp"

namespace common {

double plain_sum_portable(std::span<double const> values) {
  return plain<double, 16>::sum(values.data(), values.size());
}
float plain_sum_portable(std::span<float const> values) { return plain<float, 16>::sum(values.data(), values.size()); }

double standard_sum(std::span<double const> values) { return std::accumulate(values.begin(), values.end(), 0.0); }
float standard_sum(std::span<float const> values) { return std::accumulate(values.begin(), values.end(), 0.0f); }

}  // namespace common
