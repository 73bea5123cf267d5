#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <isobit/isobit.hpp>

namespace weather {

/// How the numbers of all ranks are added up.
enum class summation {
  exact,  ///< by isobit: the exact sum, rounded once
  plain,  ///< as programs usually do: a loop over a rank's own numbers, then MPI_Allreduce
};

/// What the model asks of the other ranks. ranks_mpi.cpp asks them over MPI; ranks_alone.cpp, for builds without MPI,
/// is a rank that is alone. All ranks make the same calls.
class ranks {
public:
  ranks(int& argument_count, char**& arguments);
  ~ranks();
  ranks(ranks const&) = delete;
  ranks& operator=(ranks const&) = delete;

  [[nodiscard]] std::size_t rank() const { return rank_; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Sends to one rank while receiving as much from another; either may be the rank itself, or decomposition::nobody.
  void exchange(std::span<double const> sent, int to, std::span<double> received, int from) const;

  /// The sum of each field over the cells of all ranks, the same on every rank.
  [[nodiscard]] std::vector<double> sums(std::span<std::span<double const> const> fields, summation how,
                                         isobit::driver_ref const& on) const;

  /// The largest number of all ranks, none of which is NaN: the order cannot show.
  [[nodiscard]] double maximum(double mine) const;

  /// Every rank's numbers, on rank 0; nothing on the others.
  [[nodiscard]] std::vector<std::vector<double>> gather(std::span<double const> mine,
                                                        std::span<std::size_t const> counts) const;

  /// What may fail on some ranks only, such as reading a file: where one throws, every rank throws the same.
  void together(std::function<void()> const& work) const;

private:
  std::size_t rank_ = 0, size_ = 1;
};

/// The sum that `summation::plain` begins with.
inline double plain_sum(std::span<double const> values) {
  double total = 0;
  for (double const value : values) total += value;
  return total;
}

}  // namespace weather
