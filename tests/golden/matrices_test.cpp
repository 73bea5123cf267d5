// Compares hashes of matrix products, factors and solutions with the reference's, which matrices.txt holds. A plain
// program, so that it runs wherever the library does: golden_matrices_test [matrices.txt].
#include <cstdio>
#include <cstdlib>
#include <fstream>

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
  std::ifstream file(argc > 1 ? argv[1] : ISOBIT_GOLDEN_FOLDER "/matrices.txt");
  std::size_t passed = 0, failed = 0;
  golden::for_each_matrix_line(by_library{threads(2)}, [&](std::string const& line) {
    std::string expected;
    do std::getline(file, expected);
    while (file && expected.starts_with('#'));
    bool const same = file && expected == line;
    ++(same ? passed : failed);
    if (!same) std::printf("expected %s\ngot      %s\n", expected.c_str(), line.c_str());
  });
  std::printf("%zu hashes as expected, %zu not\n", passed, failed);
  return failed == 0 && passed != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
