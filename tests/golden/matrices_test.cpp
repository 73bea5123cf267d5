// Compares hashes of matrix products, factors and solutions with the reference's, which matrices.txt holds. A plain
// program, so that it runs wherever the library does: golden_matrices_test [matrices.txt].

#include <isobit/driver/threads.hpp>
#include <isobit/linalg.hpp>

#include "matrix_hashes.hpp"
#include "support/forced_set.hpp"

namespace {

struct by_library {
  isobit::threads driver;
  void gemm(auto alpha, auto a, auto b, auto beta, auto c) const { isobit::linalg::gemm(alpha, a, b, beta, c, driver); }
  auto lu(auto a, auto pivots) const { return isobit::linalg::lu(a, pivots, driver); }
  void trsm(auto half, auto kind, auto alpha, auto a, auto b) const {
    isobit::linalg::trsm(half, kind, alpha, a, b, driver);
  }
  auto cholesky(auto half, auto a) const { return isobit::linalg::cholesky(half, a, driver); }
};

}  // namespace

int main(int argc, char** argv) {
  using namespace isobit;
  if (int const status = test::status_of_forced_set(); status != 0) return status;
  return golden::compare_matrices(by_library{threads(2)}, argc > 1 ? argv[1] : ISOBIT_GOLDEN_FOLDER "/matrices.txt");
}
