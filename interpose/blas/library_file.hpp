#pragma once

#include <set>
#include <string>

namespace isobit::interpose::blas {

/// What a shared library on disk says about itself. Loading one to look at it would start its threads.
struct library_file {
  std::set<std::string> defined;  ///< symbols that it has
  std::set<std::string> needed;   ///< symbols that others must have
  std::string build;              ///< what its linker called it, in hexadecimal, if it did
  std::string problem;            ///< why it is no library of this machine, if it is none
};

library_file look_at(std::string const& path);

}  // namespace isobit::interpose::blas
