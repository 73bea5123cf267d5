#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace isobit::tool {

/// How many of its first bytes tell what a file is.
inline constexpr std::size_t sniffed_size = std::size_t{4} << 10;

/// Of a file that starts like one of a format that isobit knows but cannot read: what it is and what to do, as the rest
/// of a sentence about the file. Empty for all others. Every signature is long enough that raw numbers do not start
/// with it by chance.
std::string foreign_file(std::string_view start);

/// Whether a file starts like NumPy's .npz: a zip archive of .npy files.
bool is_npz(std::string_view start);

/// Likewise of text that is not in UTF-8.
std::string foreign_encoding(std::string_view start);

/// Likewise of JSON.
std::string foreign_text(std::string_view start);

}  // namespace isobit::tool
