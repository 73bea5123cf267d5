#include "local_sum.hpp"

#include <isobit/isobit.hpp>

namespace isobit::fortran {
namespace {

template <class State, class T> State local_sum_of(array const& x, array const* weights, array const* mask) {
  vector_view<T const> numbers, factors;
  if (mask == nullptr && view_of(x, numbers)) {
    if (weights == nullptr) return State(exact_sum(numbers, serial()));
    if constexpr (State::holds_products)
      if (view_of(*weights, factors)) return State(exact_dot(numbers, factors, serial()));
  }
  State state;
  if (weights == nullptr)
    gather<T, 1>({x}, mask, [&](auto const& s) { state.add(s[0]); });
  else if constexpr (State::holds_products)
    gather<T, 2>({x, *weights}, mask, [&](auto const& s) { state.add_products(s[0], s[1]); });
  return state;
}

}  // namespace

template <class State> State local_sum(kind k, array const& x, array const* weights, array const* mask) {
  return for_kind(k, [&]<class T>(type<T>, bool) { return local_sum_of<State, T>(x, weights, mask); });
}

template exact local_sum(kind, array const&, array const*, array const*);
template exact_product local_sum(kind, array const&, array const*, array const*);

}  // namespace isobit::fortran
