#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <system_error>

#include <isobit/error.hpp>
#include <isobit/isobit.h>

namespace isobit::c_interface {

/// Runs the body of a C function: an exception becomes the status that it stands for.
template <std::invocable Body> isobit_status guard(Body body) noexcept {
  try {
    body();
    return ISOBIT_OK;
  } catch (error const& problem) {
    return static_cast<isobit_status>(problem.code());
  } catch (std::bad_alloc const&) {
    return ISOBIT_OUT_OF_MEMORY;
  } catch (std::system_error const&) {
    return ISOBIT_OUT_OF_MEMORY;  // a thread could not be started
  } catch (...) {
    return ISOBIT_INTERNAL;
  }
}

/// The caller only sees the status, so the message is short.
inline void require(bool condition) {
  if (!condition) throw error(status::invalid_argument, "isobit: invalid argument");
}

inline void require_pointers(auto const*... pointers) { require((... && (pointers != nullptr))); }

/// Refuses null with a count, and a count that no array can have, such as a negative number made unsigned.
template <class T> void require_array(T const* first, std::size_t count, std::ptrdiff_t stride = 1) {
  require(stride != 0);
  if (count == 0) return;
  std::size_t const step =
      stride < 0 ? std::size_t{0} - static_cast<std::size_t>(stride) : static_cast<std::size_t>(stride);
  require(first != nullptr && count <= PTRDIFF_MAX / sizeof(T) / step);
}

}  // namespace isobit::c_interface
