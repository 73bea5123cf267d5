#include "settings.hpp"

#include <charconv>
#include <string_view>

#include "common/environment.hpp"
#include "message.hpp"

namespace isobit::interpose::blas {

namespace {

using common::environment_variable;

[[noreturn]] void refuse(char const* name, std::string_view value, char const* expected) {
  fail(common::makes_no_sense(name, value, expected));
}

bool read_replace() {
  std::string_view const value = environment_variable("ISOBIT_BLAS");
  if (!value.empty() && value != "on" && value != "off") refuse("ISOBIT_BLAS", value, "on or off");
  return value != "off";
}

std::size_t read_threads() {
  std::string_view const value = environment_variable("ISOBIT_BLAS_THREADS");
  if (value.empty()) return 0;
  std::size_t count = 0;
  auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc() || end != value.data() + value.size() || count == 0 || count > 4096)
    refuse("ISOBIT_BLAS_THREADS", value, "a number from 1 to 4096");
  return count;
}

settings read() {
  settings result;
  result.replace = read_replace();
  result.threads = read_threads();
  result.report = environment_variable("ISOBIT_BLAS_REPORT");
  if (result.report == "0") result.report.clear();
  result.lapack = environment_variable("ISOBIT_LAPACK");
  result.library = environment_variable("ISOBIT_BLAS_LIBRARY");
  return result;
}

}  // namespace

settings const& the_settings() {
  static auto const* const result = new settings(read());  // routines called in destructors at exit ask, too
  return *result;
}

}  // namespace isobit::interpose::blas
