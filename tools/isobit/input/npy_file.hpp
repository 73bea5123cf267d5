#pragma once

#include <memory>

#include "bytes.hpp"
#include "npy.hpp"
#include "table.hpp"

namespace isobit::tool {

/// The header of an .npy file, and how many bytes it took.
struct npy_start {
  npy_header header;
  std::size_t offset;
};

/// Reads it. Throws `failure` with the name of the input.
npy_start read_npy_start(input_bytes& bytes);

/// The records behind it.
std::unique_ptr<table_reader> make_record_table(std::unique_ptr<input_bytes> bytes, npy_start const& start,
                                                table_wish const& wish, input_options const& options);

}  // namespace isobit::tool
