#pragma once

#include <utility>

#include "arithmetic/host_device.hpp"
#include "arithmetic/target.hpp"

ISOBIT_TARGET_NAMESPACE_BEGIN(certify)

/// How an algorithm says its strategy: the first certain answer. Every tier but the last gives a `certain`; the last
/// one is exact and gives the answer itself.
///
///     return tiers([&] { return round_within<double>(quick(x)); },
///                  [&] { return round_within<double>(finer(x)); },
///                  [&] { return exactly(x); });
template <class Tier, class... Others> [[nodiscard]] ISOBIT_LANE auto tiers(Tier&& tier, Others&&... others) {
  if constexpr (sizeof...(Others) == 0) {
    return tier();
  } else {
    auto const result = tier();
    if (result) [[likely]]
      return *result;
    return tiers(std::forward<Others>(others)...);
  }
}

/// The same for many answers at once, of which a tier may leave some open: each gives how many, and the next one is
/// for these. The last leaves none. Where there are but two tiers and the first gives the places, a loop over them is
/// the second.
template <class Tier, class... Others> ISOBIT_LANE void tiers_while_open(Tier&& tier, Others&&... others) {
  if constexpr (sizeof...(Others) == 0) {
    tier();
  } else {
    if (tier() != 0) tiers_while_open(std::forward<Others>(others)...);
  }
}

ISOBIT_TARGET_NAMESPACE_END
