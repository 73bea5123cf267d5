#pragma once

#include <isobit/version.hpp>

#include "common/json.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

/// What a rank says of the run it is part of: the first line of its places.
common::json_object run_line(int rank, int ranks, std::uint64_t run_id);

}  // namespace interpose
ISOBIT_NAMESPACE_END
