#pragma once

#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>

#include <mpi.h>
#include <smpi/smpi.h>

/// What the programs that smpirun runs have in common.
namespace scale {

/// name=value, for the names that have a value before.
using options = std::map<std::string, std::string>;

inline void parse(int argc, char** argv, std::string const& program, options& given) {
  for (int i = 1; i < argc; ++i) {
    std::string const argument = argv[i];
    auto const equals = argument.find('=');
    if (equals == std::string::npos || !given.contains(argument.substr(0, equals)))
      throw std::runtime_error(program + ": what is " + argument + "? See the head of scale/" + program + ".cpp");
    given[argument.substr(0, equals)] = argument.substr(equals + 1);
  }
}

/// The main function of a program: run(options) between MPI_Init and MPI_Finalize.
template <class Run> int main_of(int argc, char** argv, std::string const& program, options given, Run run) {
  MPI_Init(&argc, &argv);
  try {
    parse(argc, argv, program, given);
    run(given);
  } catch (std::exception const& problem) {
    std::fprintf(stderr, "%s\n", problem.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return 0;
}

/// Local work that takes so long.
inline void charge(double seconds) {
  if (seconds > 0) smpi_execute(seconds);
}

/// How many times a rank merges in a reduction.
inline int levels_of(int ranks) { return std::bit_width(static_cast<unsigned>(ranks - 1)); }

/// All ranks' largest, by a reduction and a broadcast, which simulate faster than an allreduce.
inline double latest(double mine) {
  double result = 0;
  MPI_Reduce(&mine, &result, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Bcast(&result, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return result;
}

/// What rank 0 has to say about everybody's bits.
inline bool same_on_all_ranks(std::uint64_t bits) {
  std::uint64_t const mine[2] = {bits, ~bits};
  std::uint64_t all[2] = {};
  MPI_Reduce(mine, all, 2, MPI_UINT64_T, MPI_BAND, 0, MPI_COMM_WORLD);
  return all[0] == bits && all[1] == ~bits;
}

inline constexpr char const* csv_header = "ranks,elements,method,microseconds,local_microseconds,bits";

/// A row under that header, of the rank that took longest. All ranks call.
inline void print_row(std::size_t elements, std::string const& method, double seconds, double local,
                      std::uint64_t bits) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool const agreed = same_on_all_ranks(bits);
  double const longest = latest(seconds), longest_local = latest(local);
  if (rank == 0)
    std::printf("%d,%zu,%s,%.4f,%.4f,%s%016" PRIx64 "\n", ranks, elements, method.c_str(), longest * 1e6,
                longest_local * 1e6, agreed ? "" : "ranks differ: ", bits);
}

}  // namespace scale
