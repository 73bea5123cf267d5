#include <exception>
#include <stdexcept>
#include <string>

#include <isobit/mpi.hpp>

#include "decomposition.hpp"
#include "ranks.hpp"

namespace weather {
namespace {

int count_of(std::size_t size) { return static_cast<int>(size); }
int partner(int rank) { return rank == decomposition::nobody ? MPI_PROC_NULL : rank; }

}  // namespace

ranks::ranks(int& argument_count, char**& arguments) {
  // The threads of a rank compute; only the one that started them sends.
  int provided = 0, rank = 0, size = 1;
  MPI_Init_thread(&argument_count, &arguments, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = static_cast<std::size_t>(rank);
  size_ = static_cast<std::size_t>(size);
}
ranks::~ranks() { MPI_Finalize(); }

void ranks::exchange(std::span<double const> sent, int to, std::span<double> received, int from) const {
  MPI_Sendrecv(sent.data(), count_of(sent.size()), MPI_DOUBLE, partner(to), 0, received.data(),
               count_of(received.size()), MPI_DOUBLE, partner(from), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

std::vector<double> ranks::sums(std::span<std::span<double const> const> fields, summation how,
                                isobit::driver_ref const& on) const {
  if (how == summation::exact)
    return isobit::mpi::sum(std::vector<isobit::mpi::field<double>>(fields.begin(), fields.end()), MPI_COMM_WORLD, on);
  std::vector<double> totals;
  for (auto const field : fields) totals.push_back(plain_sum(field));
  MPI_Allreduce(MPI_IN_PLACE, totals.data(), count_of(totals.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return totals;
}

double ranks::maximum(double mine) const {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return mine;
}

std::vector<std::vector<double>> ranks::gather(std::span<double const> mine,
                                               std::span<std::size_t const> counts) const {
  if (rank_ != 0) {
    MPI_Send(mine.data(), count_of(mine.size()), MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    return {};
  }
  std::vector<std::vector<double>> all = {std::vector<double>(mine.begin(), mine.end())};
  for (std::size_t other = 1; other < size_; ++other) {
    all.emplace_back(counts[other]);
    MPI_Recv(all.back().data(), count_of(counts[other]), MPI_DOUBLE, count_of(other), 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  }
  return all;
}

void ranks::together(std::function<void()> const& work) const {
  std::string problem;
  try {
    work();
  } catch (std::exception const& thrown) {
    problem = thrown.what();
  }
  int const nobody = count_of(size_);
  int who = problem.empty() ? nobody : count_of(rank_);
  MPI_Allreduce(MPI_IN_PLACE, &who, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (who == nobody) return;
  int length = count_of(problem.size());
  MPI_Bcast(&length, 1, MPI_INT, who, MPI_COMM_WORLD);
  problem.resize(static_cast<std::size_t>(length));
  MPI_Bcast(problem.data(), length, MPI_CHAR, who, MPI_COMM_WORLD);
  throw std::runtime_error(problem);
}

}  // namespace weather
