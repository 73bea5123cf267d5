#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <isobit/guarantee.hpp>

namespace isobit::tool {

/// How to add. All but the last two keep the bits for every number of threads.
enum class method_kind {
  exact,
  binned,
  single_sweep,
  double_sweep,
  tree,
  kahan,
  knuth,
  extended,
  plain,
  left_to_right
};

/// A method as --method names it: `binned:3`, `tree`.
struct method {
  method_kind kind = method_kind::exact;
  int levels = 0;  ///< bins or levels of extractors; 0 for methods that have none
  bool operator==(method const&) const = default;
};

/// What --method takes, for messages and help.
extern char const* const method_choices;

/// Throws `failure` with what is possible where the text names no method.
method parse_method(std::string const& text);

std::string name_of(method which);
guarantee promise_of(method which) noexcept;
std::string name_of(guarantee promise);

/// Every method of --method with its default number of levels, the least promising first.
std::vector<method> all_methods();

}  // namespace isobit::tool
