#pragma once

#include <complex>
#include <span>

namespace bench::vocabulary {

using view = std::span<double const>;
using complex_view = std::span<std::complex<double> const>;

/// What a careful programmer writes who wants only speed.
struct plain_loops {
  double (*sum)(view x);
  double (*magnitudes)(view x);
  double (*squares)(view x);
  double (*squares_about)(view x, double middle);
  std::complex<double> (*complex_dot)(complex_view x, complex_view y);
};
extern plain_loops const plain_portable, plain_avx2;

/// From left to right, as std::inclusive_scan does: vectors do not help much where every result waits for the last.
void plain_scan(view x, std::span<double> out);

}  // namespace bench::vocabulary
