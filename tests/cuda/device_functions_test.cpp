#include "cuda/device_functions.hpp"

#include <gtest/gtest.h>

#include <isobit/math.hpp>

#include "cuda/device_vector.hpp"
#include "math/arguments.hpp"

namespace isobit::test {
namespace {

TEST(cuda_device_functions, have_the_bits_of_the_cpu) {
  constexpr unsigned n = 100'000;
  random_source random(23);
  std::vector<double> x(n), y(n), actual(device_results * n), expected;
  for (double& value : x) value = draw_argument<double>(random, -10, 10);
  for (double& value : y) value = draw_argument<double>(random, -10, 10);
  for (double const value : x) expected.push_back(cr::exp(value));
  for (double const value : x) expected.push_back(cr::sin(value));
  for (unsigned i = 0; i < n; ++i) expected.push_back(cr::pow(magnitude(x[i]), y[i]));
  for (unsigned i = 0; i < n; ++i) expected.push_back(cr::hypot(x[i], y[i]));
  for (double const value : x) expected.push_back(cr::lgamma(static_cast<float>(value)));
  for (double const value : x) expected.push_back(cr::log(magnitude(value)));
  for (double const value : x) expected.push_back(cr::atan(value));
  for (double const value : x) expected.push_back(cr::cbrt(value));
  for (double const value : x) expected.push_back(cr::tanh(value));

  device_vector<double> const first(x), second(y), out(actual);
  evaluate_on_device(first.data(), second.data(), out.data(), n);
  ASSERT_EQ(cudaMemcpy(actual.data(), out.data(), actual.size() * sizeof(double), cudaMemcpyDeviceToHost), cudaSuccess);
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(bits_of(expected[i]), bits_of(actual[i])) << "function " << i / n << " of " << x[i % n];
}

}  // namespace
}  // namespace isobit::test
