#include <isobit/cuda/moments.hpp>
#include <isobit/cuda/sum.hpp>

#include "cuda/instantiate.hpp"
#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

template <class Result, class T>
void start(call const& here, vector_view<T const> const& values, finishing what, Result* result) {
  reduce_values(here, values, change::nothing, rounded_to(result, values.count(), what));
}
template <class Result, class T>
void start(call const& here, vector_view<std::complex<T> const> const& values, finishing what,
           std::complex<Result>* result) {
  auto* const part = reinterpret_cast<Result*>(result);
  here.require_elements(values);
  reduce_values(here, isobit::detail::real_view(values), change::nothing, rounded_to(part, values.count(), what));
  reduce_values(here, isobit::detail::imaginary_view(values), values.conjugate ? change::negation : change::nothing,
                rounded_to(part + 1, values.count(), what));
}

}  // namespace

template <class Result, class T> Result sum(on_stream const& on, vector_view<T const> const& values) {
  return fetched<Result>(on, [&](call const& here, Result* to) { start(here, values, finishing::round, to); });
}
template <class Result, class T> void sum_to(on_stream const& on, vector_view<T const> const& values, Result* result) {
  left(on, result, [&](call const& here, Result* to) { start(here, values, finishing::round, to); });
}
template <class Result, class T> Result mean(on_stream const& on, vector_view<T const> const& values) {
  return fetched<Result>(on, [&](call const& here, Result* to) { start(here, values, finishing::mean, to); });
}
template <class Result, class T> void mean_to(on_stream const& on, vector_view<T const> const& values, Result* result) {
  left(on, result, [&](call const& here, Result* to) { start(here, values, finishing::mean, to); });
}

#define ISOBIT_INSTANTIATE(Result, T)                                           \
  template Result sum<Result>(on_stream const&, vector_view<T const> const&);   \
  template void sum_to(on_stream const&, vector_view<T const> const&, Result*); \
  template Result mean<Result>(on_stream const&, vector_view<T const> const&);  \
  template void mean_to(on_stream const&, vector_view<T const> const&, Result*);
ISOBIT_FOR_REAL_RESULTS(ISOBIT_INSTANTIATE)
ISOBIT_FOR_COMPLEX_RESULTS(ISOBIT_INSTANTIATE)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
