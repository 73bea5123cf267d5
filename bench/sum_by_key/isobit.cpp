#include <isobit/driver/serial.hpp>

#include "contenders.hpp"

namespace bench::sum_by_key {

std::vector<::isobit::group_sum<std::uint64_t, double>> isobit(std::span<std::uint64_t const> keys,
                                                               std::span<double const> values) {
  return ::isobit::sum_by_key(keys, values, ::isobit::serial());
}

}  // namespace bench::sum_by_key
