// What one thread makes of the exact sum of an entry, by the same steps on the host: needs no GPU.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "cuda/gemm/finish_entry.hpp"
#include "cuda/gemm/round_sums.hpp"
#include "linalg/exact_entry.hpp"
#include "linalg/number.hpp"
#include "support/linalg_values.hpp"

namespace isobit::test {
namespace {

template <class T> class cuda_host_exact_entry : public testing::Test {};
using types = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(cuda_host_exact_entry, types);

/// alpha*sum + beta*c as cuda::exact_block does it, the sums being those of the CPU.
template <class T> T finished(T alpha, linalg::exact_entry<T> const& sums, T beta, T c) {
  auto const with = std::make_unique<cuda::scaled_parts<cuda::parts_of<T>>>();
  T result = c;
  cuda::product_task<T> task = {};
  task.alpha = alpha, task.beta = beta, task.c = linalg::parts_at(&result);
  for (int part = 0; part < cuda::parts_of<T>; ++part) {
    auto state = cuda::device_state<exact_product>::of(part == 0 ? sums.real : sums.imaginary);
    with->sum.take(state, cuda::digit_range{0, exact_product::digit_count - 1});
    cuda::finish_entry(task, *with, part, 0, 0);
  }
  return result;
}

TYPED_TEST(cuda_host_exact_entry, has_the_bits_of_the_cpu) {
  using T = TypeParam;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 30000; ++seed) {
    random_source random(seed);
    int const kind = random_kind(random);
    linalg::exact_entry<T> sums;
    for (int i = random.between(0, 4); i > 0; --i) sums.add_product(nasty<T>(random, kind), nasty<T>(random, kind));
    T const alpha = nasty<T>(random, random_kind(random)), beta = nasty<T>(random, random_kind(random));
    T const c = nasty<T>(random, random.coin() ? kind : random_kind(random));
    if (linalg::is_zero(alpha)) continue;  // then nothing is summed
    ASSERT_TRUE(same(sums.round(alpha, beta, c), finished(alpha, sums, beta, c)))
        << "seed " << seed << ", alpha " << alpha << ", beta " << beta << ", c " << c;
  }
}

/// A sum as two doubles, and how far off these are at most.
cuda::known_sum known(exact_product const& sum, random_source& random) {
  double const high = sum.round<double>();
  exact_product rest = sum;
  rest.add(-high);
  double const low = rest.round<double>();
  rest.add(-low);
  if (rest.sign() == 0 && random.coin()) return {{high, low, 0}, true};
  // No radius vanishes, also where what is left does.
  return {{high, low, std::fabs(rest.round<double>()) * 1.5 + std::fabs(high) * 0x1p-100 + 0x1p-1000}, true};
}

/// What is certain of sums that are known nearly is the result of the exact ones.
TYPED_TEST(cuda_host_exact_entry, is_what_is_certain_of_it) {
  using T = TypeParam;
  int certain = 0, all = 0;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 30000; ++seed) {
    random_source random(seed);
    int const kind = random.one_in(3) ? 0 : random.coin() ? 6 : 5;  // ordinary, integers, powers of two
    linalg::exact_entry<T> sums;
    for (int i = random.between(0, 6); i > 0; --i) sums.add_product(nasty<T>(random, kind), nasty<T>(random, kind));
    bool const plain = random.one_in(4);
    T const alpha = plain ? T(1) : nasty<T>(random, random_kind(random));
    T const beta = plain ? T(0) : nasty<T>(random, random_kind(random));
    T c = nasty<T>(random, random.coin() ? kind : random_kind(random));
    if (linalg::is_zero(alpha)) continue;
    cuda::product_task<T> task = {};
    task.alpha = alpha, task.beta = beta, task.c = linalg::parts_at(&c);
    cuda::known_sum sum[cuda::parts_of<T>];
    sum[0] = known(sums.real, random);
    if constexpr (linalg::is_complex<T>) sum[1] = known(sums.imaginary, random);
    bool possible = true;
    for (auto const& each : sum) possible &= std::fabs(each.value.high) < 0x1p700;  // also not for NaN
    if (!possible) continue;
    auto const found = plain ? cuda::round_sums<true>(task, sum, 0, 0) : cuda::round_sums<false>(task, sum, 0, 0);
    ++all;
    if (!found.holds) continue;
    ++certain;
    T const expected = sums.round(alpha, beta, c);
    for (int part = 0; part < cuda::parts_of<T>; ++part)
      ASSERT_TRUE(same_bits(linalg::part_of(expected, part), found.part[part]))
          << "seed " << seed << ", part " << part << ", alpha " << alpha << ", beta " << beta << ", c " << c;
  }
  EXPECT_GT(certain, all / 3);
}

}  // namespace
}  // namespace isobit::test
