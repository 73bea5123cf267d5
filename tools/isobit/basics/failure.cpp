#include "failure.hpp"

#include <cstdio>
#include <new>
#include <string_view>

#include <isobit/error.hpp>

namespace isobit::tool {

failure current_failure() {
  try {
    throw;
  } catch (failure const& problem) {
    return problem;
  } catch (isobit::error const& problem) {
    return {problem.code() == status::unsupported ? exit_code::unsupported : exit_code::internal, problem.what()};
  } catch (std::bad_alloc const&) {
    return {exit_code::internal, "out of memory"};
  } catch (std::exception const& problem) {
    return {exit_code::internal, problem.what()};
  }
}

int complain(failure const& problem) {
  constexpr std::string_view prefix = "isobit: ";  // the library's messages have it already
  std::string_view message = problem.what();
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  std::fprintf(stderr, "isobit: %.*s\n", static_cast<int>(message.size()), message.data());
  return static_cast<int>(problem.code());
}

}  // namespace isobit::tool
