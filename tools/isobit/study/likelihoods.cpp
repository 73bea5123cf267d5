#include "likelihoods.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <isobit/arithmetic/bits.hpp>

#include "../basics/failure.hpp"
#include "common/random.hpp"

namespace isobit::tool {
namespace {

namespace fs = std::filesystem;

std::uint64_t little_endian(std::string const& bytes, std::size_t at) {
  std::uint64_t word = 0;
  for (std::size_t i = 8; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
  return word;
}

std::vector<double> read(fs::path const& path, std::size_t count) {
  std::ifstream file(path, std::ios::binary);
  std::string const bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw failure(exit_code::io, path.string() + ": cannot be read");
  if (bytes.size() != 8 + 8 * count || little_endian(bytes, 0) != count)
    throw failure(exit_code::bad_data, path.string() + ": should hold a count of " + std::to_string(count) +
                                           " and as many doubles, but does not");
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = from_bits<double>(little_endian(bytes, 8 + 8 * i));
  return values;
}

/// Like the measured ones: negative, mostly above -50, a mean near -15.
std::vector<double> make_up(likelihoods const& set, std::uint64_t seed) {
  common::splitmix64 random(seed ^ set.count);
  std::vector<double> values(set.count);
  for (double& x : values) x = 14 * std::log(common::positive_fraction(random())) - 1;
  return values;
}

}  // namespace

std::vector<likelihoods> likelihood_sets(study_options const& options) {
  std::vector<likelihoods> sets = {{"354", 460, "6.4e-12"},
                                   {"multi100", 767, "3.6e-12"},
                                   {"prim", 898, "7.3e-12"},
                                   {"fusob", 1602, "4.5e-11"},
                                   {"dna_rokasD4", 239763, "1.9e-7"},
                                   {"aa_rokasA8", 504850, "4.5e-8"},
                                   {"dna_rokasD1", 1327505, "4.5e-6"},
                                   {"aa_rokasA4", 1806035, "2.8e-6"},
                                   {"dna_PeteD8", 3011099, "6.1e-6"},
                                   {"dna_rokasD7", 21410970, "-"}};
  if (options.quick) std::erase_if(sets, [](likelihoods const& set) { return set.count > 10000; });
  return sets;
}

loaded_likelihoods load(likelihoods const& set, study_options const& options) {
  if (!options.data.empty())
    for (char const* const folder : {"psllh", ""}) {
      auto const path = fs::path(options.data) / folder / (set.name + ".binpsllh");
      if (fs::exists(path)) return {read(path, set.count), true};
    }
  return {make_up(set, options.seed), false};
}

}  // namespace isobit::tool
