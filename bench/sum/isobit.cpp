#include <isobit/isobit.hpp>

#include "contenders.hpp"

namespace bench::sum {

double isobit(std::span<double const> values) { return ::isobit::sum(::isobit::serial(), values); }
float isobit(std::span<float const> values) { return ::isobit::sum(::isobit::serial(), values); }
double isobit_threads(std::span<double const> values, std::size_t threads) {
  return ::isobit::sum(::isobit::threads(threads), values);
}
float isobit_threads(std::span<float const> values, std::size_t threads) {
  return ::isobit::sum(::isobit::threads(threads), values);
}

}  // namespace bench::sum
