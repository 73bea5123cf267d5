#pragma once

#include <string>
#include <vector>

#include "common/hash.hpp"
#include "ranks.hpp"

namespace isobit::tool {

/// Throws `failure` for what is no file that every rank can read from its start.
void require_files(std::vector<std::string> const& paths);

/// Throws, on all ranks, where they see files of different sizes, or `seen` differs, what else they know of them.
void require_same_files(ranks const& job, std::vector<std::string> const& paths, common::fnv1a seen);

}  // namespace isobit::tool
