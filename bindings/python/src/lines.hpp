#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <isobit/driver/parts.hpp>
#include <isobit/driver/serial.hpp>
#include <isobit/view/vector_view.hpp>

#include "buffer.hpp"

namespace isobit_python {

/// An array as lines along its last axis: what is reduced is a line, every other axis is kept.
template <class T> class lines {
public:
  explicit lines(buffer const& array) : array_(&array), length_(array.size(array.dimensions() - 1)) {
    if (length_ > 1) step_ = array.stride(array.dimensions() - 1) / static_cast<std::ptrdiff_t>(sizeof(T));
  }
  [[nodiscard]] std::size_t count() const noexcept {
    std::size_t n = 1;
    for (int axis = 0; axis + 1 < array_->dimensions(); ++axis) n *= static_cast<std::size_t>(array_->size(axis));
    return n;
  }
  [[nodiscard]] std::size_t length() const noexcept { return static_cast<std::size_t>(length_); }
  /// In elements.
  [[nodiscard]] std::ptrdiff_t step() const noexcept { return step_; }

  /// Line number `index` in C's order of the kept axes.
  [[nodiscard]] isobit::vector_view<T const> at(std::size_t index) const {
    if (length_ == 0) return {};
    return {start(index), length_, step_};
  }
  [[nodiscard]] T const* start(std::size_t index) const noexcept {
    auto const* at = array_->data<char const>();
    for (int axis = array_->dimensions() - 2; axis >= 0; --axis) {
      auto const size = static_cast<std::size_t>(array_->size(axis));
      at += static_cast<std::ptrdiff_t>(index % size) * array_->stride(axis);
      index /= size;
    }
    return reinterpret_cast<T const*>(at);
  }

private:
  buffer const* array_;
  std::ptrdiff_t length_;
  std::ptrdiff_t step_ = 1;
};

/// body(index, on) for every line. The lines are shared among the threads where there are enough of them, else all
/// threads work at one after the other. The cut shows in no bit.
template <class Body>
void for_each_line(isobit::driver_ref const& on, std::size_t count, std::size_t length, Body body) {
  std::size_t const parts = isobit::detail::part_count(on, count * length);
  if (parts == 1 || count < parts) {
    for (std::size_t index = 0; index < count; ++index) body(index, on);
    return;
  }
  isobit::serial const alone;
  isobit::detail::for_each_part(on, parts, count, [&](std::size_t first, std::size_t share, std::size_t) {
    for (std::size_t index = first; index < first + share; ++index) body(index, isobit::driver_ref(alone));
  });
}

/// The whole array as one line, where its elements lie at equal distances.
template <class T> std::optional<isobit::vector_view<T const>> one_line(buffer const& array) {
  auto const bytes = static_cast<std::ptrdiff_t>(sizeof(T));
  std::ptrdiff_t const size = array.elements();
  if (size == 0) return isobit::vector_view<T const>();
  if (size == 1) return isobit::vector_view<T const>(array.data<T const>(), 1);
  // The axis that runs fastest is the last in C's order and the first in Fortran's.
  for (bool const last_first : {true, false}) {
    std::ptrdiff_t step = 0, expected = 0;
    bool even = true;
    for (int i = 0; i < array.dimensions() && even; ++i) {
      int const axis = last_first ? array.dimensions() - 1 - i : i;
      if (array.size(axis) == 1) continue;
      if (step == 0) step = expected = array.stride(axis);
      even = step != 0 && array.stride(axis) == expected;
      expected *= array.size(axis);
    }
    if (even && step % bytes == 0) return isobit::vector_view<T const>(array.data<T const>(), size, step / bytes);
  }
  return std::nullopt;
}

}  // namespace isobit_python
