#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The largest magnitude of all elements first, then `any_order` with extractors chosen for it. The input is read
/// twice, so it cannot be a stream.
struct two_pass {};

ISOBIT_NAMESPACE_END
