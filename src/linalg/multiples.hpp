#pragma once

#include <isobit/view/matrix_view.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

/// n / by and the multiple of `of` next to n, both upwards.
constexpr index divided_up(index n, index by) { return (n + by - 1) / by; }
constexpr index up_to_multiple(index n, index of) { return divided_up(n, of) * of; }

}  // namespace linalg
ISOBIT_NAMESPACE_END
