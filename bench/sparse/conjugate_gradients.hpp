#pragma once

#include <cstddef>
#include <vector>

#include "plain.hpp"

namespace bench::sparse {

/// Conjugate gradients with Jacobi's preconditioner in plain arithmetic, over as many threads, by the steps of
/// isobit's.
class plain_conjugate_gradients {
public:
  plain_conjugate_gradients(matrix const& a, row_product product, std::size_t threads);
  void solve(std::vector<double> const& b, std::vector<double>& x, int iterations);

private:
  struct part {
    std::size_t first, count;
    double sum = 0, square = 0;
  };
  template <class Body> void in_parts(Body body);
  void multiply(part const& mine, std::vector<double> const& x, std::vector<double>& y) const;

  matrix const& a_;
  row_product multiply_;
  std::vector<part> parts_;
  std::vector<double> diagonal_;
};

}  // namespace bench::sparse
