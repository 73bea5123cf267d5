#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// One element after the other, first to last, into one accumulator: what the textbooks print. Nothing to share out.
struct in_sequence {};

ISOBIT_NAMESPACE_END
