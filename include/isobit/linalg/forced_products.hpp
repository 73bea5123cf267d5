#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg::detail {

/// Whether products of matrices find what ISOBIT_FORCE_PRODUCTS and ISOBIT_FORCE_ISA ask for: else large ones throw.
/// For callers that no exception may reach.
[[nodiscard]] ISOBIT_API bool forced_products_are_available() noexcept;

}  // namespace linalg::detail
ISOBIT_NAMESPACE_END
