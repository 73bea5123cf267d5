#pragma once

#include <string>
#include <vector>

namespace isobit::interpose::blas {

/// The reference LAPACK: Fortran that calls BLAS by its names, and so isobit's, once it is led there.
struct reference_lapack {
  void* handle;
  std::string file;
  std::string version;
  std::string build;              ///< what its linker called it, if it did
  std::vector<std::string> left;  ///< routines of BLAS that it calls and isobit has not

  /// Its routine of that name, without anything before or behind the name; null if it has none.
  [[nodiscard]] void* find(std::string const& name) const;
};

/// The one with integers of 64 or 32 bits; null where there is none. Loaded when it is asked for first.
reference_lapack const* reference_lapack_with(bool wide_integers);

/// Those that were asked for and are there.
std::vector<reference_lapack const*> references_in_use();

/// Whether `function` is what a reference LAPACK in use, or a library loaded for it, has under that name.
bool is_in_reference(void* function, char const* name);

/// What to install for those that were asked for in vain; nothing if there are none.
std::vector<std::string> references_missed();

}  // namespace isobit::interpose::blas
