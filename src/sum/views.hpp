#pragma once

#include <isobit/sum/accumulate.hpp>
#include <isobit/view/buffered.hpp>
#include <isobit/view/vector_view.hpp>

#include "sum/reduce.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <class T> inline constexpr bool kernels_read = std::same_as<T, double> || std::same_as<T, float>;

template <class T> bool is_direct(vector_view<T const> const& view) noexcept {
  return kernels_read<T> && is_aligned(view.data) && (view.stride == 1 || view.count() <= 1);
}

/// The exact sum over a view that needs gathering: add(state, buffer, count) takes the blocks.
template <class State, class T, class Add>
State accumulate_gathered(driver_ref const& on, vector_view<T const> const& view, Add add) {
  return merge_parts(State(), on, view.count(), [&](State& state, std::size_t first, std::size_t count) {
    for_each_block(view, first, count, [&](auto block) { add(state, block.data(), block.size()); });
  });
}

/// The terms of the tiers for an element type.
template <class T> struct terms;
template <> struct terms<double> {
  using values = summation::f64_values;
  using magnitudes = summation::f64_magnitudes;
  using products = summation::f64_products;
};
template <> struct terms<float> {
  using values = summation::f32_values;
  using magnitudes = summation::f32_magnitudes;
  using products = summation::f32_products;
};
template <> struct terms<float16> : terms<float> {};
template <> struct terms<bfloat16> : terms<float> {};

/// The exact sum of the negatives of a view's elements: the imaginary parts of a conjugated one.
template <class T> exact exact_negated_sum(driver_ref const& on, vector_view<T const> const& view) {
  auto const& machine = summation::machine_for<typename terms<T>::values>();
  return merge_parts(exact(), on, view.count(), [&](exact& state, std::size_t first, std::size_t count) {
    buffered_real<T> buffer[gather_size];
    for (std::size_t i = 0; i < count; i += gather_size) {
      std::size_t const n = std::min(gather_size, count - i);
      gather(view, first + i, n, buffer);
      std::transform(buffer, buffer + n, buffer, negated<buffered_real<T>>);
      summation::add_in_standard_environment(machine, typename terms<T>::values{buffer}, n, state);
    }
  });
}

/// finish(the exact sum of a one-operand term over a view that needs gathering). Out of line: what it has in memory
/// would cost a short sum more than its additions.
template <class Term, class T, class Finish>
[[gnu::noinline]] typename Finish::result reduce_gathered(driver_ref const& on, vector_view<T const> const& view,
                                                          Finish finish) {
  auto const& machine = summation::machine_for<Term>();
  return finish(accumulate_gathered<exact>(on, view, [&](exact& state, auto const* buffer, std::size_t n) {
    summation::add_in_standard_environment(machine, Term{buffer}, n, state);
  }));
}

/// finish(the exact sum of a one-operand term over the view).
template <class Term, class T, class Finish>
typename Finish::result reduce_view(driver_ref const& on, vector_view<T const> const& view, Finish finish) {
  if constexpr (kernels_read<T>)
    if (is_direct(view)) return summation::reduce(on, Term{view.data}, view.count(), finish);
  return reduce_gathered<Term>(on, view, finish);
}

/// The exact sum of the products of two views, or of their negatives.
template <class T>
product_state<T> accumulate_products(driver_ref const& on, vector_view<T const> const& x, vector_view<T const> const& y,
                                     bool negative = false) {
  using term = typename terms<T>::products;
  auto const& machine = summation::machine_for<term>();
  if constexpr (kernels_read<T>)
    if (!negative && is_direct(x) && is_direct(y))
      return summation::accumulate_in_parts(machine, on, term{x.data, y.data}, x.count());
  return merge_parts(product_state<T>(), on, x.count(),
                     [&](product_state<T>& state, std::size_t first, std::size_t count) {
                       buffered_real<T> left[gather_size], right[gather_size];
                       for (std::size_t i = 0; i < count; i += gather_size) {
                         std::size_t const n = std::min(gather_size, count - i);
                         gather(x, first + i, n, left);
                         gather(y, first + i, n, right);
                         if (negative) std::transform(left, left + n, left, negated<buffered_real<T>>);
                         summation::add_in_standard_environment(machine, term{left, right}, n, state);
                       }
                     });
}

/// finish(the exact sum of the products of two views).
template <class T, class Finish>
typename Finish::result reduce_products(driver_ref const& on, vector_view<T const> const& x,
                                        vector_view<T const> const& y, Finish finish) {
  if constexpr (kernels_read<T>)
    if (is_direct(x) && is_direct(y))
      return summation::reduce(on, typename terms<T>::products{x.data, y.data}, x.count(), finish);
  return finish(accumulate_products(on, x, y));
}

}  // namespace detail
ISOBIT_NAMESPACE_END
