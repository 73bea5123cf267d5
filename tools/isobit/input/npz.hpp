#pragma once

#include <string>

#include "bytes.hpp"

namespace isobit::tool {

/// Makes of the bytes of an .npz file those of one of its arrays, an .npy file: of the one that is named, or of the
/// only one. Throws `failure` with the names of the arrays.
void enter_npz(input_bytes& bytes, std::string const& array);

}  // namespace isobit::tool
