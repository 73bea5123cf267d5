#include "reduction.hpp"

#include <algorithm>

#include <isobit/driver/threads.hpp>

namespace isobit::tool {

std::size_t useful_threads(input_options const& options) {
  std::size_t const wished = options.threads != 0 ? options.threads : threads().count();
  std::uint64_t bytes = 0;
  for (auto const& path : options.files) {
    std::uint64_t const size = size_of_file(path);
    if (size == 0) return wished;  // a pipe: there may be any amount
    bytes += size;
  }
  constexpr std::uint64_t worth_a_thread = std::uint64_t{1} << 20;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(bytes / worth_a_thread, 1, wished));
}

}  // namespace isobit::tool
