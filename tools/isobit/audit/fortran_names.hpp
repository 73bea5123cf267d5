#pragma once

#include <string>

namespace isobit::tool {

/// What a Fortran program calls the procedure with this symbol: "module::name" for those of modules, as gfortran, flang
/// and Intel's compiler mangle them; without the underscore behind, where the file says that it is Fortran. Other
/// symbols stay as they are.
std::string fortran_name(std::string const& symbol, std::string const& file);

}  // namespace isobit::tool
