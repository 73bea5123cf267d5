#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace isobit::tool {

/// For a word that is none of those that are possible: "did you mean sum?", or all of them where none is near.
std::string suggestion(std::string_view word, std::vector<std::string> const& possible);

}  // namespace isobit::tool
