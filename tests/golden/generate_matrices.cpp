// golden_generate_matrices > matrices.txt: by the reference, not by the library.
#include <cstdio>

#include "matrix_hashes.hpp"
#include "reference/linear_algebra.hpp"

namespace {

struct by_definition {
  void gemm(auto alpha, auto a, auto b, auto beta, auto c) const { isobit::reference::gemm(alpha, a, b, beta, c); }
  auto lu(auto a, auto pivots) const { return isobit::reference::lu(a, pivots); }
  void trsm(auto half, auto kind, auto alpha, auto a, auto b) const {
    isobit::reference::trsm(half, kind, alpha, a, b);
  }
  auto cholesky(auto half, auto a) const { return isobit::reference::cholesky(half, a); }
};

}  // namespace

int main() {
  std::puts("# operation type kind hash; written by golden_generate_matrices");
  isobit::golden::for_each_matrix_line(by_definition(), [](std::string const& line) { std::puts(line.c_str()); });
}
