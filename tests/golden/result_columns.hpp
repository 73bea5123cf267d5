#pragma once

#include "cases.hpp"

namespace isobit::golden {

/// The columns of results.txt. `Operations` has a function for each: the reference when the file is written, the
/// library when it is tested.
template <class Operations> struct result_columns {
  static constexpr char const* file = "results.txt";
  static constexpr char const* header =
      "# Golden results, written by generate.cpp from the reference; BITS.md says what changing one means.\n"
      "# type class size input sum sum<double> sum<float> asum squared_norm nrm2 mean variance dot sum-hash dot-hash "
      "[state]\n";
  Operations op;

  template <class T> std::vector<std::string> operator()(std::span<T const> x, std::span<T const> y) const {
    std::vector<std::string> columns = {
        hexadecimal(op.template sum<T>(x)),
        hexadecimal(op.template sum<double>(x)),
        hexadecimal(op.template sum<float>(x)),
        hexadecimal(op.template asum<T>(x)),
        hexadecimal(op.template squared_norm<T>(x)),
        hexadecimal(op.template nrm2<T>(x)),
        hexadecimal(op.template mean<T>(x)),
        hexadecimal(op.template variance<T>(x)),
        hexadecimal(op.template dot<T>(x, y)),
        hexadecimal(from_bits<double>(op.sum_hash(x))),
        hexadecimal(from_bits<double>(op.dot_hash(x, y))),
    };
    if (x.size() == sizes[0]) columns.push_back(hexadecimal(op.sum_bytes(x)));
    return columns;
  }
};

}  // namespace isobit::golden
