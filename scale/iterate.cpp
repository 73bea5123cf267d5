// iterate methods=LIST total=LIST [calibration=FILE] [iterations=N]
//
// Run by smpirun: conjugate gradients on a grid of total^3 points, cut into a box for each of 2^k ranks. Prints as CSV
// how long an iteration takes on the simulated machine, and a hash of the bits of all residuals. Without a calibration
// only communication takes time. Both methods wait for their neighbours' numbers before they multiply.

#include <bit>
#include <cinttypes>
#include <cstdio>
#include <exception>
#include <string>

#include <isobit/mpi.hpp>

#include "box_space.hpp"
#include "calibration.hpp"
#include "common/arguments.hpp"
#include "common/hash.hpp"
#include "simulation.hpp"

namespace {

using scale::box, scale::charge, scale::messages;

/// Sends every neighbour what it reads of x, and puts what they send behind the box's own.
void exchange(box const& of, std::span<double> x) {
  std::vector<MPI_Request> requests;
  std::vector<std::vector<double>> outgoing;
  for (auto const& face : of.faces) {
    auto& numbers = outgoing.emplace_back();
    for (std::size_t const place : face.sent) numbers.push_back(x[place]);
    int const count = static_cast<int>(numbers.size());
    MPI_Irecv(&x[face.first_ghost], count, MPI_DOUBLE, face.neighbour, 0, MPI_COMM_WORLD,
              &requests.emplace_back(MPI_REQUEST_NULL));
    MPI_Isend(numbers.data(), count, MPI_DOUBLE, face.neighbour, 0, MPI_COMM_WORLD,
              &requests.emplace_back(MPI_REQUEST_NULL));
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

struct local_work {
  double iteration;    // all but messages
  double merge_a_sum;  // all levels of a reduction
};

std::vector<double> iterate(std::string const& method, box const& of, local_work const& work, int iterations,
                            scale::after_each const& after) {
  auto const fetch_ghosts = [&](std::span<double> x) {
    charge(work.iteration);
    exchange(of, x);
  };
  if (method == "plain")
    return plain_iterations(of,
                            {fetch_ghosts,
                             [](std::span<double> sums) {
                               MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE,
                                             MPI_SUM, MPI_COMM_WORLD);
                             }},
                            iterations, after);
  if (method != "exact") throw std::runtime_error("iterate: there is no method " + method);
  isobit::mpi::detail::communicator const comm(MPI_COMM_WORLD, "iterate");
  isobit::mpi::detail::window_guess guess;
  return exact_iterations(of,
                          {fetch_ghosts,
                           [&](scale::exact_sums sums) {
                             isobit::mpi::detail::merge_exact(comm, sums, nullptr, "iterate", guess);
                             charge(static_cast<double>(sums.size()) * work.merge_a_sum);
                           }},
                          iterations, after);
}

void run(scale::options const& given) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (!std::has_single_bit(static_cast<unsigned>(ranks)))
    throw std::runtime_error("iterate: the number of ranks must be a power of two");
  auto const known = scale::calibration::of_file(given.at("calibration"));
  int const iterations = std::stoi(given.at("iterations"));
  auto const sides = scale::sides_of(ranks);
  if (rank == 0) std::puts(scale::csv_header);
  for (auto const& side : common::words(given.at("total"))) {
    int const points = std::stoi(side);
    box const mine({points / sides[0], points / sides[1], points / sides[2]}, sides, rank);
    auto const rows = static_cast<std::size_t>(mine.matrix.rows);
    for (auto const& method : common::words(given.at("methods"))) {
      local_work const work{known.seconds("cg-" + method, rows),
                            method == "plain" ? 0 : known.seconds("window/merge", 1) * scale::levels_of(ranks)};
      double first = 0, last = 0;
      auto const history = iterate(method, mine, work, iterations, [&](int done) {
        (done == 0 ? first : last) = MPI_Wtime();
        return true;
      });
      common::fnv1a hash;
      for (double const residual : history) hash.add(std::bit_cast<std::uint64_t>(residual));
      double const local = work.iteration + 3 * work.merge_a_sum;
      scale::print_row(static_cast<std::size_t>(mine.all_rows), method, (last - first) / iterations, local,
                       hash.value());
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return scale::main_of(argc, argv, "iterate",
                        {{"methods", "plain"}, {"total", ""}, {"calibration", ""}, {"iterations", "8"}}, run);
}
