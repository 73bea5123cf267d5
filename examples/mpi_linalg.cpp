// Matrix products over the ranks of an MPI job: mpirun -n 4 example_mpi_linalg. The bits are those of one process.

#include <cstddef>
#include <cstdio>
#include <vector>

#include <isobit/linalg/gemm.hpp>
#include <isobit/mpi.hpp>

#include "expect.hpp"

namespace mla = isobit::mpi::linalg;
using isobit::linalg::column_major;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm const comm = MPI_COMM_WORLD;
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (rank != 0) failures = std::freopen("/dev/null", "w", stdout) == nullptr;  // one rank talks

  // Here every rank makes the whole matrices and uses its part; a program has the part only.
  constexpr std::ptrdiff_t m = 40, n = 30, k = 50;
  std::vector<double> a, b, expected(m * n);
  for (std::ptrdiff_t i = 0; i < m * k; ++i) a.push_back(1.0 / static_cast<double>(i % 97 + 1));
  for (std::ptrdiff_t i = 0; i < k * n; ++i) b.push_back(1.0 / static_cast<double>(i % 89 + 3) - 0.1);
  auto const whole_a = column_major<double const>(a.data(), m, k), whole_b = column_major<double const>(b.data(), k, n);
  isobit::linalg::gemm(1.0, whole_a, whole_b, 0.0, column_major(expected.data(), m, n));
  isobit::distribution const depths(k, static_cast<std::size_t>(size)), rows(m, static_cast<std::size_t>(size));
  auto const me = static_cast<std::size_t>(rank);
  auto const first = static_cast<std::ptrdiff_t>(depths.start(me)),
             depth = static_cast<std::ptrdiff_t>(depths.count(me));

  // Some columns of a and the same rows of b; the result on every rank.
  std::vector<double> c(m * n);
  mla::gemm_split_k(1.0, whole_a.block(0, first, m, depth), whole_b.block(first, 0, depth, n), 0.0,
                    column_major(c.data(), m, n), comm);
  expect("split depth", c == expected);

  // Rows of a, b and c.
  auto const row = static_cast<std::ptrdiff_t>(rows.start(me)), count = static_cast<std::ptrdiff_t>(rows.count(me));
  std::vector<double> my_c(static_cast<std::size_t>(count * n));
  mla::gemm_row_blocks(1.0, whole_a.block(row, 0, count, k), whole_b.block(first, 0, depth, n), 0.0,
                       column_major(my_c.data(), count, n, count > 0 ? count : 1), comm);
  bool same = true;
  for (std::ptrdiff_t j = 0; j < n; ++j)
    for (std::ptrdiff_t i = 0; i < count; ++i)
      same =
          same && my_c[static_cast<std::size_t>(j * count + i)] == expected[static_cast<std::size_t>(j * m + row + i)];
  expect("rows", same);

  // ScaLAPACK's layout: blocks of 8 x 8, dealt to a grid of one row and as many columns as there are ranks.
  mla::block_cyclic const a_layout{m, k, 8, 8, 1, size}, b_layout{k, n, 8, 8, 1, size}, c_layout{m, n, 8, 8, 1, size};
  std::vector<double> my_a(static_cast<std::size_t>(m * a_layout.local_columns(rank)));
  std::vector<double> my_b(static_cast<std::size_t>(k * b_layout.local_columns(rank)));
  my_c.resize(static_cast<std::size_t>(m * c_layout.local_columns(rank)));
  mla::take_part(a_layout, rank, whole_a, my_a.data(), m);
  mla::take_part(b_layout, rank, whole_b, my_b.data(), k);
  mla::gemm(1.0, mla::distributed_matrix<double const>{a_layout, my_a.data(), m},
            mla::distributed_matrix<double const>{b_layout, my_b.data(), k}, 0.0,
            mla::distributed_matrix<double>{c_layout, my_c.data(), m}, comm);
  std::vector<double> my_expected(my_c.size());
  mla::take_part(c_layout, rank, column_major<double const>(expected.data(), m, n), my_expected.data(), m);
  expect("block-cyclic", my_c == my_expected);

  MPI_Finalize();
  return failures;
}
