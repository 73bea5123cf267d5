// Headers of classic netCDF files: malformed ones are refused with a `failure`, and what is accepted makes sense.

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "../../tools/isobit/basics/failure.hpp"
#include "../../tools/isobit/basics/printable.cpp"
#include "../../tools/isobit/input/netcdf.cpp"

namespace {

using namespace isobit::tool;

bool is_sound(netcdf_variable const& variable) {
  __extension__ using wide = unsigned __int128;
  std::uint64_t const size = variable.type ? size_of(*variable.type) : 1;
  wide elements = 1;
  for (auto const extent : variable.shape) elements *= extent;
  wide const end = wide{variable.begin} + wide{variable.runs} * variable.stride + variable.run_size;
  for (auto const& each : variable.attributes)
    if (each.type && each.values.size() % size_of(*each.type) != 0) return false;
  return !variable.name.empty() && variable.run_size != 0 &&
         wide{variable.run_size} * variable.runs == elements * size &&
         (variable.runs < 2 || variable.stride >= variable.run_size) && end <= std::numeric_limits<std::int64_t>::max();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::vector<char> const bytes(data, data + size);
  std::string_view const text(bytes.data(), bytes.size());
  try {
    for (auto const& each : parse_netcdf_header([&](std::size_t count) { return text.substr(0, count); }, size))
      if (!is_sound(each)) std::abort();
  } catch (failure const& problem) {
    if (problem.code() != exit_code::bad_data || std::string(problem.what()).empty()) std::abort();
  }
  return 0;
}
