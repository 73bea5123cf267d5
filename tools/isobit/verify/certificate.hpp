#pragma once

#include <string>
#include <vector>

#include <isobit/driver/driver.hpp>

namespace isobit::tool {

/// The hash of the bits of one operation's results on one class of data.
struct result_group {
  std::string name;  ///< type/class/operation
  std::string hash;
};

/// The hashes of a fixed set of results, in a fixed order.
struct certificate {
  std::vector<result_group> groups;
  /// The hash over all groups: the certificate in one line.
  [[nodiscard]] std::string hash() const;
};

/// Computes every result with one driver.
certificate compute_certificate(driver_ref driver);

/// What compute_certificate(...).hash() is on every machine. It changes only with the set of results.
extern char const golden_certificate[];

}  // namespace isobit::tool
