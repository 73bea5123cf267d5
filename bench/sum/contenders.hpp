#pragma once

#include <cstddef>
#include <span>

namespace bench::sum {

double plain_portable(std::span<double const> values);
float plain_portable(std::span<float const> values);
double plain_avx2(std::span<double const> values);
float plain_avx2(std::span<float const> values);
double plain_avx512(std::span<double const> values);
float plain_avx512(std::span<float const> values);
double standard(std::span<double const> values);
float standard(std::span<float const> values);
double isobit(std::span<double const> values);
float isobit(std::span<float const> values);
double isobit_threads(std::span<double const> values, std::size_t threads);
float isobit_threads(std::span<float const> values, std::size_t threads);

}  // namespace bench::sum
