#include <cblas.h>

#include "contenders.hpp"

namespace bench::dot {

double openblas(std::span<double const> x, std::span<double const> y) {
  [[maybe_unused]] static bool const single_threaded = (openblas_set_num_threads(1), true);
  return cblas_ddot(static_cast<blasint>(x.size()), x.data(), 1, y.data(), 1);
}

}  // namespace bench::dot
