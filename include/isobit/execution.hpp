#pragma once

#include <execution>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>

/// The policies of std::execution in the place of a driver. A header of its own: <execution> may want a library of
/// threads to be linked.
///
///     double s = isobit::sum(values, std::execution::par);
ISOBIT_NAMESPACE_BEGIN
namespace detail {

template <> struct policy_driver<std::execution::sequenced_policy> { static constexpr serial value{}; };
template <> struct policy_driver<std::execution::unsequenced_policy> { static constexpr serial value{}; };
template <> struct policy_driver<std::execution::parallel_policy> { static constexpr automatic value{}; };
template <> struct policy_driver<std::execution::parallel_unsequenced_policy> { static constexpr automatic value{}; };

}  // namespace detail
ISOBIT_NAMESPACE_END
