#include <isobit/cuda/norm.hpp>

#include "cuda/instantiate.hpp"
#include "cuda/reductions.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::detail {

namespace {

template <class Result, class T>
void start(call const& here, norm which, vector_view<T const> const& values, Result* result) {
  auto const n = values.count();
  if (which == norm::magnitudes)
    reduce_values(here, values, change::magnitude, rounded_to(result, n));
  else
    reduce_products(here, values, values, false,
                    rounded_to(result, n, which == norm::squares ? finishing::round : finishing::root));
}

/// Parts of complex numbers are as many real ones, where they lie together; else each part goes to a state.
template <class Result, class T>
void start(call const& here, norm which, vector_view<std::complex<T> const> const& values, Result* result) {
  here.require_elements(values);
  using isobit::detail::imaginary_view, isobit::detail::real_view;
  auto const n = values.count();
  if (values.stride == 1 || n <= 1) {
    auto const* const numbers = reinterpret_cast<T const*>(values.data);
    return start(here, which, vector_view<T const>(numbers, 2 * values.size), result);
  }
  if (which == norm::magnitudes) {
    auto& state = here.memory().template states<exact>()[0];
    reduce_values(here, real_view(values), change::magnitude, added_to(state, n));
    reduce_values(here, imaginary_view(values), change::magnitude, added_to(state, n));
    return finish_state(here, state, true, rounded_to(result, n));
  }
  auto& state = here.memory().template states<product_state<T>>()[0];
  reduce_products(here, real_view(values), real_view(values), false, added_to(state, n));
  reduce_products(here, imaginary_view(values), imaginary_view(values), false, added_to(state, n));
  finish_state(here, state, true, rounded_to(result, n, which == norm::squares ? finishing::round : finishing::root));
}

}  // namespace

template <class Result, class T>
Result reduce_norm(on_stream const& on, norm which, vector_view<T const> const& values) {
  return fetched<Result>(on, [&](call const& here, Result* to) { start(here, which, values, to); });
}
template <class Result, class T>
void reduce_norm_to(on_stream const& on, norm which, vector_view<T const> const& values, Result* result) {
  left(on, result, [&](call const& here, Result* to) { start(here, which, values, to); });
}

#define ISOBIT_INSTANTIATE(Result, T)                                                       \
  template Result reduce_norm<Result>(on_stream const&, norm, vector_view<T const> const&); \
  template void reduce_norm_to(on_stream const&, norm, vector_view<T const> const&, Result*);
ISOBIT_FOR_REAL_RESULTS(ISOBIT_INSTANTIATE)
ISOBIT_INSTANTIATE(double, std::complex<double>)
ISOBIT_INSTANTIATE(float, std::complex<double>)
ISOBIT_INSTANTIATE(double, std::complex<float>)
ISOBIT_INSTANTIATE(float, std::complex<float>)

}  // namespace cuda::detail
ISOBIT_NAMESPACE_END
