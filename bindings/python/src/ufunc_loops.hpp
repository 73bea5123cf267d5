#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>

#include <Python.h>

namespace isobit_python {

/// The operands of one inner loop of a NumPy ufunc: first those that are read, then those that are written, each from
/// an address on, its elements so many bytes apart.
template <class T, std::size_t Inputs, std::size_t Outputs> class ufunc_run {
public:
  static constexpr std::size_t operands = Inputs + Outputs;
  using inputs = std::array<T const*, Inputs>;
  using outputs = std::array<T*, Outputs>;

  ufunc_run(char** at, std::ptrdiff_t const* steps, std::size_t count) : count_(count) {
    std::copy_n(at, operands, at_.begin());
    std::copy_n(steps, operands, steps_.begin());
  }

  /// call(inputs, outputs, size) for all elements, all at once where they are contiguous, else in blocks that are
  /// gathered and scattered.
  template <class Call> void each(Call call) const {
    if (depends_on_itself()) return in_blocks<1>(call);
    if (!contiguous()) return in_blocks<512>(call);
    inputs from;
    outputs to;
    for (std::size_t i = 0; i < Inputs; ++i) from[i] = reinterpret_cast<T const*>(at_[i]);
    for (std::size_t i = 0; i < Outputs; ++i) to[i] = reinterpret_cast<T*>(at_[Inputs + i]);
    call(from, to, count_);
  }

private:
  [[nodiscard]] bool contiguous() const {
    return std::all_of(steps_.begin(), steps_.end(), [](std::ptrdiff_t step) { return step == sizeof(T); });
  }
  /// Whether a result may be read by a later element, as ufunc.reduce and ufunc.accumulate want it.
  [[nodiscard]] bool depends_on_itself() const {
    for (std::size_t out = Inputs; out < operands; ++out)
      for (std::size_t in = 0; in < Inputs; ++in) {
        bool const same = at_[in] == at_[out] && steps_[in] == steps_[out] && steps_[in] != 0;
        if (!same && first(in) <= last(out) && first(out) <= last(in)) return true;
      }
    return false;
  }
  [[nodiscard]] std::ptrdiff_t length(std::size_t i) const {
    return static_cast<std::ptrdiff_t>(count_ - 1) * steps_[i];
  }
  [[nodiscard]] char const* first(std::size_t i) const { return at_[i] + std::min<std::ptrdiff_t>(0, length(i)); }
  [[nodiscard]] char const* last(std::size_t i) const {
    return at_[i] + std::max<std::ptrdiff_t>(0, length(i)) + sizeof(T) - 1;
  }

  template <std::size_t Block, class Call> void in_blocks(Call call) const {
    std::array<std::array<T, Block>, operands> block;
    inputs from;
    outputs to;
    for (std::size_t i = 0; i < Inputs; ++i) from[i] = block[i].data();
    for (std::size_t i = 0; i < Outputs; ++i) to[i] = block[Inputs + i].data();
    for (std::size_t start = 0; start < count_; start += Block) {
      std::size_t const size = std::min(Block, count_ - start);
      for (std::size_t i = 0; i < Inputs; ++i)
        for (std::size_t k = 0; k < size; ++k) std::memcpy(&block[i][k], address(i, start + k), sizeof(T));
      call(from, to, size);
      for (std::size_t i = Inputs; i < operands; ++i)
        for (std::size_t k = 0; k < size; ++k) std::memcpy(address(i, start + k), &block[i][k], sizeof(T));
    }
  }
  [[nodiscard]] char* address(std::size_t i, std::size_t element) const {
    return at_[i] + static_cast<std::ptrdiff_t>(element) * steps_[i];
  }

  std::array<char*, operands> at_;
  std::array<std::ptrdiff_t, operands> steps_;
  std::size_t count_;
};

/// body() in a loop that NumPy called, perhaps without the interpreter's lock: what it throws becomes a Python error.
template <class Body> void in_numpy_loop(Body body) noexcept {
  try {
    body();
  } catch (std::exception const& problem) {
    PyGILState_STATE const lock = PyGILState_Ensure();
    PyErr_SetString(PyExc_RuntimeError, problem.what());
    PyGILState_Release(lock);
  }
}

}  // namespace isobit_python
