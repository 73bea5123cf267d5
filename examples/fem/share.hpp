#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fem {

/// Who has which of `count` cells or rows: "blocks", one run of them a rank; "cyclic", in turn; "scattered", by a hash
/// of the number. Throws std::invalid_argument for other names.
std::vector<int> owners(std::string const& how, std::int64_t count, int ranks);

/// The cells of a rank, in the order in which it takes them: "ascending", "descending" or "shuffled".
std::vector<std::size_t> cells_of(int rank, std::vector<int> const& owner, std::string const& order);

}  // namespace fem
