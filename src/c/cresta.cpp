#include <isobit/cresta.h>

#include <span>

#include <isobit/method/compensated.hpp>
#include <isobit/method/extended.hpp>

namespace isobit::c_interface {
namespace {

template <class A> typename A::value_type in_sequence(typename A::value_type const* vec, std::size_t length) noexcept {
  using T = typename A::value_type;
  if (vec == nullptr && length != 0) return from_bits<T>(format<T>::canonical_nan);
  A state;
  state.add(std::span(vec, length));
  return state.round();
}

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;

extern "C" {

float isobit_sum_vec_kahan_float(float const* vec, size_t length) {
  return c_interface::in_sequence<kahan<float>>(vec, length);
}
double isobit_sum_vec_kahan_double(double const* vec, size_t length) {
  return c_interface::in_sequence<kahan<double>>(vec, length);
}

float isobit_sum_vec_knuth_float(float const* vec, size_t length) {
  return c_interface::in_sequence<knuth<float>>(vec, length);
}
double isobit_sum_vec_knuth_double(double const* vec, size_t length) {
  return c_interface::in_sequence<knuth<double>>(vec, length);
}

float isobit_sum_vec_highprecision_float(float const* vec, size_t length) {
  return c_interface::in_sequence<extended<float>>(vec, length);
}
double isobit_sum_vec_highprecision_double(double const* vec, size_t length) {
  return c_interface::in_sequence<extended<double>>(vec, length);
}
}
