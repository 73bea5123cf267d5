#include <gtest/gtest.h>

#include "certify/enclosure_arithmetic.hpp"
#include "linalg_support.hpp"

namespace {

/// Whether an allreduce leaves other bits on each rank, as MPI allows: partial sums that know less, each rank others.
bool ranks_differ = false;

}  // namespace

extern "C" int MPI_Allreduce(void const* in, void* out, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  int const result = PMPI_Allreduce(in, out, count, type, operation, comm);
  int size = 0;
  MPI_Type_size(type, &size);
  if (ranks_differ && size == sizeof(isobit::certify::enclosure<double>)) {
    auto* const sums = static_cast<isobit::certify::enclosure<double>*>(out);
    for (int i = isobit::test::rank_in(comm); i < count; i += 3) sums[i] = isobit::certify::unknown();
  }
  return result;
}

namespace isobit::test {
namespace {

template <class T> class linalg_split_k : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(linalg_split_k, numbers);

TYPED_TEST(linalg_split_k, has_the_bits_of_one_process) {
  using T = TypeParam;
  for_each_product<T>([](MPI_Comm comm, whole_product<T> const& whole, random_source& random) {
    int const rank = rank_in(comm);
    auto const parts = parts_of(whole.k, size_of(comm), random);
    index const first = start_of(parts, rank), count = parts[static_cast<std::size_t>(rank)];
    auto const a = whole.a_view().block(0, first, whole.m, count);
    auto const b = whole.b_view().block(first, 0, count, whole.n);
    auto c = whole.c;
    mla::gemm_split_k(whole.alpha, a, b, whole.beta, whole.view(c), comm);
    EXPECT_TRUE(same_numbers(whole.expected, c));

    mpi::root const to{random.between(0, size_of(comm) - 1)};
    c = whole.c;
    mla::gemm_split_k(whole.alpha, a, b, whole.beta, rank == to.rank ? whole.view(c) : matrix_view<T>(), comm, to,
                      threads(2));
    EXPECT_TRUE(same_numbers(rank == to.rank ? whole.expected : whole.c, c)) << "to a root";

    if (whole.n != 1) return;
    c = whole.c;
    mla::gemv_split_k(whole.alpha, a, b.column(0), whole.beta, vector_view<T>(c), comm);
    EXPECT_TRUE(same_numbers(whole.expected, c)) << "gemv";
  });
}

TYPED_TEST(linalg_split_k, bears_reductions_that_differ_between_ranks) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    random_source random(first_seed());
    whole_product<T> whole(6, 7, 10, entries::ordinary, random);
    std::vector<T> expected = whole.c, c = whole.c;
    linalg::gemm(T(2), whole.a_view(), whole.b_view(), T(3), whole.view(expected), serial());
    auto const parts = parts_of(whole.k, size_of(comm), random);
    index const first = start_of(parts, rank_in(comm)), count = parts[static_cast<std::size_t>(rank_in(comm))];
    ranks_differ = true;
    mla::gemm_split_k(T(2), whole.a_view().block(0, first, whole.m, count),
                      whole.b_view().block(first, 0, count, whole.n), T(3), whole.view(c), comm);
    ranks_differ = false;
    EXPECT_TRUE(same_numbers(expected, c));
  });
}

TYPED_TEST(linalg_split_k, takes_more_than_a_block) {
  using T = TypeParam;
  with_ranks(2, [](MPI_Comm comm) {
    random_source random(first_seed());
    for (auto const& [m, n, k] : {std::array<index, 3>{600, 514, 3}, {5, 6, 5000}}) {
      whole_product<T> const whole(m, n, k, entries::sparse, random);
      index const cut = k / 3, first = rank_in(comm) * cut, count = rank_in(comm) == 0 ? cut : k - cut;
      auto c = whole.c;
      mla::gemm_split_k(whole.alpha, whole.a_view().block(0, first, m, count), whole.b_view().block(first, 0, count, n),
                        whole.beta, whole.view(c), comm);
      EXPECT_TRUE(same_numbers(whole.expected, c));
    }
  });
}

TYPED_TEST(linalg_split_k, with_no_products_scales) {
  using T = TypeParam;
  for_each_size([](MPI_Comm comm) {
    random_source random(first_seed());
    for (T const alpha : {T(0), T(2)}) {
      whole_product<T> whole(4, 3, 0, entries::ordinary, random);
      for (T const beta : {T(0), T(1), T(3)}) {
        auto c = whole.c, expected = whole.c;
        std::vector<T> const unread(24, T(std::numeric_limits<linalg_real<T>>::quiet_NaN()));
        index const k = alpha == T(0) ? 2 : 0;
        linalg::gemm(alpha, whole.a_view(), whole.b_view(), beta, whole.view(expected), serial());
        mla::gemm_split_k(alpha, linalg::column_major(unread.data(), 4, k), linalg::column_major(unread.data(), k, 3),
                          beta, whole.view(c), comm);
        EXPECT_TRUE(same_numbers(expected, c));
      }
    }
  });
}

/// A driver like `threads`, which counts the parts of the largest piece of work.
struct counting_driver {
  std::size_t* most;
  [[nodiscard]] std::size_t parts(std::size_t elements) const { return threads(4).parts(elements); }
  template <class Body> void run(std::size_t parts, Body&& body) const {
    *most = std::max(*most, parts);
    for (std::size_t part = 0; part < parts; ++part) body(part);
  }
};

TEST(linalg_split_k_threads, are_as_many_as_the_products_are_worth) {
  random_source random(first_seed());
  for (auto const& [size, expected] : {std::array<index, 2>{16, 0}, {128, 4}}) {
    whole_product<double> const whole(size, size, size, entries::integers, random);
    std::size_t most = 0;
    auto c = whole.c;
    mla::gemm_split_k(whole.alpha, whole.a_view(), whole.b_view(), whole.beta, whole.view(c), MPI_COMM_SELF,
                      counting_driver{&most});
    EXPECT_TRUE(same_numbers(whole.expected, c));
    EXPECT_EQ(most, static_cast<std::size_t>(expected));
  }
}

/// Adding rounded parts, as is usual, does depend on the ranks.
TEST(linalg_split_k_control, rounded_parts_have_other_bits) {
  with_ranks(3, [](MPI_Comm comm) {
    random_source random(first_seed());
    whole_product<double> const whole(20, 20, 60, entries::ordinary, random);
    index const share = 20, first = share * rank_in(comm);
    auto c = whole.c;
    linalg::gemm(whole.alpha, whole.a_view().block(0, first, 20, share), whole.b_view().block(first, 0, share, 20),
                 rank_in(comm) == 0 ? whole.beta : 0.0, whole.view(c), serial());
    mpi::detail::check(MPI_Allreduce(MPI_IN_PLACE, c.data(), 400, MPI_DOUBLE, MPI_SUM, comm), "MPI_Allreduce");
    EXPECT_TRUE(size_of(comm) == 1 || !same_numbers(whole.expected, c));
  });
}

}  // namespace
}  // namespace isobit::test
