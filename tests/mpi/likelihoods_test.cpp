#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/mpi.hpp>
#include <isobit/mpi/tree_reduce.hpp>

#include "spreads.hpp"

// Logarithms of likelihoods per site of real alignments, whose sum decides between phylogenetic trees.
namespace isobit::test {
namespace {

namespace fs = std::filesystem;

/// ISOBIT_TEST_DATA, or what lies beside the source tree.
std::optional<fs::path> folder() {
  for (char const* const variable : {"ISOBIT_TEST_DATA", "ISOBIT_SHARED_DATA"})
    if (char const* const data = std::getenv(variable))
      for (fs::path const& candidate : {fs::path(data) / "psllh", fs::path(data)})
        if (fs::exists(candidate / "prim.binpsllh")) return candidate;
  return std::nullopt;
}

std::uint64_t little_endian(std::string const& bytes, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = 8; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

std::vector<double> read(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  std::string const bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<double> values;
  if (bytes.size() < 8 || bytes.size() != 8 + 8 * little_endian(bytes, 0)) return values;
  for (std::size_t at = 8; at < bytes.size(); at += 8) values.push_back(from_bits<double>(little_endian(bytes, at)));
  return values;
}

TEST(likelihoods, have_one_sum_on_any_number_of_ranks) {
  auto const data = folder();
  if (!data) {
    GTEST_SKIP() << "no psllh/prim.binpsllh in ISOBIT_TEST_DATA nor in ../shared/data beside the source tree";
  }
  int files = 0;
  for (char const* const name : {"354", "multi100", "prim", "fusob", "dna_rokasD4"}) {
    auto const path = *data / (std::string(name) + ".binpsllh");
    if (!fs::exists(path)) continue;
    SCOPED_TRACE(path.string());
    auto const x = read(path);
    EXPECT_FALSE(x.empty());
    ++files;
    double const exact_sum = sum(x), bins = sum<binned<double, 3>>(x), tree = tree_sum(x);
    for_each_size([&](MPI_Comm comm) {
      // The tree takes elements in order; the others as they come.
      auto const size = static_cast<std::size_t>(size_of(comm)), rank = static_cast<std::size_t>(rank_in(comm));
      std::size_t const first = x.size() * rank / size, last = x.size() * (rank + 1) / size;
      auto const piece = std::span<double const>(x).subspan(first, last - first);
      EXPECT_TRUE(same_bits(tree, mpi::tree_sum(piece, comm)));
      EXPECT_TRUE(same_bits(exact_sum, mpi::sum(piece, comm)));
      EXPECT_TRUE(same_bits(bins, (mpi::sum<binned<double, 3>>(piece, comm))));
      std::vector<double> dealt;
      for (std::size_t i = rank; i < x.size(); i += size) dealt.push_back(x[i]);
      EXPECT_TRUE(same_bits(exact_sum, mpi::sum(dealt, comm)));
      EXPECT_TRUE(same_bits(bins, (mpi::sum<binned<double, 3>>(dealt, comm))));
    });
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace isobit::test
