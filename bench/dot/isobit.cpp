#include <isobit/isobit.hpp>

#include "contenders.hpp"

namespace bench::dot {

double isobit(std::span<double const> x, std::span<double const> y) { return ::isobit::dot(x, y, ::isobit::serial()); }
double isobit_threads(std::span<double const> x, std::span<double const> y, std::size_t threads) {
  return ::isobit::dot(x, y, ::isobit::threads(threads));
}

}  // namespace bench::dot
