#include "solve.hpp"

#include <algorithm>
#include <memory>

#include <isobit/driver/threads.hpp>
#include <isobit/instruction_set.hpp>
#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/solver.hpp>
#include <isobit/mpi/sparse_assemble.hpp>
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

constexpr std::size_t longest_message = std::size_t{1} << 28;  // numbers, which an int counts

void send(std::span<double const> numbers, int to, ranks const& job) {
  for (; !numbers.empty(); numbers = numbers.subspan(std::min(longest_message, numbers.size())))
    check(MPI_Send(numbers.data(), static_cast<int>(std::min(longest_message, numbers.size())), MPI_DOUBLE, to, 0,
                   job.communicator()),
          "MPI_Send");
}

void receive(std::span<double> numbers, int from, ranks const& job) {
  for (; !numbers.empty(); numbers = numbers.subspan(std::min(longest_message, numbers.size())))
    check(MPI_Recv(numbers.data(), static_cast<int>(std::min(longest_message, numbers.size())), MPI_DOUBLE, from, 0,
                   job.communicator(), MPI_STATUS_IGNORE),
          "MPI_Recv");
}

/// The elements of a vector that a rank has.
template <class T> std::span<T> part_of(std::span<T> all, row_distribution const& rows, int rank) {
  auto const [first, count] = rows_of(rows, rank);
  return all.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
}

/// All elements of a vector, on the first rank; nothing on the others.
std::vector<double> gathered(row_distribution const& rows, std::span<double const> mine, ranks const& job) {
  if (!job.is_first()) {
    send(mine, 0, job);
    return {};
  }
  std::vector<double> all(mine.begin(), mine.end());
  all.resize(static_cast<std::size_t>(rows.rows()));
  for (int rank = 1; rank < rows.ranks(); ++rank) receive(part_of(std::span(all), rows, rank), rank, job);
  return all;
}

/// Gives each rank its elements of a vector that the first one has.
void scatter(row_distribution const& rows, std::span<double const> all, std::span<double> mine, ranks const& job) {
  if (!job.is_first()) return receive(mine, 0, job);
  for (int rank = 1; rank < rows.ranks(); ++rank) send(part_of(all, rows, rank), rank, job);
  std::ranges::copy(part_of(all, rows, 0), mine.begin());
}

using distributed = mpi::sparse::distributed_matrix<double>;

/// Each rank reads its share of the lines, and what they name goes to the ranks that own the rows. An array, and a file
/// in which something is wrong, every rank reads from the start: so a message names the line that it names anywhere.
std::unique_ptr<distributed> read_matrix(market_file& matrix, std::string const& path, row_distribution const& rows,
                                         threads const& on, ranks const& job) {
  if (!matrix.about().is_array) {
    auto const mine = job.together([&] { return matrix.read_share<double>(job.part()); });
    bool const readable = job.least(mine ? 1 : 0) == 1;
    auto const lines = job.sum(mine ? static_cast<std::uint64_t>(mine->lines) : 0);
    if (readable && lines == static_cast<std::uint64_t>(matrix.about().entries))
      return job.together([&] {
        return std::make_unique<distributed>(
            mpi::sparse::from_triplets<double>(rows, mine->rows, mine->columns, mine->values, job.communicator(), on));
      });
  }
  own_rows const own = rows_of(rows, static_cast<int>(job.part().index));
  auto mine = job.together([&] {
    progress silent(0, false);
    return market_file(path, silent).read_rows<double>(own.first, own.count, on);
  });
  return job.together([&] { return std::make_unique<distributed>(rows, rows, std::move(mine), job.communicator()); });
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

  auto const rows = row_distribution::even(matrix->about().rows, static_cast<int>(job.part().count));
  auto const a = read_matrix(*matrix, options.matrix, rows, on, job);
  auto const b = job.together(
      [&] { return job.is_first() ? right_hand_side->read_dense<double>().values : std::vector<double>(); });
  auto const own = static_cast<std::size_t>(rows.count(static_cast<int>(job.part().index)));
  auto own_b = job.together([&] { return std::vector<double>(own); });
  scatter(rows, b, own_b, job);
  auto const where = job.together([&] { return std::make_unique<mpi::solver::rank_space<double>>(*a, on); });
  mpi::solver::matrix_map<double> const map(*where, *a);

  solution found;
  found.entries = a->entries();
  std::vector<double> x(own);
  found.how = job.together([&] {
    auto how = solve(options, *where, map, a->local(), own_b, x, job.is_first() && !wanted.output.quiet);
    static_cast<void>(where->largest(0));  // so that no rank goes on where one has noted a problem
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
