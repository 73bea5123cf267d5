#pragma once

#include <span>
#include <vector>

#include "base/columns.hpp"
#include "reduction/collective.hpp"
#include "reduction/reduction.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// How numbers travel: as integers of their size. So no exchange depends on types that the program may free, or on how
/// well an MPI knows the rarer ones.
struct carrier {
  MPI_Datatype type;
  std::size_t per_element;

  static carrier of(element numbers) {
    std::size_t const size = numbers.size();
    return size == 4 ? carrier{MPI_UINT32_T, 1} : carrier{MPI_UINT64_T, size / 8};
  }
};

/// Where the pieces for and from each rank lie, in units of the carrier.
struct layout {
  std::vector<count_type> counts;
  std::vector<displacement_type> firsts;

  static layout of(std::span<std::size_t const> elements, carrier by);
  /// As many for every rank.
  static layout even(int ranks, std::size_t elements, carrier by);
};

/// All contributions to this rank's results, a row a rank, in one exchange.
class gathering {
public:
  explicit gathering(reduction const& call);
  /// Room for all rows.
  [[nodiscard]] std::size_t bytes() const noexcept { return rows_ * row_length_ * call_.type.size(); }
  /// The exchange, in one of the manners of collective.hpp.
  template <class Manner> int run(void* buffer, Manner manner) const;
  /// The rows that this rank's results are made of.
  [[nodiscard]] rows received(void const* buffer) const noexcept;

private:
  enum class way { to_all, to_root, to_owner };
  reduction const& call_;
  carrier by_;
  way way_;
  std::size_t rows_;        // that this rank receives
  std::size_t row_length_;  // in elements
  layout sent_, received_;  // of to_owner, and of what is prepared
};

}  // namespace interpose
ISOBIT_NAMESPACE_END
