#pragma once

#include <vector>

#include "reduction/native.hpp"
#include "sum/exact_limbs.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Exact sums as whole accumulators, which the MPI adds up as integers: one reduction of the program's own form, whose
/// size does not grow with the number of ranks.
class limb_exchange {
public:
  /// Sums of floats and doubles, by rule::exact.
  static bool takes(reduction const& call) noexcept;
  static constexpr std::size_t bytes_of_a_number = sizeof(summation::exact_limbs<exact>);

  explicit limb_exchange(reduction const& call);
  template <class Manner> int run(Manner manner) const { return sums().run(manner); }
  void finish(void* result) const;

private:
  [[nodiscard]] native_reduction sums() const;

  reduction const& call_;
  std::vector<summation::exact_limbs<exact>> mine_;
  mutable std::vector<summation::exact_limbs<exact>> merged_;
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
