#include <gtest/gtest.h>

#include "linalg_support.hpp"

namespace isobit::test {
namespace {

using mla::block_cyclic;
using mla::distributed_matrix;
using mla::grid_order;

TEST(block_cyclic, deals_every_element_to_one_place) {
  for (block_cyclic const layout : {block_cyclic{7, 5, 2, 3, 2, 2},
                                    {16, 9, 4, 2, 1, 3, grid_order::by_columns},
                                    {1, 10, 64, 1, 3, 2},
                                    {0, 4, 2, 2, 2, 2},
                                    {13, 13, 3, 5, 3, 1}}) {
    int const ranks = layout.process_rows * layout.process_columns;
    index elements = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      EXPECT_EQ(rank, layout.rank_at(layout.process_row(rank), layout.process_column(rank)));
      elements += layout.local_rows(rank) * layout.local_columns(rank);
    }
    EXPECT_EQ(elements, layout.rows * layout.columns);
    for (index i = 0; i < layout.rows; ++i)
      for (index j = 0; j < layout.columns; ++j) {
        int const rank = layout.owner(i, j);
        EXPECT_EQ(i, layout.global_row(layout.local_row(i), rank));
        EXPECT_EQ(j, layout.global_column(layout.local_column(j), rank));
        EXPECT_LT(layout.local_row(i), layout.local_rows(rank));
        EXPECT_LT(layout.local_column(j), layout.local_columns(rank));
      }
  }
}

TEST(block_cyclic, is_that_of_scalapack) {
  // The 9 x 9 matrix of ScaLAPACK's guide in 2 x 2 blocks on a 2 x 3 grid.
  block_cyclic const layout{9, 9, 2, 2, 2, 3};
  EXPECT_EQ(layout.local_rows(0), 5);
  EXPECT_EQ(layout.local_rows(3), 4);
  EXPECT_EQ(layout.local_columns(0), 4);
  EXPECT_EQ(layout.local_columns(1), 3);
  EXPECT_EQ(layout.local_columns(2), 2);
  EXPECT_EQ(layout.owner(2, 4), 5);
  EXPECT_EQ(layout.global_column(2, 0), 6);
}

/// A matrix's part on this rank, with rows to spare.
template <class T> struct part {
  block_cyclic layout;
  index leading;
  std::vector<T> data;

  part(block_cyclic const& how, int rank, matrix_view<T const> whole)
      : layout(how), leading(std::max<index>(layout.local_rows(rank), 1) + 2),
        data(static_cast<std::size_t>(leading * layout.local_columns(rank)), T(7)) {
    mla::take_part(layout, rank, whole, data.data(), leading);
  }
  [[nodiscard]] distributed_matrix<T> view() { return {layout, data.data(), leading}; }
};

struct grid {
  int rows, columns;
  grid_order order = grid_order::by_rows;
};

template <class T> class linalg_block_cyclic : public testing::Test {};
using numbers = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(linalg_block_cyclic, numbers);

/// What an operand is stored as: as it is, transposed, or its adjoint.
enum class storage { plain, transposed, adjoint };

template <class T> std::vector<T> stored(matrix_view<T const> m, storage how) {
  std::vector<T> result;
  auto const keep = [&](index i, index j) {
    T x = m.at(i, j);
    if constexpr (linalg::is_complex<T>)
      if (how == storage::adjoint) x = std::conj(x);
    result.push_back(x);
  };
  if (how == storage::plain)
    for (index j = 0; j < m.columns; ++j)
      for (index i = 0; i < m.rows; ++i) keep(i, j);
  else
    for (index i = 0; i < m.rows; ++i)
      for (index j = 0; j < m.columns; ++j) keep(i, j);
  return result;
}

template <class T> distributed_matrix<T const> read(part<T>& m, storage how) {
  return how == storage::plain        ? distributed_matrix<T const>(m.view())
         : how == storage::transposed ? distributed_matrix<T const>(transposed(m.view()))
                                      : adjoint(m.view());
}

template <class T>
void expect_bits_of_one_process(MPI_Comm comm, grid const& g, whole_product<T> const& whole, random_source& random) {
  int const rank = rank_in(comm);
  bool const aligned = random.coin();
  index const common = random.between(1, 4);
  auto const block = [&] { return aligned ? common : index{random.between(1, 5)}; };
  auto const make = [&](matrix_view<T const> m, storage how, std::vector<T>& keep) {
    keep = stored(m, how);
    index const rows = how == storage::plain ? m.rows : m.columns, columns = m.rows + m.columns - rows;
    index const row_block = block(), column_block = block();
    return part<T>({rows, columns, row_block, column_block, g.rows, g.columns, g.order}, rank,
                   linalg::column_major<T const>(keep.data(), rows, columns));
  };
  auto const a_stored = static_cast<storage>(random.below(3)), b_stored = static_cast<storage>(random.below(3));
  std::vector<T> a_whole, b_whole, c_whole, expected_whole;
  auto a = make(whole.a_view(), a_stored, a_whole), b = make(whole.b_view(), b_stored, b_whole);
  auto c = make(linalg::column_major(whole.c.data(), whole.m, whole.n), storage::plain, c_whole);
  part<T> const expected(c.layout, rank, linalg::column_major(whole.expected.data(), whole.m, whole.n));
  mla::gemm(whole.alpha, read(a, a_stored), read(b, b_stored), whole.beta, c.view(), comm);
  EXPECT_TRUE(same_numbers(expected.data, c.data));

  if (whole.n != 1) return;
  auto y = whole.c;
  mla::gemv(whole.alpha, read(a, a_stored), vector_view<T const>(whole.b), whole.beta, vector_view<T>(y), comm,
            threads(2));
  EXPECT_TRUE(same_numbers(whole.expected, y)) << "gemv";
}

TYPED_TEST(linalg_block_cyclic, has_the_bits_of_one_process) {
  using T = TypeParam;
  constexpr index shapes[][3] = {{7, 6, 11}, {23, 1, 9}, {5, 14, 40}, {1, 3, 2}};
  for (grid const g : {grid{1, 1}, {1, 2}, {2, 1}, {2, 2}, {2, 2, grid_order::by_columns}, {1, 5}, {5, 1}, {3, 1}})
    with_ranks(g.rows * g.columns, [&](MPI_Comm comm) {
      if (size_of(comm) != g.rows * g.columns) return;
      std::uint64_t place = static_cast<std::uint64_t>(10 * g.rows + g.columns);
      for (entries const kind : all_entries) {
        auto const& [m, n, k] = shapes[++place % std::size(shapes)];
        std::uint64_t const seed = first_seed() + place;
        random_source random(seed);
        SCOPED_TRACE(std::string(name_of(kind)) + " on " + std::to_string(g.rows) + " x " + std::to_string(g.columns) +
                     ", seed " + std::to_string(seed));
        expect_bits_of_one_process(comm, g, whole_product<T>(m, n, k, kind, random), random);
      }
    });
}

TYPED_TEST(linalg_block_cyclic, takes_several_panels_and_nothing_at_all) {
  using T = TypeParam;
  with_ranks(4, [](MPI_Comm comm) {
    if (size_of(comm) != 4) return;
    random_source random(first_seed());
    for (auto const& [m, n, k] : {std::array<index, 3>{6, 5, 1100}, {0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {0, 0, 0}})
      for (entries const kind : {entries::ordinary, entries::near_ties})
        expect_bits_of_one_process(comm, {2, 2}, whole_product<T>(m, n, k, kind, random), random);
  });
}

}  // namespace
}  // namespace isobit::test
