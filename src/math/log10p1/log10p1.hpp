#pragma once

#include "math/log10/log10_table.hpp"
#include "math/log1p/log1p_in_base.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

struct base_of_log10 {
  static constexpr double of_e_high = log10_of_e_high, of_e_low = log10_of_e_low, of_two = log10_of_two;
};

/// log(1 + x) log10(e). docs/maths/logarithm.md#sums-in-other-bases
struct log10p1_fast : log1p_in_base<base_of_log10> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
