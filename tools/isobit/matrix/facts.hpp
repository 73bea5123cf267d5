#pragma once

#include <optional>

#include "market_file.hpp"

namespace isobit::tool {

/// What there is to know about a matrix at a look.
struct matrix_facts {
  using count = std::int64_t;

  count rows = 0, columns = 0;
  count entries = 0;                      ///< that are stored
  count fewest = 0, most = 0, empty = 0;  ///< entries in a row; rows without any
  count zeros = 0, not_finite = 0;        ///< of the entries
  count diagonal = 0, zero_diagonal = 0;  ///< entries on the diagonal, and those of them that are zero
  count below = 0, above = 0;             ///< how far from the diagonal there are entries
  bool has_symmetric_pattern = false;     ///< wherever there is an entry there is one on the other side
  bool is_symmetric = false, is_skew_symmetric = false, is_hermitian = false;
  /// floor(log2) of the magnitudes of numbers other than zero, parts of complex ones.
  std::optional<int> least_exponent, largest_exponent;
  /// The largest sum of magnitudes in a column, and in a row; of real matrices. Each is correctly rounded.
  std::optional<double> norm_1, norm_infinity;
  double norm_frobenius = 0;
};

template <class T> matrix_facts facts_of(sparse_matrix<T> const& a, driver_ref const& on);

}  // namespace isobit::tool
