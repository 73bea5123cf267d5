#pragma once

#include "cases.hpp"

namespace isobit::golden {

/// The numbers themselves, for those who cannot make them: bindings of other languages. Of the smaller sizes.
struct input_columns {
  static constexpr char const* file = "inputs.txt";
  static constexpr char const* header =
      "# The data of results.txt, written by generate_inputs.cpp: the bits of x and of y.\n"
      "# type class size input x y\n";
  static constexpr std::size_t sizes[] = {5, 61};

  template <class T> std::vector<std::string> operator()(std::span<T const> x, std::span<T const> y) const {
    return {joined(x), joined(y)};
  }

private:
  template <class T> static std::string joined(std::span<T const> values) {
    std::string text;
    for (T const value : values) text += (text.empty() ? "" : ",") + hexadecimal(value);
    return text;
  }
};

}  // namespace isobit::golden
