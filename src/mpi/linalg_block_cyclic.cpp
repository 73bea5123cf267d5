#include <isobit/mpi/block_cyclic.hpp>

#include <algorithm>
#include <optional>
#include <span>

#include <isobit/driver/parts.hpp>

#include "mpi/linalg_local.hpp"
#include "mpi/linalg_panels.hpp"
#include "mpi/linalg_split.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace mpi::linalg::detail {

namespace {

using isobit::linalg::refuse;
using isobit::linalg::require_equal;

/// A panel of a factor: at most so deep, and of at most so many elements.
constexpr index panel_depth = 512, panel_elements = index{1} << 21;
/// Exact sums that a rank keeps at once, a kilobyte or two each.
constexpr std::size_t exact_batch = 4096;

/// This rank's part as a view.
template <class T> matrix_view<T> part_of(distributed_matrix<T> const& m, int rank) noexcept {
  matrix_view<T> view;
  view.data = m.data;
  view.rows = m.layout.local_rows(rank), view.columns = m.layout.local_columns(rank);
  view.row_stride = 1, view.column_stride = m.leading;
  view.conjugate = m.conjugate;
  return view;
}

template <class T>
void require_part(char const* operation, char const* name, distributed_matrix<T> const& m, communicator const& comm) {
  std::string const matrix = name;
  block_cyclic const& layout = m.layout;
  if (layout.rows < 0 || layout.columns < 0) refuse(operation, matrix + " has a negative size");
  if (layout.row_block < 1 || layout.column_block < 1) refuse(operation, matrix + " has blocks of size 0 or less");
  if (layout.process_rows < 1 || layout.process_columns < 1 ||
      index{layout.process_rows} * layout.process_columns != comm.size())
    refuse(operation, matrix + " is for a grid of " + std::to_string(layout.process_rows) + " x " +
                          std::to_string(layout.process_columns) + " processes; the communicator has " +
                          std::to_string(comm.size()));
  auto const part = part_of(m, comm.rank());
  if (m.leading < std::max<index>(part.rows, 1))
    refuse(operation, "the leading dimension of " + matrix + " is " + std::to_string(m.leading) + "; this rank has " +
                          std::to_string(part.rows) + " rows of it");
  if (part.rows > 0 && part.columns > 0 && m.data == nullptr) refuse(operation, matrix + " is at a null pointer");
}

void require_grid(char const* operation, block_cyclic const& a, block_cyclic const& c, char const* names) {
  if (a.process_rows != c.process_rows || a.process_columns != c.process_columns || a.order != c.order)
    refuse(operation, std::string(names) + " are on different grids of processes");
}

/// All of a layout and how it is read, to compare by.
template <class T> std::uint64_t fingerprint(distributed_matrix<T> const& m) noexcept {
  block_cyclic const& l = m.layout;
  std::uint64_t hash = 0;
  for (index const field :
       {l.rows, l.columns, l.row_block, l.column_block, index{l.process_rows}, index{l.process_columns},
        index{l.order == grid_order::by_rows}, index{m.transposed}, index{m.conjugate}})
    hash = std::rotl((hash ^ static_cast<std::uint64_t>(field)) * 0x9e3779b97f4a7c15u, 29);
  return hash;
}

/// A product of block-cyclic matrices on this rank.
template <scalar T> class summation {
public:
  /// Takes all memory but that for exact sums, before the ranks agree to go on: here a rank may fail.
  summation(communicator const& comm, driver_ref const& driver, distributed_matrix<T const> const& a,
            distributed_matrix<T const> const& b, distributed_matrix<T> const& c)
      : comm_(comm), driver_(driver), depth_(a.columns()), left_(a, comm.rank(), true), right_(b, comm.rank(), false),
        step_(step_of(c.layout, left_, right_)), left_panels_(comm, c.layout, left_, c.layout.row_axis(), true, step_),
        right_panels_(comm, c.layout, right_, c.layout.column_axis(), false, step_), c_(part_of(c, comm.rank())),
        product_(c_.rows, c_.columns) {}

  /// c = alpha*sum + beta*c. What went wrong on this rank, which took part all the same.
  std::exception_ptr run(T alpha, T beta) {
    std::vector<index> open;
    for_each_panel([&](matrix_view<T const> const& a, matrix_view<T const> const& b) { product_.add(driver_, a, b); });
    attempt([&] { open = product_.finish(alpha, beta, c_); });

    auto const most = agree(comm_, "linalg::gemm", problem_, {}, open.size());
    for (std::size_t first = 0; first < most; first += exact_batch) {
      auto const from = std::min(first, open.size()), to = std::min(first + exact_batch, open.size());
      finish_exactly(std::span<index const>(open).subspan(from, to - from), alpha, beta);
    }
    return problem_;
  }

private:
  /// How deep panels are, the same on all ranks.
  static index step_of(block_cyclic const& result, factor<T> const& left, factor<T> const& right) {
    // Process 0 has the most of everything.
    index const widest = std::max({result.row_axis().count(0), result.column_axis().count(0), left.lines.count(0),
                                   right.lines.count(0), index{1}});
    return std::clamp<index>(panel_elements / widest, 1, panel_depth);
  }

  /// body(), unless something went wrong before.
  template <class Body> void attempt(Body body) {
    if (!problem_) problem_ = problem_of(body);
  }

  /// body(left, right) for all panels of the depth; a second sweep if called again.
  template <class Body> void for_each_panel(Body body) {
    for (index first = 0; first < depth_; first += step_) {
      index const count = std::min(step_, depth_ - first);
      auto const a = left_panels_.fetch(first, count), b = right_panels_.fetch(first, count);
      attempt([&] { body(a, transposed(b)); });
    }
  }

  void finish_exactly(std::span<index const> open, T alpha, T beta) {
    std::vector<exact_entry<T>> entries;
    attempt([&] { entries.resize(open.size()); });
    for_each_panel([&](matrix_view<T const> const& a, matrix_view<T const> const& b) {
      isobit::detail::for_each_part(driver_, isobit::detail::part_count(driver_, open.size()), open.size(),
                                    [&](std::size_t first, std::size_t count, std::size_t) {
                                      for (std::size_t e = first; e < first + count; ++e)
                                        entries[e].add_products(a.row(open[e] % c_.rows), b.column(open[e] / c_.rows));
                                    });
    });
    if (problem_) return;
    for (std::size_t e = 0; e < open.size(); ++e) {
      T& result = c_.at(open[e] % c_.rows, open[e] / c_.rows);
      result = entries[e].round(alpha, beta, is_zero(beta) ? T{} : result);
    }
  }

  communicator const& comm_;
  driver_ref const& driver_;
  index depth_;
  factor<T> left_, right_;
  index step_;
  panel_exchange<T> left_panels_, right_panels_;
  matrix_view<T> c_;
  partial_product<T> product_;
  std::exception_ptr problem_;
};

/// The elements of x that meet this rank's part of a.
template <scalar T>
std::vector<T> needed_of(vector_view<T const> const& x, distributed_matrix<T const> const& a, int rank) {
  factor<T> const mine(a, rank, true);
  int const place = mine.lines_on_rows ? a.layout.process_column(rank) : a.layout.process_row(rank);
  auto const whole = as_column(x);
  std::vector<T> needed;
  for (index l = 0; l < mine.mine.columns; ++l) needed.push_back(element(whole, mine.depth.global(l, place), 0));
  return needed;
}

}  // namespace

template <class T>
void gemm(driver_ref const& driver, T alpha, distributed_matrix<T const> a, distributed_matrix<T const> b, T beta,
          distributed_matrix<T> c, MPI_Comm handle) {
  char const *const operation = "gemm", *const what = "linalg::gemm";
  communicator const comm(handle, what);
  mpi::detail::require_agreement(comm, what, {});
  std::optional<summation<T>> sums;
  auto problem = problem_of([&] {
    require_part(operation, "a", a, comm);
    require_part(operation, "b", b, comm);
    require_part(operation, "c", c, comm);
    require_grid(operation, a.layout, c.layout, "a and c");
    require_grid(operation, b.layout, c.layout, "b and c");
    if (c.transposed || c.conjugate) refuse(operation, "c is transposed or conjugated; only what is read can be");
    require_equal(operation, c.rows(), "rows of c", a.rows(), "rows of a");
    require_equal(operation, c.columns(), "columns of c", b.columns(), "columns of b");
    require_equal(operation, a.columns(), "columns of a", b.rows(), "rows of b");
    auto const part = part_of(c, comm.rank());
    isobit::linalg::require_disjoint(operation, "c", part, "a", part_of(a, comm.rank()));
    isobit::linalg::require_disjoint(operation, "c", part, "b", part_of(b, comm.rank()));
    if (!is_zero(alpha) && a.columns() != 0) sums.emplace(comm, driver, a, b, c);
  });
  agree(comm, what, problem,
        {{"layout of a", fingerprint(a)},
         {"layout of b", fingerprint(b)},
         {"layout of c", fingerprint(c)},
         {"alpha", bits_as_parameter(alpha)},
         {"beta", bits_as_parameter(beta)}});
  if (sums)
    problem = sums->run(alpha, beta);
  else
    problem = problem_of([&] { scale(driver, beta, part_of(c, comm.rank())); });
  agree(comm, what, problem, {});
}

template <class T>
void gemv(driver_ref const& driver, T alpha, distributed_matrix<T const> a, vector_view<T const> x, T beta,
          vector_view<T> y, MPI_Comm handle) {
  char const *const operation = "gemv", *const what = "linalg::gemv";
  communicator const comm(handle, what);
  mpi::detail::require_agreement(comm, what, {});
  bool const scales = is_zero(alpha) || x.size == 0;
  std::vector<T> my_x;
  sum_over_ranks<T> sums;
  auto const problem = problem_of([&] {
    require_part(operation, "a", a, comm);
    require_equal(operation, a.columns(), "columns of a", x.size, "size of x");
    require_equal(operation, a.rows(), "rows of a", y.size, "size of y");
    isobit::linalg::require_output(operation, "y", y);
    isobit::linalg::require_disjoint(operation, "y", y, "x", x);
    isobit::linalg::require_disjoint(operation, "y", y, "a", part_of(a, comm.rank()));
    if (scales) return;
    my_x = needed_of(x, a, comm.rank());
    sums.prepare(y.size, 1);
  });
  agree(comm, what, problem,
        {{"layout of a", fingerprint(a)}, {"alpha", bits_as_parameter(alpha)}, {"beta", bits_as_parameter(beta)}});
  if (scales) return agree(comm, what, problem_of([&] { scale(driver, beta, as_column(y)); }), {}), void();

  factor<T> const mine(a, comm.rank(), true);
  int const place = mine.lines_on_rows ? a.layout.process_row(comm.rank()) : a.layout.process_column(comm.rank());
  auto const my_column = isobit::linalg::column_major<T const>(my_x.data(), mine.mine.columns, 1);
  auto const add = [&](region const& block, partial_product<T>& product) {
    index const first = mine.lines.below(block.row, place);
    index const count = mine.lines.below(block.row + block.rows, place) - first;
    partial_product<T> part(count, 1);
    part.add(driver, mine.mine.block(first, 0, count, mine.mine.columns), my_column);
    for (index l = 0; l < count; ++l)
      std::copy_n(part.entry(l, 0), partial_product<T>::parts,
                  product.entry(mine.lines.global(first + l, place) - block.row, 0));
  };
  auto const exact = [&](index i, index) {
    exact_entry<T> entry;
    if (mine.lines.owner(i) == place) entry.add_products(mine.mine.row(mine.lines.local(i)), my_column.column(0));
    return entry;
  };
  sums.run(comm, driver, {std::cref(add), std::cref(exact)}, alpha, beta, as_column(y), every_rank, what);
}

#define ISOBIT_INSTANTIATE(T)                                                                                    \
  template void gemm(driver_ref const&, T, distributed_matrix<T const>, distributed_matrix<T const>, T,          \
                     distributed_matrix<T>, MPI_Comm);                                                           \
  template void gemv(driver_ref const&, T, distributed_matrix<T const>, vector_view<T const>, T, vector_view<T>, \
                     MPI_Comm);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace mpi::linalg::detail
ISOBIT_NAMESPACE_END
