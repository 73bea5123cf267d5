#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

namespace scale {

/// What calibrate.cpp measured on one core: how long a rank computes, so that simulated times do not depend on how
/// busy the machine is that simulates.
class calibration {
public:
  calibration() = default;
  explicit calibration(std::string const& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("scale: cannot read " + file + "; write it with calibrate");
    std::string part, size, time;
    std::getline(in, part);
    while (std::getline(in, part, ',') && std::getline(in, size, ',') && std::getline(in, time))
      seconds_[part][std::stod(size)] = std::stod(time) * 1e-9;
  }

  /// Of no file, nothing is known.
  static calibration of_file(std::string const& file) { return file.empty() ? calibration() : calibration(file); }

  /// Interpolated between the sizes measured, both axes logarithmic; beyond them in proportion. 0 for nothing measured
  /// at all (no calibration: communication only).
  [[nodiscard]] double seconds(std::string const& part, std::size_t elements) const {
    if (seconds_.empty() || elements == 0) return 0;
    auto const found = seconds_.find(part);
    if (found == seconds_.end()) throw std::runtime_error("scale: nothing is known of " + part + "; calibrate again");
    auto const& known = found->second;
    double const n = static_cast<double>(elements);
    auto const after = known.lower_bound(n);
    if (after == known.end()) return known.rbegin()->second * n / known.rbegin()->first;
    if (after->first == n || after == known.begin()) return after->second;
    auto const before = std::prev(after);
    double const way = std::log(n / before->first) / std::log(after->first / before->first);
    return before->second * std::pow(after->second / before->second, way);
  }

private:
  std::map<std::string, std::map<double, double>> seconds_;
};

}  // namespace scale
