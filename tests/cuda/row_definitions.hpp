#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/math.hpp>

/// The functions of rows as BITS.md defines them, by the CPU's calls.
namespace isobit::test {

/// Rounded once.
template <class T> T narrowed(double x) {
  exact number;
  number.add(x);
  return number.round<T>();
}

template <class T> std::vector<double> widened(std::vector<T> const& row) {
  std::vector<double> wide;
  for (T const x : row) wide.push_back(sum<double>(std::vector<T>{x}));
  return wide;
}

template <class T> std::vector<T> narrowed(std::vector<double> const& values) {
  std::vector<T> result;
  for (double const x : values) result.push_back(narrowed<T>(x));
  return result;
}

struct exponentials {
  double shift = 0, sum = 0;
  std::vector<double> difference, power;

  explicit exponentials(std::vector<double> const& x) {
    shift = *std::max_element(x.begin(), x.end());
    bool const ordered = std::none_of(x.begin(), x.end(), [](double each) { return std::isnan(each); });
    if (!ordered || !std::isfinite(shift)) shift = 0;
    for (double const each : x) {
      difference.push_back(each - shift);
      power.push_back(cr::exp(difference.back()));
    }
    sum = isobit::sum(power);
  }
};

template <class T> T sum_of_row(std::vector<T> const& row) { return exact_sum(row).template round<T>(); }
template <class T> T mean_of_row(std::vector<T> const& row) { return exact_sum(row).template mean<T>(row.size()); }
template <class T> T logsumexp_of_row(std::vector<T> const& row) {
  exponentials const e(widened(row));
  return narrowed<T>(e.shift + cr::log(e.sum));
}
template <class T> std::vector<T> softmax_of_row(std::vector<T> const& row) {
  exponentials e(widened(row));
  for (double& x : e.power) x /= e.sum;
  return narrowed<T>(e.power);
}
template <class T> std::vector<T> log_softmax_of_row(std::vector<T> const& row) {
  exponentials e(widened(row));
  for (double& x : e.difference) x -= cr::log(e.sum);
  return narrowed<T>(e.difference);
}

/// No weights, or no biases: an empty vector.
template <class T>
std::vector<T> rms_norm_of_row(std::vector<T> const& row, std::vector<T> const& weight, double epsilon) {
  auto wide = widened(row);
  auto const weights = widened(weight);
  exact squares;
  for (double const x : wide) squares.add(x * x);  // exact
  double const scale = cr::rsqrt(squares.mean<double>(row.size()) + epsilon);
  for (std::size_t j = 0; j < wide.size(); ++j) {
    wide[j] *= scale;
    if (!weights.empty()) wide[j] *= weights[j];
  }
  return narrowed<T>(wide);
}
template <class T>
std::vector<T> layer_norm_of_row(std::vector<T> const& row, std::vector<T> const& weight, std::vector<T> const& bias,
                                 double epsilon) {
  auto wide = widened(row);
  auto const weights = widened(weight), biases = widened(bias);
  double const mean = isobit::mean(wide), scale = cr::rsqrt(variance(wide, 0) + epsilon);
  for (std::size_t j = 0; j < wide.size(); ++j) {
    wide[j] = (wide[j] - mean) * scale;
    if (!weights.empty() || !biases.empty())
      wide[j] = std::fma(wide[j], weights.empty() ? 1.0 : weights[j], biases.empty() ? -0.0 : biases[j]);
  }
  return narrowed<T>(wide);
}

}  // namespace isobit::test
