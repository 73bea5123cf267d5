#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace {

bool replay(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> const bytes(std::istreambuf_iterator<char>(file), {});
  if (!file) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return false;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
  return true;
}

}  // namespace

// The main function of a fuzz target in a build without libFuzzer: every file of the folders given, once.
int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i)
    for (auto const& entry : std::filesystem::directory_iterator(argv[i])) {
      if (!replay(entry.path())) return 1;
      ++count;
    }
  std::printf("%zu inputs replayed\n", count);
  return count == 0 ? 1 : 0;
}
