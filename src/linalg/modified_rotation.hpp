#pragma once

#include <isobit/linalg/rotation.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace linalg {

// As BLAS passes a modified rotation: {flag, h11, h21, h12, h22}, where what the flag says is neither read nor written.

/// The flag and h.
template <class T> [[nodiscard]] modified_rotation<T> read_parameters(T const* parameters) noexcept {
  T const flag = parameters[0];
  bool const whole = flag < 0, diagonal = whole || flag > 0, rest = whole || !(flag > 0);
  modified_rotation<T> m{};
  m.flag = flag;
  m.h11 = diagonal ? parameters[1] : T(1), m.h21 = rest ? parameters[2] : T(-1);
  m.h12 = rest ? parameters[3] : T(1), m.h22 = diagonal ? parameters[4] : T(1);
  return m;
}

template <class T> void write_parameters(modified_rotation<T> const& m, T* parameters) noexcept {
  parameters[0] = m.flag;
  if (m.flag == -1 || m.flag == 1) parameters[1] = m.h11, parameters[4] = m.h22;
  if (m.flag == -1 || m.flag == 0) parameters[2] = m.h21, parameters[3] = m.h12;
}

}  // namespace linalg
ISOBIT_NAMESPACE_END
