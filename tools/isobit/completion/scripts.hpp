#pragma once

#include <string_view>

namespace isobit::tool {

// The files beside this one; the build makes string literals of them.
extern std::string_view const bash_completion;
extern std::string_view const zsh_completion;
extern std::string_view const fish_completion;

}  // namespace isobit::tool
