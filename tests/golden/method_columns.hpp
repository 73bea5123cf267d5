#pragma once

#include <optional>

#include <isobit/method/compensated.hpp>

#include "cases.hpp"

namespace isobit::golden {

/// The golden sizes, and one of two blocks of the plan fixed_lanes and a part of a third.
inline constexpr std::size_t method_sizes[] = {sizes[0], sizes[1], sizes[2], sizes[3], 40009};

template <class T> std::string hexadecimal(std::optional<T> value) { return value ? hexadecimal(*value) : "refused"; }

/// The columns of methods.txt, for the reference's operations or the library's. A sweep may refuse the data.
template <class Operations> struct method_columns {
  static constexpr char const* file = "methods.txt";
  static constexpr char const* header =
      "# Golden results of the other methods, written by generate_methods.cpp from the references; BITS.md says what "
      "changing one means.\n"
      "# type class size input binned<1> <2> <3> <4> binned<3>-hash double_sweep<1> <2> single_sweep<1> <2> <3> kahan "
      "knuth kahan-in-sequence knuth-in-sequence extended(portable) tree_sum\n";
  Operations op;

  template <class T> std::vector<std::string> operator()(std::span<T const> x, std::span<T const>) const {
    constexpr auto kahan = compensation::kahan, knuth = compensation::knuth;
    return {hexadecimal(op.template binned_sum<1>(x)),
            hexadecimal(op.template binned_sum<2>(x)),
            hexadecimal(op.template binned_sum<3>(x)),
            hexadecimal(op.template binned_sum<4>(x)),
            hexadecimal(from_bits<double>(op.template binned_hash<3>(x))),
            hexadecimal(op.template double_sweep_sum<1>(x)),
            hexadecimal(op.template double_sweep_sum<2>(x)),
            hexadecimal(op.template single_sweep_sum<1>(x)),
            hexadecimal(op.template single_sweep_sum<2>(x)),
            hexadecimal(op.template single_sweep_sum<3>(x)),
            hexadecimal(op.template compensated_sum<kahan>(x)),
            hexadecimal(op.template compensated_sum<knuth>(x)),
            hexadecimal(op.template compensated_in_sequence<kahan>(x)),
            hexadecimal(op.template compensated_in_sequence<knuth>(x)),
            hexadecimal(op.extended_sum(x)),
            hexadecimal(op.tree_sum(x))};
  }
};

}  // namespace isobit::golden
