#pragma once

#include <cmath>
#include <span>
#include <vector>

#include <isobit/driver/serial.hpp>
#include <isobit/linalg/view.hpp>
#include <isobit/sum/dot.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace solver {

/// What is left of a number when products are taken from it: exactly, rounded once, as `dot` has it.
template <class T> class remainder {
public:
  void start(T from) {
    left_.assign(1, T{1});
    right_.assign(1, from);
  }
  void subtract(T x, T y) {
    left_.push_back(-x);
    right_.push_back(y);
  }
  [[nodiscard]] T round() const {
    if (left_.size() == 1) return right_[0];
    if constexpr (!linalg::is_complex<T>)
      if (left_.size() == 2) return std::fma(left_[1], right_[1], right_[0]);
    return isobit::dot(left_, right_, serial());
  }

private:
  std::vector<T> left_, right_;
};

}  // namespace solver
ISOBIT_NAMESPACE_END
