#pragma once

#include <string>

namespace isobit::test {

/// Shows the order of operations: "((a+b)+c)".
struct parenthesise {
  std::string operator()(std::string const& a, std::string const& b) const { return "(" + a + "+" + b + ")"; }
};

}  // namespace isobit::test
