#pragma once

#include <string_view>

namespace isobit::tool {

/// report.html of this folder with its style and scripts in it; the build makes a string literal of them. {{data}}
/// stands for the report's JSON.
extern std::string_view const report_page;

}  // namespace isobit::tool
