#pragma once

#include <cstddef>
#include <span>

namespace bench::sum {

double isobit(std::span<double const> values);
float isobit(std::span<float const> values);
double isobit_threads(std::span<double const> values, std::size_t threads);
float isobit_threads(std::span<float const> values, std::size_t threads);

}  // namespace bench::sum
