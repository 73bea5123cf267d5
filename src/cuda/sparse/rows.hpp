#pragma once

#include <cstdint>

#include "cuda/call.hpp"

/// What the kernels for sparse matrices are told. They are compiled for either width of indices at once, since memory
/// is what they wait for.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// Integers of 32 or 64 bits in device memory.
struct index_array {
  void const* data = nullptr;
  bool wide = false;

  index_array() = default;
  index_array(std::int32_t const* data_) : data(data_) {}
  index_array(std::int64_t const* data_) : data(data_), wide(true) {}
};

/// Rows, each a sum of products.
template <class T> struct row_sums {
  long long rows = 0, entries = 0;
  index_array offsets;        ///< null: all rows are empty
  index_array indices;        ///< below 2^32
  T const* values = nullptr;  ///< null: all are 1
  T const* x = nullptr;       ///< null: 1 for the row's own number, else 0
};

/// y = alpha*sum + beta*y. y is not read for beta = 0.
template <class T> struct row_results {
  T alpha, beta;
  T* y;
};

/// The rows that were left open, in device memory. Both counts are zero between calls.
struct open_rows {
  std::uint64_t count, finished;  ///< rows; blocks
  long long row[1];               ///< and more behind it

  static std::size_t bytes_for(long long rows) noexcept {
    return sizeof(open_rows) + static_cast<std::size_t>(rows) * sizeof(long long);
  }
};

/// The memory that open rows of a stream need.
class open_rows_memory {
public:
  open_rows_memory(place const& here, long long rows);
  [[nodiscard]] open_rows* get() const noexcept { return static_cast<open_rows*>(memory_.data()); }

private:
  kept_memory memory_;
};

/// Starts the kernels that round all rows.
template <class T>
void start_rows(place const& here, row_sums<T> const& of, row_results<T> const& to, open_rows_memory const& open);

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
