#pragma once

#include <cstddef>
#include <span>

#include <nanobind/nanobind.h>

namespace isobit_python {

/// An object's memory by Python's buffer protocol, held for as long as this lives. The element type is not asked for:
/// NumPy has none for bfloat16.
class buffer {
public:
  explicit buffer(nanobind::handle object, bool writable = false) {
    if (PyObject_GetBuffer(object.ptr(), &view_, writable ? PyBUF_STRIDED : PyBUF_STRIDED_RO) != 0)
      throw nanobind::python_error();
  }
  ~buffer() { PyBuffer_Release(&view_); }
  buffer(buffer const&) = delete;
  buffer& operator=(buffer const&) = delete;

  [[nodiscard]] int dimensions() const noexcept { return view_.ndim; }
  [[nodiscard]] std::ptrdiff_t size(int axis) const noexcept { return view_.shape[axis]; }
  [[nodiscard]] std::ptrdiff_t item_bytes() const noexcept { return view_.itemsize; }
  [[nodiscard]] std::ptrdiff_t elements() const noexcept {
    return view_.itemsize == 0 ? 0 : view_.len / view_.itemsize;
  }
  /// In bytes. An axis of one element has none that matters.
  [[nodiscard]] std::ptrdiff_t stride(int axis) const noexcept { return view_.strides[axis]; }
  template <class T> [[nodiscard]] T* data() const noexcept { return static_cast<T*>(view_.buf); }
  /// All of a contiguous array.
  template <class T> [[nodiscard]] std::span<T> all() const noexcept {
    return {data<T>(), static_cast<std::size_t>(elements())};
  }

private:
  Py_buffer view_;
};

}  // namespace isobit_python
