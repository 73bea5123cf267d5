#include "call.hpp"

#include <algorithm>
#include <cstring>

#include <isobit/forced_instruction_set.hpp>

namespace isobit::fortran {
namespace {

thread_local char last_message[512] = "";

}  // namespace

int refuse(isobit_status status, char const* message) noexcept {
  std::size_t const length = std::min(std::strlen(message), sizeof last_message - 1);
  std::memcpy(last_message, message, length);
  last_message[length] = '\0';
  return status;
}

int check_environment() noexcept {
  static bool const can_be_met = forced_instruction_set_is_available();
  if (can_be_met) return ISOBIT_OK;
  return refuse(ISOBIT_UNSUPPORTED,
                "isobit: ISOBIT_FORCE_ISA names an instruction set that this build or machine has "
                "not; choose one of scalar, sse2, avx2, avx512, amx, neon that it has, or unset it");
}

}  // namespace isobit::fortran

/// The message of the last call of this thread that failed, padded with blanks.
extern "C" void isobit_fortran_message(char* text, std::size_t length) noexcept {
  std::size_t const used = std::min(std::strlen(isobit::fortran::last_message), length);
  std::memcpy(text, isobit::fortran::last_message, used);
  std::memset(text + used, ' ', length - used);
}
