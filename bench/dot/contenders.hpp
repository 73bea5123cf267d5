#pragma once

#include <cstddef>
#include <span>

namespace bench::dot {

double plain_portable(std::span<double const> x, std::span<double const> y);
double plain_avx2(std::span<double const> x, std::span<double const> y);
double plain_avx512(std::span<double const> x, std::span<double const> y);
double openblas(std::span<double const> x, std::span<double const> y);
double isobit(std::span<double const> x, std::span<double const> y);
double isobit_threads(std::span<double const> x, std::span<double const> y, std::size_t threads);

}  // namespace bench::dot
