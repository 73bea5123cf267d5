#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <isobit/version.hpp>

#include "base/function_ref.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// Remembers, for this thread, where in the program the present call comes from.
class origin {
public:
  origin(void const* return_address, void const* stack_frame) noexcept {
    address = return_address;
    frame = stack_frame;
  }
  static void const* return_address() noexcept { return address; }
  static void const* stack_frame() noexcept { return frame; }

private:
  static constinit thread_local void const* address;
  static constinit thread_local void const* frame;
};

/// A place in a loaded object; `offset` is what debuggers call the address in the file.
struct code_place {
  std::string module;
  std::uint64_t offset;
  std::string symbol;  ///< empty where the object does not tell
};

/// Unwinds the stack from the program's call on outwards, as long as `visit` says so: with each return address, and
/// what the stack pointer is after that return.
void walk_stack(function_ref<bool(void* address, std::uintptr_t stack_pointer)> visit);

/// Return addresses from the program's call on outwards, those in wrappers left out: at least one, at most `most`.
std::vector<void*> stack_of_call(std::size_t most);

/// Whether the address lies in an object that only hands calls on to MPI: its Fortran interface, for example. Then the
/// place that matters is further out.
bool is_in_wrapper(void const* address);

/// Of a return address: the place of the call itself.
code_place place_of(void const* return_address);

/// "main (program+0x1234)", "main (app.py:12)": the innermost place of the present call that is not in a wrapper.
std::string describe_call();

}  // namespace interpose
ISOBIT_NAMESPACE_END
