#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// Elements are grouped as the driver likes, and the groups merge in any order. For order-free accumulators only.
struct any_order {};

ISOBIT_NAMESPACE_END
