#pragma once

#include <memory>
#include <string>

#include "reader.hpp"
#include "table.hpp"

namespace isobit::tool {

// What another library reads is read by a module, which is loaded where it is needed: programs that are linked with
// that library, and with all that it is linked with, start three times as slowly. A module has a function without C++'s
// decoration, of one of these types; it gives what the caller is to delete.
using open_reader_function = reader*(std::string const& path, std::string const& part, input_options const& options,
                                     progress& watcher);
using open_table_function = table_reader*(std::string const& path, table_wish const& wish, input_options const& options,
                                          progress& watcher);

inline constexpr char hdf5_module[] = "isobit_hdf5.so";
inline constexpr char arrow_module[] = "isobit_arrow.so";

/// Whether a module is there: beside the program, or where it is installed.
bool has_module(std::string const& name);

/// A dataset, named or the only one, of an HDF5 or netCDF-4 file. Throws `failure` where the module cannot be loaded.
std::unique_ptr<reader> open_hdf5(std::string const& path, std::string const& dataset, input_options const& options,
                                  progress& watcher);

/// A Parquet or Arrow file. Likewise.
std::unique_ptr<table_reader> open_arrow(std::string const& path, table_wish const& wish, input_options const& options,
                                         progress& watcher);

}  // namespace isobit::tool
