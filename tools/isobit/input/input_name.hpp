#pragma once

#include <string>

namespace isobit::tool {

/// What an argument names: a file, and of files that hold several things one of these, as in data.npz:x.
struct input_name {
  std::string path;
  std::string part;  ///< empty where none is named
};

/// The whole is a file where there is one of that name; else what is before the first colon that a file is before.
input_name split_input_name(std::string const& argument);

}  // namespace isobit::tool
