#include "library_format.hpp"

#include <algorithm>
#include <iterator>

#include "module.hpp"

namespace isobit::tool {
namespace {

using namespace std::string_view_literals;

struct library_format {
  input_format format;
  char const* option;
  char const* name;
  char const* module;
  char const* library;  ///< that the module needs
  char const* advice;
};

constexpr library_format formats[] = {
    {input_format::parquet, "parquet", "a Parquet file", arrow_module, "Arrow and Parquet",
     "save what you need as CSV: pandas.read_parquet('FILE').to_csv('table.csv')"},
    {input_format::arrow, "arrow", "an Arrow file", arrow_module, "Arrow and Parquet",
     "save what you need as CSV: pandas.read_feather('FILE').to_csv('table.csv')"},
    {input_format::hdf5, "hdf5", "an HDF5 or netCDF-4 file", hdf5_module, "HDF5 (libhdf5-dev)",
     "save what you need as .npy: numpy.save('x.npy', h5py.File('FILE')['dataset'][:])"},
};

library_format const& entry_of(input_format format) noexcept {
  return *std::find_if(std::begin(formats), std::end(formats), [&](auto const& each) { return each.format == format; });
}

}  // namespace

std::optional<input_format> library_format_of(std::string_view start) noexcept {
  if (start.starts_with("PAR1\x15")) return input_format::parquet;
  if (start.starts_with("ARROW1\0\0"sv)) return input_format::arrow;
  // HDF5 may put its own beginning behind somebody else's, at a power of two.
  for (std::size_t const offset : {0, 512, 1024, 2048})
    if (start.size() > offset && start.substr(offset).starts_with("\x89HDF\r\n\x1a\n")) return input_format::hdf5;
  return {};
}

bool is_built_in(input_format format) { return has_module(entry_of(format).module); }

std::string name_of_file(input_format format) {
  if (format == input_format::npy) return "an .npy file";
  if (format == input_format::npz) return "an .npz file";
  if (format == input_format::netcdf) return "a classic netCDF file";
  return entry_of(format).name;
}

std::string without_library(input_format format) {
  auto const& entry = entry_of(format);
  return std::string("is ") + entry.name + ", which this isobit was built without; build it where CMake finds " +
         entry.library + ", or " + entry.advice;
}

std::vector<std::string> built_in_formats() {
  std::vector<std::string> names;
  for (auto const& each : formats)
    if (has_module(each.module)) names.emplace_back(each.option);
  return names;
}

}  // namespace isobit::tool
