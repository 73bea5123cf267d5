#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include <isobit/solver/space.hpp>

#include "solver/check.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// The smallest number of a row in which something was found wrong.
class first_problem {
public:
  void note(std::int64_t row) noexcept { row_ = std::min(row_, row); }
  void note(first_problem const& other) noexcept { note(other.row_); }
  /// On every rank, if any has one: throws `error`, with the row in front of the message.
  template <class T> void refuse_on_all(space<T> const& where, std::string const& message, status code) const {
    if (std::int64_t const row = -where.largest(-row_); row != none)
      refuse("row " + std::to_string(row) + " " + message, code);
  }

private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t row_ = none;
};

/// Throws `error` on every rank where one has a problem; an empty message is none.
template <class T> void require_on_all(space<T> const& where, std::string const& problem) {
  if (where.largest(problem.empty() ? 0 : 1) != 0) refuse(problem.empty() ? "another rank was refused" : problem);
}

}  // namespace solver
ISOBIT_NAMESPACE_END
