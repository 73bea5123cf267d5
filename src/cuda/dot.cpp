#include <isobit/cuda/dot.hpp>

#include "cuda/instantiate.hpp"
#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

template <class T> void require_same_size(vector_view<T const> const& x, vector_view<T const> const& y) {
  if (x.size != y.size) throw error(status::invalid_argument, "isobit::cuda::dot: the two vectors differ in length");
}

template <class Result, class T>
void start(call const& here, vector_view<T const> const& x, vector_view<T const> const& y, Result* result) {
  require_same_size(x, y);
  reduce_products(here, x, y, false, rounded_to(result, x.count()));
}

/// Four sums of real products, in two states.
template <class Result, class T>
void start(call const& here, vector_view<std::complex<T> const> const& x, vector_view<std::complex<T> const> const& y,
           std::complex<Result>* result) {
  require_same_size(x, y);
  here.require_elements(x);
  here.require_elements(y);
  auto& states = here.memory().template states<product_state<T>>();
  auto* const part = reinterpret_cast<Result*>(result);
  using isobit::detail::imaginary_view, isobit::detail::real_view;
  auto const n = x.count();
  reduce_products(here, real_view(x), real_view(y), false, added_to(states[0], n));
  reduce_products(here, imaginary_view(x), imaginary_view(y), x.conjugate == y.conjugate, added_to(states[0], n));
  reduce_products(here, imaginary_view(x), real_view(y), x.conjugate, added_to(states[1], n));
  reduce_products(here, imaginary_view(y), real_view(x), y.conjugate, added_to(states[1], n));
  finish_state(here, states[0], true, rounded_to(part, n));
  finish_state(here, states[1], true, rounded_to(part + 1, n));
}

}  // namespace

template <class Result, class T>
Result dot(on_stream const& on, vector_view<T const> const& x, vector_view<T const> const& y) {
  return fetched<Result>(on, [&](call const& here, Result* to) { start(here, x, y, to); });
}
template <class Result, class T>
void dot_to(on_stream const& on, vector_view<T const> const& x, vector_view<T const> const& y, Result* result) {
  left(on, result, [&](call const& here, Result* to) { start(here, x, y, to); });
}

#define ISOBIT_INSTANTIATE(Result, T)                                                                      \
  template Result dot<Result>(on_stream const&, vector_view<T const> const&, vector_view<T const> const&); \
  template void dot_to(on_stream const&, vector_view<T const> const&, vector_view<T const> const&, Result*);
ISOBIT_FOR_REAL_RESULTS(ISOBIT_INSTANTIATE)
ISOBIT_FOR_COMPLEX_RESULTS(ISOBIT_INSTANTIATE)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
