#pragma once

#include <string>

namespace isobit::tool {

/// A function's name as people say it: without result type, parameters and template arguments, and of its scopes the
/// innermost only. "void LAMMPS_NS::Finish<int>::end(int) const" is "Finish::end".
std::string short_name(std::string const& function);

}  // namespace isobit::tool
