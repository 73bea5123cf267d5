#include "solve.hpp"

#include <algorithm>

#include <isobit/driver/threads.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/solver.hpp>
#include <isobit/sum/norm.hpp>

#include "matrix/result.hpp"
#include "matrix/solution.hpp"
#include "shared_files.hpp"

namespace isobit::tool {
namespace {

using isobit::mpi::detail::check;
using isobit::mpi::sparse::row_distribution;

/// The rows that this rank has.
struct own_rows {
  std::int64_t first, count;
};

own_rows rows_of(row_distribution const& rows, int rank) {
  auto const count = rows.count(rank);
  return {count == 0 ? 0 : rows.global(0, rank), count};
}

/// All elements of a vector, on the first rank; nothing on the others.
std::vector<double> gathered(row_distribution const& rows, std::span<double const> mine, ranks const& job) {
  constexpr std::size_t most = std::size_t{1} << 28;  // numbers in a message, which an int counts
  if (!job.is_first()) {
    for (std::size_t at = 0; at < mine.size(); at += most)
      check(MPI_Send(mine.data() + at, static_cast<int>(std::min(most, mine.size() - at)), MPI_DOUBLE, 0, 0,
                     job.communicator()),
            "MPI_Send");
    return {};
  }
  std::vector<double> all(mine.begin(), mine.end());
  all.resize(static_cast<std::size_t>(rows.rows()));
  for (int rank = 1; rank < rows.ranks(); ++rank) {
    auto const [first, count] = rows_of(rows, rank);
    auto const size = static_cast<std::size_t>(count);
    for (std::size_t at = 0; at < size; at += most)
      check(MPI_Recv(all.data() + first + at, static_cast<int>(std::min(most, size - at)), MPI_DOUBLE, rank, 0,
                     job.communicator(), MPI_STATUS_IGNORE),
            "MPI_Recv");
  }
  return all;
}

}  // namespace

exit_code solve_over(ranks const& job, request const& wanted) {
  auto const& options = wanted.matrix;
  std::vector const paths{options.matrix, options.vectors};
  job.together([&] {
    require_one_on_standard_output(options, wanted.output);
    require_files(paths);
    static_cast<void>(active_instruction_set());  // refuses one that this machine lacks
    return true;
  });
  threads const on(std::max<std::size_t>(wanted.input.threads, 1));  // ranks usually have a core each
  progress silent(0, false);
  auto const matrix = job.together([&] { return std::make_unique<market_file>(options.matrix, silent); });
  auto const right_hand_side = job.together([&] { return std::make_unique<market_file>(options.vectors, silent); });
  job.together([&] {
    require_system(*matrix, *right_hand_side);
    return true;
  });
  common::fnv1a seen;
  seen.add(static_cast<std::uint64_t>(matrix->about().rows));
  require_same_files(job, paths, seen);

  int const here = static_cast<int>(job.part().index);
  auto const rows = row_distribution::even(matrix->about().rows, static_cast<int>(job.part().count));
  own_rows const own = rows_of(rows, here);
  auto mine = job.together([&] { return matrix->read_rows<double>(own.first, own.count, on); });
  auto const b = job.together([&] { return right_hand_side->read_dense<double>().values; });
  mpi::sparse::distributed_matrix<double> const a(rows, rows, std::move(mine), job.communicator());
  mpi::solver::rank_space<double> const where(a, on);
  mpi::solver::matrix_map<double> const map(where, a);

  solution found;
  found.entries = a.entries();
  std::vector<double> x(static_cast<std::size_t>(own.count));
  found.how = job.together([&] {
    auto const own_b = std::span(b).subspan(static_cast<std::size_t>(own.first), x.size());
    auto how = solve(options, where, map, a.local(), own_b, x, job.is_first() && !wanted.output.quiet);
    static_cast<void>(where.largest(0));  // so that no rank goes on where one has noted a problem
    return how;
  });
  found.x = gathered(rows, x, job);
  job.together([&] {
    if (!job.is_first()) return true;
    found.right_hand_side_norm = isobit::nrm2(b, on);
    publish(found, options, wanted.output);
    return true;
  });
  return found.how.converged() ? exit_code::success : exit_code::unconverged;
}

}  // namespace isobit::tool
