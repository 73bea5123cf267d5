// Correctly rounded functions: of one number, of an array, on threads; the same bits everywhere.
#include <isobit/math.hpp>

#include <vector>

#include "expect.hpp"

int main() {
  expect("exp", isobit::cr::exp(1.5), 0x1.1ed3fe64fc541p+2);
  expect("sin of a large number", isobit::cr::sin(1e22), -0x1.b453ab76bf397p-1);
  expect("pow", isobit::cr::pow(2.0, 0.5), 0x1.6a09e667f3bcdp+0);
  expect("of integers", isobit::cr::pow(2, -1), 0.5);
  expect("and of a number and one", isobit::cr::pow(1.5, 2), 2.25);
  auto const [sine, cosine] = isobit::cr::sincos(0.5);
  expect("sincos", sine, isobit::cr::sin(0.5));
  expect("and", cosine, isobit::cr::cos(0.5));

  std::vector<double> in(100000), out(in.size()), again(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<double>(i) * 0x1p-10;
  isobit::cr::exp(in, out);
  isobit::cr::exp(in, again, isobit::threads(3));
  expect("an array", out[1536], isobit::cr::exp(1.5));
  expect("on three threads", again[1536], out[1536]);
  isobit::cr::exp(in, in);
  expect("in place", in[1536], out[1536]);
  return failures;
}
