#pragma once

#include <string>
#include <vector>

/// Asking the dynamic linker.
namespace isobit::interpose::blas {

/// Which loaded library an address lies in, as a number; null for none.
void const* library_of(void const* address);

/// The name of its file, without the folder; empty for none.
std::string library_name(void const* address);

/// The files of all libraries that are loaded now.
std::vector<std::string> loaded_libraries();

/// `found`, unless it is this library's.
void* foreign(void* found);

/// The function in a loaded library or in what that needs, unless it is this library's: by file, and by an address.
void* in_object(char const* path, char const* name);
void* beside(void const* address, char const* name);

}  // namespace isobit::interpose::blas
