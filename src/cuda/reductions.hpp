#pragma once

#include "cuda/call.hpp"
#include "cuda/finishing.hpp"

/// What kernels there are: each is started on the call's stream and finishes as asked for.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The state that sums of products of T need.
template <class T> using product_state = std::conditional_t<std::is_same_v<T, double>, exact_product, exact>;

/// What is done to each element first.
enum class change { nothing, magnitude, negation };

/// The sum of the elements.
template <class T>
void reduce_values(call const& here, vector_view<T const> const& x, change how, finish_request const& request);
/// The sum of products, the first factors negated if so told.
template <class T>
void reduce_products(call const& here, vector_view<T const> const& x, vector_view<T const> const& y, bool negate,
                     finish_request const& request);
/// Finishes a state, and clears it if so told.
template <class State>
void finish_state(place const& here, device_state<State>& state, bool clear, finish_request const& request);
/// The variance of a sum and a sum of squares, both of which are cleared.
template <class Result, class State>
void finish_variance(call const& here, device_state<exact>& sum, device_state<State>& squares, std::uint64_t count,
                     std::uint64_t removed, Result* result);

template <class Result>
finish_request rounded_to(Result* result, std::uint64_t count, finishing what = finishing::round) {
  return {what, std::is_same_v<Result, float>, count, result};
}
template <class State> finish_request added_to(device_state<State>& state, std::uint64_t count) {
  return {finishing::state, false, count, &state};
}

}  // namespace cuda
ISOBIT_NAMESPACE_END
