#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

#include <ISO_Fortran_binding.h>

#include <isobit/view/vector_view.hpp>

#include "call.hpp"

namespace isobit::fortran {

/// A Fortran array of any rank as its descriptor tells: nothing is copied, whatever its strides.
struct array {
  char const* base = nullptr;
  int rank = 0;
  std::size_t element = 0;  // in bytes
  // Of the dimensions that there are, and one that may be appended: to set or copy all would take as long as to sum ten
  // numbers.
  std::array<std::ptrdiff_t, CFI_MAX_RANK + 1> extent;
  std::array<std::ptrdiff_t, CFI_MAX_RANK + 1> stride;  // in bytes

  array() noexcept {}
  explicit array(CFI_cdesc_t const& descriptor) noexcept
      : base(static_cast<char const*>(descriptor.base_addr)), rank(descriptor.rank), element(descriptor.elem_len) {
    for (int d = 0; d < rank; ++d) extent[at(d)] = descriptor.dim[d].extent, stride[at(d)] = descriptor.dim[d].sm;
  }
  array(array const& other) noexcept { *this = other; }
  array& operator=(array const& other) noexcept {
    base = other.base, rank = other.rank, element = other.element;
    for (int d = 0; d < rank; ++d) extent[at(d)] = other.extent[at(d)], stride[at(d)] = other.stride[at(d)];
    return *this;
  }
  ~array() = default;

  [[nodiscard]] bool has_size() const noexcept { return rank == 0 || extent[at(rank - 1)] >= 0; }
  [[nodiscard]] std::size_t count() const noexcept {
    std::size_t product = 1;
    for (int d = 0; d < rank; ++d) product *= static_cast<std::size_t>(extent[at(d)]);
    return product;
  }
  [[nodiscard]] bool same_shape(array const& other) const noexcept {
    return rank == other.rank && std::equal(extent.begin(), extent.begin() + rank, other.extent.begin());
  }
  /// One element, seen at every place of an array of this shape.
  void spread_over(array const& other) noexcept {
    rank = other.rank;
    for (int d = 0; d < rank; ++d) extent[at(d)] = other.extent[at(d)], stride[at(d)] = 0;
  }
  /// The array without dimension d, from the first of its elements there.
  [[nodiscard]] array without(int d) const noexcept {
    array rest = *this;
    --rest.rank;
    for (int i = d; i < rest.rank; ++i) rest.extent[at(i)] = extent[at(i + 1)], rest.stride[at(i)] = stride[at(i + 1)];
    return rest;
  }
  /// Dimension d alone.
  [[nodiscard]] array only(int d) const noexcept {
    array line = *this;
    line.rank = 1, line.extent[0] = extent[at(d)], line.stride[0] = stride[at(d)];
    return line;
  }
  /// Only the elements from `first` to `last` along dimension d, counted from 1.
  void cut(int d, std::ptrdiff_t first, std::ptrdiff_t last) noexcept {
    if (d >= rank) return;
    base += (first - 1) * stride[at(d)];
    extent[at(d)] = std::max<std::ptrdiff_t>(last - first + 1, 0);
  }
  /// One more dimension, of one element; once, since there is room for one.
  void append_one() noexcept { extent[at(rank)] = 1, stride[at(rank)] = 0, ++rank; }
  [[nodiscard]] array starting_at(char const* first) const noexcept {
    array moved = *this;
    moved.base = first;
    return moved;
  }

  static constexpr std::size_t at(int d) noexcept { return static_cast<std::size_t>(d); }
};

/// Whether an entry of a mask is true, whatever its kind: not all of its bits are zero.
inline bool is_true(char const* entry, std::size_t bytes) noexcept {
  if (bytes == 4) {  // the default kind
    std::uint32_t bits = 0;
    std::memcpy(&bits, entry, sizeof bits);
    return bits != 0;
  }
  return std::any_of(entry, entry + bytes, [](char byte) { return byte != 0; });
}

/// Several arrays of one shape, element by element, with as few dimensions as they need together: contiguous arrays of
/// any rank are one run.
template <std::size_t N> class traversal {
public:
  explicit traversal(std::array<array, N> const& arrays) noexcept : arrays_(arrays) {
    array const& first = arrays[0];
    for (int d = 0; d < first.rank; ++d) {
      std::ptrdiff_t const extent = first.extent[array::at(d)];
      if (extent == 1) continue;
      if (rank_ > 0 && continues(d))
        extent_[array::at(rank_ - 1)] *= extent;
      else
        dimension_[array::at(rank_)] = d, extent_[array::at(rank_)] = extent, ++rank_;
    }
  }

  [[nodiscard]] bool is_one_run() const noexcept { return rank_ <= 1; }
  [[nodiscard]] std::ptrdiff_t run_length() const noexcept { return rank_ == 0 ? 1 : extent_[0]; }
  /// How far apart the elements of a run are, in bytes.
  [[nodiscard]] std::ptrdiff_t run_stride(std::size_t which) const noexcept {
    return rank_ == 0 ? 0 : stride(which, 0);
  }

  /// body(addresses) for every run, each of run_length() elements: addresses[i] is where that of array i starts.
  template <class Body> void for_each_run(Body body) const {
    if (arrays_[0].count() == 0) return;
    std::array<char const*, N> where;
    for (std::size_t i = 0; i < N; ++i) where[i] = arrays_[i].base;
    std::array<std::ptrdiff_t, CFI_MAX_RANK> index = {};
    for (;;) {
      body(where);
      int d = 1;
      for (; d < rank_; ++d) {
        for (std::size_t i = 0; i < N; ++i) where[i] += stride(i, d);
        if (++index[array::at(d)] < extent_[array::at(d)]) break;
        for (std::size_t i = 0; i < N; ++i) where[i] -= extent_[array::at(d)] * stride(i, d);
        index[array::at(d)] = 0;
      }
      if (d >= rank_) return;
    }
  }

private:
  [[nodiscard]] std::ptrdiff_t stride(std::size_t which, int d) const noexcept {
    return arrays_[which].stride[array::at(dimension_[array::at(d)])];
  }
  /// Whether dimension d goes on where the last one kept ends, in all arrays.
  [[nodiscard]] bool continues(int d) const noexcept {
    for (std::size_t i = 0; i < N; ++i)
      if (arrays_[i].stride[array::at(d)] != extent_[array::at(rank_ - 1)] * stride(i, rank_ - 1)) return false;
    return true;
  }

  std::array<array, N> arrays_;
  int rank_ = 0;
  std::array<int, CFI_MAX_RANK> dimension_ = {};
  std::array<std::ptrdiff_t, CFI_MAX_RANK> extent_ = {};
};

/// Elements as the library's own view, where they lie a whole number of elements apart. What no array has, such as a
/// negative length, is left for the library to refuse.
template <class E>
bool view_of_run(std::ptrdiff_t length, std::ptrdiff_t stride, char const* base, vector_view<E const>& view) noexcept {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(E));
  bool const has_stride = length != 0 && length != 1;
  if (has_stride && (stride == 0 || stride % size != 0)) return false;
  view.data = reinterpret_cast<E const*>(base), view.size = length, view.stride = has_stride ? stride / size : 1;
  return true;
}

/// The same of a whole array, where it is one run.
template <class E> bool view_of(array const& x, vector_view<E const>& view) noexcept {
  std::ptrdiff_t length = 1, stride = 0;
  bool continues = true;
  for (int d = 0; d < x.rank; ++d) {
    std::ptrdiff_t const extent = x.extent[array::at(d)];
    if (extent == 1) continue;
    if (length == 1) stride = x.stride[array::at(d)];
    continues = continues && x.stride[array::at(d)] == length * stride;
    length *= extent;
  }
  return (length == 0 || continues) && view_of_run(length, stride, x.base, view);
}

/// The numbers of N arrays of one shape where a mask is true, or all, gathered in pieces: consume(spans of as many
/// numbers each). An element of a complex array is a number here for each of its parts.
template <class T, std::size_t N, class Consume>
void gather(std::array<array, N> const& numbers, array const* mask, Consume consume) {
  constexpr std::size_t capacity = 512;
  T buffer[N][capacity];
  std::size_t filled = 0;
  auto const flush = [&] {
    std::array<std::span<T const>, N> spans;
    for (std::size_t i = 0; i < N; ++i) spans[i] = std::span<T const>(buffer[i], filled);
    if (filled != 0) consume(spans);
    filled = 0;
  };
  std::array<array, N + 1> const all = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<array, N + 1>{numbers[I]..., mask != nullptr ? *mask : numbers[0]};
  }
  (std::make_index_sequence<N>());
  traversal<N + 1> const together(all);
  std::ptrdiff_t const length = together.run_length();
  together.for_each_run([&](auto where) {
    for (std::ptrdiff_t i = 0; i < length; ++i) {
      if (mask == nullptr || is_true(where[N], mask->element)) {
        for (std::size_t k = 0; k < N; ++k) std::memcpy(&buffer[k][filled], where[k], sizeof(T));
        if (++filled == capacity) flush();
      }
      for (std::size_t k = 0; k <= N; ++k) where[k] += together.run_stride(k);
    }
  });
  flush();
}

/// The imaginary part of a complex array, whose own address is that of its real part.
template <class T> array imaginary_part(array const& z) noexcept { return z.starting_at(z.base + sizeof(T)); }

/// The arguments of a call, checked: arrays of a known size and one shape; a mask or weights that are one value hold
/// everywhere.
struct arguments {
  array x;
  int status = ISOBIT_OK;

  explicit arguments(CFI_cdesc_t const* descriptor) noexcept : x(*descriptor) {
    if (!x.has_size())
      status = refuse(ISOBIT_INVALID_ARGUMENT,
                      "isobit: an array of assumed size has no known last extent; pass a section of it, x(1:n)");
    else if (x.base == nullptr && x.count() != 0)
      status = refuse(ISOBIT_INVALID_ARGUMENT, "isobit: an array that is not allocated or not associated");
  }

  /// Another array that goes with x element by element; null stays null.
  array const* with(CFI_cdesc_t const* descriptor, array& other, char const* otherwise) noexcept {
    if (descriptor == nullptr || status != ISOBIT_OK) return nullptr;
    other = array(*descriptor);
    if (other.rank == 0 && other.base != nullptr)
      other.spread_over(x);
    else if (!other.has_size() || !other.same_shape(x) || (other.base == nullptr && x.count() != 0))
      status = refuse(ISOBIT_INVALID_ARGUMENT, otherwise);
    return &other;
  }
};

inline constexpr char const* mask_differs = "isobit: the mask has another shape than the array; pass one of its shape";
inline constexpr char const* weights_differ =
    "isobit: the weights have another shape than the array; pass as many, or one for all";
inline constexpr char const* sides_differ = "isobit: the two sides of a dot product differ in shape";

}  // namespace isobit::fortran
