// What norms of rows claim to know of numbers in two floats, on the host: no GPU is needed for this.
#include "cuda/rows/two_floats.hpp"

#include <gtest/gtest.h>

#include <isobit/sum/exact.hpp>

#include "support/check.hpp"
#include "support/make_number.hpp"

namespace isobit::test {
namespace {

namespace rows = cuda::rows;

/// Adds scale * weight * x, of a double x: in two halves, whose products with a float are doubles.
void add_triple(exact_product& sum, double scale, float weight, double x) {
  double const high = static_cast<float>(x), low = x - high;
  sum.add_product(scale, static_cast<double>(weight) * high);
  sum.add_product(scale, static_cast<double>(weight) * low);
}

void expect_within(exact_product rest, rows::float_and_rest const& found, double radius) {
  rest.subtract(static_cast<double>(found.value));
  rest.subtract(static_cast<double>(found.rest));
  exact_product above, below;
  above.add(radius);
  below.subtract(radius);
  ASSERT_TRUE(below <= rest && rest <= above) << rest.round() << " beside " << radius;
}

struct arguments {
  float x, weight, bias;
  double mean, scale;

  explicit arguments(random_source& random)
      : x(random_number<float>(random, -20, 20)), weight(random_number<float>(random, -20, 20)),
        bias(random.coin() ? random_number<float>(random, -20, 20) : -0.0f),
        mean(random_number<double>(random, -20, 20)), scale(std::fabs(random_number<double>(random, -20, 20))) {
    if (random.coin()) mean = static_cast<double>(x) * (1 + std::ldexp(1.0, -random.between(1, 40)));
    // A bias that leaves little of the product.
    if (random.one_in(4))
      bias = static_cast<float>((mean - static_cast<double>(x)) * scale * static_cast<double>(weight));
  }
};

constexpr std::size_t tries = 200000;

TEST(cuda_host_two_floats, scaled_numbers_are_as_near_as_said) {
  random_source random(1);
  for (std::size_t i = 0; i < scaled_count(tries) && !HasFatalFailure(); ++i) {
    arguments const a(random);
    auto const found = weighted(rows::scaled(a.x, rows::split_double(a.scale)), a.weight);
    exact_product exactly;
    add_triple(exactly, a.scale, a.weight, static_cast<double>(a.x));
    expect_within(exactly, found, std::fabs(static_cast<double>(found.value)) * rows::error_of_scaled / 2);
  }
}

TEST(cuda_host_two_floats, scaled_differences_are_as_near_as_said) {
  random_source random(2);
  for (std::size_t i = 0; i < scaled_count(tries) && !HasFatalFailure(); ++i) {
    arguments const a(random);
    auto const scaled = scaled_difference(a.x, rows::split_double(a.mean), rows::split_double(a.scale));
    auto const product = weighted(scaled, a.weight), found = plus(product, a.bias);
    if (std::fabs(scaled.value) < rows::least_product || std::fabs(product.value) < rows::least_product) continue;
    exact_product exactly;
    add_triple(exactly, a.scale, a.weight, static_cast<double>(a.x));
    add_triple(exactly, a.scale, a.weight, -a.mean);
    exactly.add(static_cast<double>(a.bias));
    double const of_mean = std::fabs(static_cast<double>(a.weight) * a.mean * a.scale);
    expect_within(exactly, found,
                  (std::fabs(static_cast<double>(product.value)) * rows::error_of_difference +
                   of_mean * rows::error_of_split_mean +
                   std::fabs(static_cast<double>(found.value)) * rows::error_of_sum) /
                      2);
  }
}

}  // namespace
}  // namespace isobit::test
