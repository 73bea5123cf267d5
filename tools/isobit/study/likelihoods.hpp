#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "study.hpp"

namespace isobit::tool {

/// A data set of the thesis's Table 4.1: per-site log-likelihoods.
struct likelihoods {
  std::string name;
  std::size_t count;
  std::string published;  ///< the difference its Table 4.2 prints for std::accumulate + Allreduce
};

/// Those that the study takes, the smallest first.
std::vector<likelihoods> likelihood_sets(study_options const& options);

struct loaded_likelihoods {
  std::vector<double> values;
  bool is_measured;  ///< from a file; else made up
};

/// The numbers from a file NAME.binpsllh (their count as a little-endian 64-bit integer, then the doubles) in the
/// folder or its psllh/, or made-up ones of the same number where there is no such file. Throws `failure` for a file
/// that holds something else.
loaded_likelihoods load(likelihoods const& set, study_options const& options);

}  // namespace isobit::tool
