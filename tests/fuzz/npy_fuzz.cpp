// Headers of .npy files: malformed ones are refused with a `failure`, and what is accepted makes sense.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "../../tools/isobit/basics/failure.hpp"
#include "../../tools/isobit/basics/printable.cpp"
#include "../../tools/isobit/input/npy.cpp"

namespace {

using namespace isobit::tool;

char kind_of(npy_header const& header) {
  if (header.is_complex) return 'c';
  return header.type <= element_type::bf16 ? 'f' : header.type <= element_type::i64 ? 'i' : 'u';
}

/// The header as numpy.save would write it, but for booleans.
std::string written(npy_header const& header) {
  std::string shape;
  for (auto const extent : header.shape) shape += std::to_string(extent) + ", ";
  int const size = static_cast<int>(size_of(header.type)) * (header.is_complex ? 2 : 1);
  std::string text = std::string("{'descr': '") + (header.big_endian ? '>' : '<') + kind_of(header) +
                     std::to_string(size) + "', 'fortran_order': " + (header.fortran_order ? "True" : "False") +
                     ", 'shape': (" + shape + "), }\n";
  std::string bytes(npy_magic);
  bytes += '\2';
  bytes += '\0';
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(text.size() >> 8 * i);
  return bytes + text;
}

bool same(npy_header const& a, npy_header const& b) {
  return a.type == b.type && a.big_endian == b.big_endian && a.is_complex == b.is_complex &&
         a.fortran_order == b.fortran_order && a.shape == b.shape && a.count == b.count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::vector<char> const bytes(data, data + size);
  std::string_view const text(bytes.data(), bytes.size());
  try {
    auto const header = parse_npy_header(text);
    if (npy_data_offset(text.substr(0, npy_prefix_size)) > size) std::abort();
    std::uint64_t count = header.is_complex ? 2 : 1;
    for (auto const extent : header.shape) count *= extent;
    if (header.count != count || header.count > std::uint64_t{1} << 60) std::abort();
    if (header.fields.empty() && !same(parse_npy_header(written(header)), header)) std::abort();
    for (auto const& field : header.fields)
      if (!field.is_array &&  // an array may have no elements
          (field.offset > header.record_size || field.type.size > header.record_size - field.offset))
        std::abort();
  } catch (failure const& problem) {
    if (problem.code() != exit_code::bad_data || std::string(problem.what()).empty()) std::abort();
  }
  return 0;
}
