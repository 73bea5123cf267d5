#pragma once

#include <string>

#include <isobit/error.hpp>

namespace isobit::test {

/// What a call is refused with.
template <class Call> std::string message_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (error const& problem) {
    return problem.what();
  }
  return "nothing was wrong";
}

}  // namespace isobit::test
