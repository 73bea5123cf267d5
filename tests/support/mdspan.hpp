#pragma once

#include <array>
#include <cstddef>

namespace isobit::test {

/// As much of std::mdspan with layout_stride as is asked for.
template <class T, std::size_t Rank> struct mdspan {
  using reference = T&;
  T* data;
  std::array<std::size_t, Rank> sizes, strides;
  static constexpr std::size_t rank() { return Rank; }
  [[nodiscard]] constexpr std::size_t extent(std::size_t r) const { return sizes[r]; }
  [[nodiscard]] constexpr std::size_t stride(std::size_t r) const { return strides[r]; }
  [[nodiscard]] constexpr T* const& data_handle() const { return data; }
};

}  // namespace isobit::test
