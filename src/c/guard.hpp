#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <system_error>
#include <variant>

#include <isobit/error.hpp>
#include <isobit/isobit.h>

ISOBIT_NAMESPACE_BEGIN
namespace detail {
/// Keeps the message for isobit_last_error, and returns the status. Exported, since isobit::mpi has functions for C
/// too.
ISOBIT_API isobit_status failed(isobit_status status, char const* message) noexcept;
}  // namespace detail
ISOBIT_NAMESPACE_END

namespace isobit::c_interface {

using detail::failed;

/// Runs the body of a C function: an exception becomes the status that it stands for.
template <std::invocable Body> isobit_status guard(Body body) noexcept {
  try {
    body();
    return ISOBIT_OK;
  } catch (error const& problem) {
    return failed(static_cast<isobit_status>(problem.code()), problem.what());
  } catch (std::bad_alloc const&) {
    return failed(ISOBIT_OUT_OF_MEMORY, "isobit: out of memory");
  } catch (std::system_error const& problem) {
    return failed(ISOBIT_OUT_OF_MEMORY, problem.what());  // a thread could not be started
  } catch (std::exception const& problem) {
    return failed(ISOBIT_INTERNAL, problem.what());
  } catch (...) {
    return failed(ISOBIT_INTERNAL, "isobit: an exception of an unknown type");
  }
}

/// The message says what was wrong: "isobit: invalid argument: a null pointer".
inline void require(bool condition, char const* otherwise) {
  if (!condition) throw error(status::invalid_argument, std::string("isobit: invalid argument: ") + otherwise);
}

/// For a number that an enumeration does not have.
[[noreturn]] inline void refuse_enumerator() {
  throw error(status::invalid_argument, "isobit: invalid argument: a value that its enumeration does not have");
}

inline void require_pointers(auto const*... pointers) {
  require((... && (pointers != nullptr)), "a null pointer for a result or a state");
}

/// What a handle has inside, a variant, if it is a Value.
template <class Value, class Handle> auto& inside(Handle* handle) {
  require_pointers(handle);
  bool const fits = std::holds_alternative<Value>(handle->value);
  require(fits, "of other numbers or indices than the function is for; its name says which");
  return std::get<Value>(handle->value);
}

/// Refuses null with a count, and a count that no array can have, such as a negative number made unsigned.
template <class T> void require_array(T const* first, std::size_t count, std::ptrdiff_t stride = 1) {
  require(stride != 0, "a stride of zero");
  if (count == 0) return;
  std::size_t const step =
      stride < 0 ? std::size_t{0} - static_cast<std::size_t>(stride) : static_cast<std::size_t>(stride);
  require(first != nullptr, "a null pointer for an array that is not empty");
  constexpr std::size_t most = PTRDIFF_MAX / sizeof(T);  // a division takes longer than a short sum
  require(count <= (step == 1 ? most : most / step), "a count too large for any array; was it a negative number?");
}

}  // namespace isobit::c_interface
