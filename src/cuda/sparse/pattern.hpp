#pragma once

#include <isobit/cuda/sparse_assemble.hpp>

#include "cuda/call.hpp"

/// The kernels that find out which contributions belong to which entry of a matrix.
ISOBIT_NAMESPACE_BEGIN
namespace cuda::sparse {

/// The number of the first contribution whose index is not among the first `end`; as many as there are where none is.
template <class Index> std::int64_t first_outside(place const& here, std::span<Index const> indices, std::int64_t end);

/// Which contributions, sorted by their places, begin an entry, and what comes from that. Precondition: all indices
/// are within the matrix, some contributions exist, and places fit 64 bits.
template <class Index>
detail::sorted_places<Index> sort_contributions(place const& here, index rows, index columns, std::span<Index const> i,
                                                std::span<Index const> j);

}  // namespace cuda::sparse
ISOBIT_NAMESPACE_END
