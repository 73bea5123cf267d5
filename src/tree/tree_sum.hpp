#pragma once

#include <algorithm>
#include <cstddef>

#include <isobit/tree/fixed_tree.hpp>

#include "arithmetic/environment.hpp"
#include "sum/kernels.hpp"
#include "sum/views.hpp"
#include "tree/kernels.hpp"

/// The tree of additions with the kernels: every maximal subtree of a piece is one call.
ISOBIT_NAMESPACE_BEGIN
namespace trees {

inline double kernel_sum(table const& kernels, double const* x, std::size_t n) { return kernels.sum_f64(x, n); }
inline float kernel_sum(table const& kernels, float const* x, std::size_t n) { return kernels.sum_f32(x, n); }

/// Whether the kernels need no environment on this machine: emulators may not model rounding that an instruction names.
inline bool are_silent(table const& kernels) {
  return summation::this_machine<double>().short_kernels->silent && kernels.needs_no_environment();
}

/// The tree over elements [first, first + count) of a view, as if they were all. In the standard environment.
template <class T>
detail::buffered_real<T> subtree_sum(table const& kernels, vector_view<T const> const& view, std::size_t first,
                                     std::size_t count) {
  if constexpr (detail::kernels_read<T>)
    if (detail::is_direct(view)) return kernel_sum(kernels, view.data + first, count);
  using value = detail::buffered_real<T>;
  // A binary counter of blocks, as in the kernels.
  value stack[64], buffer[detail::gather_size];
  std::size_t depth = 0;
  for (std::size_t done = 0; done < count; done += detail::gather_size) {
    std::size_t const n = std::min(detail::gather_size, count - done);
    detail::gather(view, first + done, n, buffer);
    value sum = kernel_sum(kernels, buffer, n);
    for (std::size_t full = done / detail::gather_size; full & 1; full >>= 1) sum = stack[--depth] + sum;
    stack[depth++] = sum;
  }
  value total = stack[--depth];
  while (depth != 0) total = stack[--depth] + total;
  return total;
}

/// The part of elements [first, first + count), counted globally, of a view that begins at global index `origin`.
template <class T>
tree_sum_piece<detail::buffered_real<T>> sum_of_piece(table const& kernels, vector_view<T const> const& view,
                                                      std::size_t origin, std::size_t first, std::size_t count,
                                                      std::size_t total) {
  using piece = tree_sum_piece<detail::buffered_real<T>>;
  std::vector<typename piece::node> nodes;
  in_standard_rounding([&] {
    for (std::size_t x = first; x < first + count;) {
      unsigned const level = tree::highest_level(x, first + count, total);
      std::size_t const size = tree::node_size(x, level, total);
      auto sum = subtree_sum(kernels, view, x - origin, size);
      pin(sum);
      nodes.push_back({x, level, canonical(sum)});
      x += size;
    }
  });
  return piece(std::move(nodes), tree_place{first, total});
}

template <class T>
tree_sum_piece<detail::buffered_real<T>> tree_sum_part(table const& kernels, driver_ref const& on,
                                                       vector_view<T const> const& view, tree_place place) {
  using piece = tree_sum_piece<detail::buffered_real<T>>;
  piece const checked(place);
  if (view.count() > place.total - place.first)
    throw error(status::invalid_argument, "isobit::tree_sum_part: more elements than there are in all; pass the number "
                                          "of elements of all pieces as total");
  return detail::merge_tree_parts<piece>(on, detail::tree_cuts(on.parts(view.count()), place.first, view.count()),
                                         [&](std::size_t first, std::size_t count) {
                                           return sum_of_piece(kernels, view, place.first, first, count, place.total);
                                         });
}

template <class T>
detail::buffered_real<T> tree_sum(table const& kernels, driver_ref const& on, vector_view<T const> const& view) {
  using value = detail::buffered_real<T>;
  if (view.count() == 0) return value{};
  if (on.parts(view.count()) <= 1) {
    if constexpr (detail::kernels_read<T>)
      if (detail::is_direct(view) && are_silent(kernels))
        return canonical(kernel_sum(kernels, view.data, view.count()));
    return in_standard_rounding([&] {
      value sum = subtree_sum(kernels, view, 0, view.count());
      pin(sum);
      return canonical(sum);
    });
  }
  return tree_sum_part(kernels, on, view, tree_place{0, view.count()}).result();
}

}  // namespace trees
ISOBIT_NAMESPACE_END
