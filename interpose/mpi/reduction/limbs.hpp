#pragma once

#include <cstdint>
#include <vector>

#include "reduction/native.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Exact sums as whole accumulators, which the MPI adds up as integers: one reduction of the program's own form, whose
/// size does not grow with the number of ranks.
class limb_exchange {
public:
  /// Sums of floats and doubles, by rule::exact.
  static bool takes(reduction const& call) noexcept;
  static constexpr std::size_t bytes_of_a_number = 74 * sizeof(std::int64_t);

  explicit limb_exchange(reduction const& call);
  template <class Manner> int run(Manner manner) const { return sums().run(manner); }
  void finish(void* result) const;

private:
  [[nodiscard]] native_reduction sums() const;

  reduction const& call_;
  std::vector<std::int64_t> mine_;
  mutable std::vector<std::int64_t> merged_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
