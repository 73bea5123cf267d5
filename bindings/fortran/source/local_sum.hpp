#pragma once

#include <isobit/sum/exact.hpp>

#include "array.hpp"

namespace isobit::fortran {

/// The exact sum of real numbers, perhaps each times its weight, where a mask is true. Weights and mask may be null.
/// State: exact, or with weights exact_product.
template <class State> State local_sum(kind k, array const& x, array const* weights, array const* mask);

extern template exact local_sum(kind, array const&, array const*, array const*);
extern template exact_product local_sum(kind, array const&, array const*, array const*);

}  // namespace isobit::fortran
