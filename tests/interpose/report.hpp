#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <mpi.h>

#include "communicators.hpp"

/// What goes wrong, on which rank, and how the program ends.
namespace conformance {

class report {
public:
  void fail(std::string const& what, std::string const& why) {
    if (++failures_ > most_shown) return;
    std::printf("rank %d of %d: %s: %s\n", rank_in(MPI_COMM_WORLD), size_of(MPI_COMM_WORLD), what.c_str(), why.c_str());
    std::fflush(stdout);
  }
  void check(bool right, std::string const& what, std::string const& why) {
    ++checks_;
    if (!right) fail(what, why);
  }

  /// Finalises. The exit status is the same on all ranks.
  [[nodiscard]] int finish() {
    int mine[2] = {failures_, -checks_}, worst[2] = {};
    MPI_Allreduce(mine, worst, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank_in(MPI_COMM_WORLD) == 0)
      std::printf("%d checks on the rank with the fewest, %d failures on the rank with the most\n", -worst[1],
                  worst[0]);
    std::fflush(stdout);
    MPI_Finalize();
    return worst[0] == 0 && worst[1] < 0 ? 0 : 1;
  }

private:
  static constexpr int most_shown = 10;
  int failures_ = 0;
  int checks_ = 0;
};

/// ISOBIT_TEST_SEED, or the usual one; printed.
inline std::uint64_t seed() {
  char const* const text = std::getenv("ISOBIT_TEST_SEED");
  std::uint64_t const value = text != nullptr ? std::strtoull(text, nullptr, 0) : 20241;
  if (rank_in(MPI_COMM_WORLD) == 0) std::printf("ISOBIT_TEST_SEED=%llu\n", static_cast<unsigned long long>(value));
  return value;
}

}  // namespace conformance
