// Sums of members, of any range, of matrix columns and of complex numbers.
#include <isobit/isobit.hpp>

#include <complex>
#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include "expect.hpp"

struct particle {
  double mass;
  double velocity;
  [[nodiscard]] double momentum() const { return mass * velocity; }
};

int main() {
  std::vector<particle> const particles = {{1e16, 1.0}, {1.0, 2.0}, {-1e16, 1.0}, {0.5, 8.0}};
  expect("masses", isobit::sum(particles, &particle::mass), 1.5);
  expect("momenta", isobit::sum(particles, &particle::momentum), 6.0);
  expect("their mean", isobit::mean(particles, &particle::mass), 0.375);

  std::list<float> const readings = {1e10f, 1.0f, -1e10f};
  expect("a list of floats", isobit::sum<double>(readings), 1.0);
  std::istringstream text("0.1 0.2 0.3");
  std::istream_iterator<double> const first(text), last;
  expect("a stream, read once", isobit::sum(first, last), 0.6);

  // A 3 by 4 matrix stored by rows: a column is every fourth element.
  std::vector<double> const matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  isobit::vector_view const second_column(matrix.data() + 1, 3, 4);
  expect("second column", isobit::sum(second_column), 18.0);
  isobit::vector_view const backwards(matrix.data() + 8, 3, -4);  // from the last row to the first
  expect("first column reversed, times the second", isobit::dot(backwards, second_column), 58.0);

  std::vector<std::complex<double>> const z = {{1e16, 1}, {1, 1e-16}, {-1e16, -1}};
  auto const total = isobit::sum(z);
  expect("complex, real part", total.real(), 1.0);
  expect("complex, imaginary part", total.imag(), 1e-16);
  expect("norm without overflow", isobit::nrm2(std::vector{3e300, 4e300}), 5e300);
  return failures;
}
