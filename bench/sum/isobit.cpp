#include <isobit/isobit.hpp>

#include "contenders.hpp"

namespace bench::sum {

double isobit(std::span<double const> values) { return ::isobit::sum(values, ::isobit::serial()); }
float isobit(std::span<float const> values) { return ::isobit::sum(values, ::isobit::serial()); }
double isobit_threads(std::span<double const> values, std::size_t threads) {
  return ::isobit::sum(values, ::isobit::threads(threads));
}
float isobit_threads(std::span<float const> values, std::size_t threads) {
  return ::isobit::sum(values, ::isobit::threads(threads));
}

}  // namespace bench::sum
