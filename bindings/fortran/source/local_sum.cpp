#include "local_sum.hpp"

#include <isobit/isobit.hpp>

namespace isobit::fortran {
namespace {

/// Elements that lie evenly, as the library's own view; else empty.
template <class T> bool as_view(array const& x, vector_view<T const>& view) {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(T));
  traversal<1> const alone({x});
  if (x.count() < 2 || !alone.is_one_run() || alone.run_stride(0) == 0 || alone.run_stride(0) % size != 0) return false;
  view = vector_view<T const>(reinterpret_cast<T const*>(x.base), alone.run_length(), alone.run_stride(0) / size);
  return true;
}

template <class State, class T> State local_sum_of(array const& x, array const* weights, array const* mask) {
  vector_view<T const> numbers, factors;
  if (mask == nullptr && as_view(x, numbers)) {
    if (weights == nullptr) return State(exact_sum(numbers, serial()));
    if constexpr (State::holds_products)
      if (as_view(*weights, factors)) return State(exact_dot(numbers, factors, serial()));
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
