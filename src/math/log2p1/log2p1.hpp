#pragma once

#include "math/log1p/log1p_in_base.hpp"
#include "math/log2/log2_table.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace math::ISOBIT_TARGET {

struct base_of_log2 {
  static constexpr double of_e_high = log2_of_e_high, of_e_low = log2_of_e_low, of_two = 1;
};

/// log(1 + x) log2(e). docs/maths/logarithm.md#sums-in-other-bases
struct log2p1_fast : log1p_in_base<base_of_log2> {};

}  // namespace math::ISOBIT_TARGET
ISOBIT_NAMESPACE_END
