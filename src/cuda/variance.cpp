#include <isobit/cuda/moments.hpp>

#include "cuda/instantiate.hpp"
#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

template <class Result, class T>
void start(call const& here, vector_view<T const> const& values, std::size_t removed, Result* result) {
  auto const n = values.count();
  auto& sum = here.memory().sum[0];
  // Squares of floats have a state of the same kind, which must be another one.
  auto& squares = here.memory().template states<product_state<T>>()[1];
  reduce_values(here, values, change::nothing, added_to(sum, n));
  reduce_products(here, values, values, false, added_to(squares, n));
  finish_variance(here, sum, squares, n, removed, result);
}

}  // namespace

template <class Result, class T>
Result variance(on_stream const& on, vector_view<T const> const& values, std::size_t removed) {
  return fetched<Result>(on, [&](call const& here, Result* to) { start(here, values, removed, to); });
}
template <class Result, class T>
void variance_to(on_stream const& on, vector_view<T const> const& values, std::size_t removed, Result* result) {
  left(on, result, [&](call const& here, Result* to) { start(here, values, removed, to); });
}

#define ISOBIT_INSTANTIATE(Result, T)                                                           \
  template Result variance<Result>(on_stream const&, vector_view<T const> const&, std::size_t); \
  template void variance_to(on_stream const&, vector_view<T const> const&, std::size_t, Result*);
ISOBIT_FOR_REAL_RESULTS(ISOBIT_INSTANTIATE)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
