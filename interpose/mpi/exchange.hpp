#pragma once

#include <vector>

#include "arithmetic/columns.hpp"
#include "reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

// The MPI's collectives with counts that may be large where the MPI has such calls.
#if MPI_VERSION >= 4
using count_type = MPI_Count;
using displacement_type = MPI_Aint;
#define ISOBIT_EXCHANGE(Name) REAL(Name##_c)
#else
using count_type = int;
using displacement_type = int;
#define ISOBIT_EXCHANGE(Name) REAL(Name)
#endif

/// Where the pieces for and from each rank lie, in elements.
struct layout {
  std::vector<count_type> counts;
  std::vector<displacement_type> firsts;

  static layout of(std::span<std::size_t const> counts);
  /// As many for every rank.
  static layout even(int ranks, std::size_t count);
};

/// All contributions to this rank's results, a row a rank, in one nonblocking exchange: the inputs of one reduction on
/// every rank that wants a result of it. The rows are as long as `row_length` says.
class gathering {
public:
  explicit gathering(reduction const& call);
  /// Room for all rows.
  [[nodiscard]] std::size_t bytes() const noexcept { return rows_ * row_length_ * call_.type.size(); }

  int run(void* buffer) const;
  int start(void* buffer, MPI_Request* request) const;
#if MPI_VERSION >= 4
  int prepare(void* buffer, MPI_Info info, MPI_Request* request);
#endif
  /// The rows that this rank's results are made of.
  [[nodiscard]] rows received(void const* buffer) const noexcept;

private:
  enum class way { to_all, to_root, to_owner };
  reduction const& call_;
  way way_;
  std::size_t rows_;        // that this rank receives
  std::size_t row_length_;  // in elements
  layout sent_, received_;  // of to_owner
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
