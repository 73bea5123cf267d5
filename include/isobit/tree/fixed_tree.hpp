#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include <isobit/driver/parts.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/tree/tree_part.hpp>
#include <isobit/view/buffered.hpp>
#include <isobit/view/vector_view.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {

/// Where a piece of n elements is cut for a driver: between whole subtrees of a size that leaves the parts even within
/// an eighth or so.
class tree_cuts {
public:
  tree_cuts(std::size_t parts, std::size_t first, std::size_t count) noexcept
      : parts_(std::clamp<std::size_t>(parts, 1, std::max<std::size_t>(count, 1))), first_(first), count_(count),
        grain_(std::bit_floor(std::max<std::size_t>(count / parts_ / 8, 1))) {}
  [[nodiscard]] std::size_t parts() const noexcept { return parts_; }
  /// The global index at which a part begins; that of part `parts()` is the end.
  [[nodiscard]] std::size_t start(std::size_t part) const noexcept {
    if (part == 0) return first_;
    if (part == parts_) return first_ + count_;
    std::size_t const even = first_ + count_ / parts_ * part + std::min(part, count_ % parts_);
    return std::max(first_, even / grain_ * grain_);
  }

private:
  std::size_t parts_, first_, count_, grain_;
};

/// fill(first, count) for the cuts of a piece, on the driver's threads, each a tree_part; merged.
template <class Part, class Fill> Part merge_tree_parts(driver_ref const& driver, tree_cuts const& cuts, Fill fill) {
  if (cuts.parts() == 1) return fill(cuts.start(0), cuts.start(1) - cuts.start(0));
  std::vector<std::optional<Part>> parts(cuts.parts());
  run_parts(driver, cuts.parts(), [&](std::size_t part) {
    parts[part].emplace(fill(cuts.start(part), cuts.start(part + 1) - cuts.start(part)));
  });
  for (std::size_t part = 1; part < cuts.parts(); ++part) parts[0]->merge(*std::move(parts[part]));
  return *std::move(parts[0]);
}

template <class Values, class Projection>
using projected_value =
    std::remove_cvref_t<std::invoke_result_t<Projection&, std::ranges::range_reference_t<Values const&>>>;

template <class Values>
concept tree_values = std::ranges::random_access_range<Values const&> && std::ranges::sized_range<Values const&>;

}  // namespace detail

/// The values reduced by any binary operation along the binary tree over their indices: element 0 with element 1, 2
/// with 3 and so on, then the pairs, then the fours; what has no partner goes up as it is. The result depends on the
/// values and their number alone, not on the driver, even where the operation is neither associative nor commutative.
/// The operation is compiled by you, with your flags, and called from the calling thread only unless a driver says
/// otherwise; for sums of floating-point numbers there is `tree_sum`. Throws `error` for no elements, and what the
/// operation throws.
///
///     matrix product = isobit::tree_reduce(matrices, std::multiplies<>(), isobit::threads(4));
template <detail::tree_values Values, class Operation, class Projection>
  requires(!std::convertible_to<Projection, driver_ref>)
[[nodiscard]] auto tree_reduce(Values const& values, Operation operation, Projection projection,
                               driver_ref const& on = serial()) {
  using part = tree_part<detail::projected_value<Values, Projection>, Operation>;
  auto const total = static_cast<std::size_t>(std::ranges::size(values));
  if (total == 0)
    throw error(status::invalid_argument,
                "isobit::tree_reduce: no elements; use tree_reduce_or, with the result that no elements have");
  return detail::merge_tree_parts<part>(on, detail::tree_cuts(on.parts(total), 0, total),
                                        [&](std::size_t first, std::size_t count) {
                                          part result(tree_place{first, total}, operation);
                                          result.add_range(values, first, count, projection);
                                          return result;
                                        })
      .result();
}
template <detail::tree_values Values, class Operation>
[[nodiscard]] auto tree_reduce(Values const& values, Operation operation, driver_ref const& on = serial()) {
  return tree_reduce(values, std::move(operation), std::identity(), on);
}

/// The same, and `empty` where there are no elements.
template <detail::tree_values Values, class Operation, class Projection>
  requires(!std::convertible_to<Projection, driver_ref>)
[[nodiscard]] auto tree_reduce_or(detail::projected_value<Values, Projection> empty, Values const& values,
                                  Operation operation, Projection projection, driver_ref const& on = serial()) {
  if (std::ranges::size(values) == 0) return empty;
  return tree_reduce(values, std::move(operation), std::move(projection), on);
}
template <detail::tree_values Values, class Operation>
[[nodiscard]] auto tree_reduce_or(detail::projected_value<Values, std::identity> empty, Values const& values,
                                  Operation operation, driver_ref const& on = serial()) {
  return tree_reduce_or(std::move(empty), values, std::move(operation), std::identity(), on);
}

/// Addition as `tree_sum` does it: to nearest-even whatever the caller's rounding mode, and a NaN is positive, quiet
/// and without payload, so that it does not show which operand it came from.
template <std::floating_point T> struct tree_addition { ISOBIT_API T operator()(T left, T right) const noexcept; };
extern template struct tree_addition<double>;
extern template struct tree_addition<float>;

/// A piece of a sum: made by `tree_sum_part`, merged and sent like any other `tree_part`.
template <std::floating_point T> using tree_sum_piece = tree_part<T, tree_addition<T>>;

namespace detail {
/// The result is the buffered_real of T.
template <class Result, class T> ISOBIT_API Result tree_sum(driver_ref const& on, vector_view<T const> const& values);
template <class Result, class T>
ISOBIT_API tree_sum_piece<Result> tree_sum_part(driver_ref const& on, vector_view<T const> const& values,
                                                tree_place place);
}  // namespace detail

/// The sum along the binary tree, in the values' own precision (16-bit values are widened to float): what
/// `tree_reduce` with `+` gives, many times as fast. Not the exact sum: each level of ceil(log2(N)) rounds once. The
/// same bits for every driver and machine, but not for every order. Empty: +0. docs/maths/tree.md#error
///
///     double s = isobit::tree_sum(values, isobit::threads(4));
template <detail::viewable Values> [[nodiscard]] auto tree_sum(Values const& values, driver_ref const& on = {}) {
  static_assert(real<detail::element_of<Values>>, "isobit::tree_sum: the elements must be real numbers; tree_reduce "
                                                  "takes complex ones");
  return detail::tree_sum<detail::buffered_real<detail::element_of<Values>>>(on, detail::input_of(values));
}

/// One piece of a sum over several machines or files: `values` are the elements from `place.first` on, of
/// `place.total`. Throws `error` where they do not fit in.
///
///     auto piece = isobit::tree_sum_part(mine, {.first = offset, .total = everybodys});
template <detail::viewable Values>
[[nodiscard]] auto tree_sum_part(Values const& values, tree_place place, driver_ref const& on = {}) {
  static_assert(real<detail::element_of<Values>>, "isobit::tree_sum_part: the elements must be real numbers");
  return detail::tree_sum_part<detail::buffered_real<detail::element_of<Values>>>(on, detail::input_of(values), place);
}

ISOBIT_NAMESPACE_END
