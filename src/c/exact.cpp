#include <compare>
#include <span>

#include "c/bytes.hpp"
#include "c/exact_handle.hpp"
#include "c/guard.hpp"

namespace {

namespace c = isobit::c_interface;

/// Changes a state: `change(value)`.
template <class Change> isobit_status update(isobit_exact* state, Change change) noexcept {
  return c::guard([&] {
    c::require_pointers(state);
    change(state->value);
  });
}

/// Reads a state: *result = `read(value)`.
template <class Result, class Read>
isobit_status inspect(isobit_exact const* state, Result* result, Read read) noexcept {
  return c::guard([&] {
    c::require_pointers(state, result);
    *result = read(state->value);
  });
}

template <class T> isobit_status add_array(isobit_exact* state, T const* values, std::size_t count) noexcept {
  return update(state, [&](auto& value) {
    c::require_array(values, count);
    value.add(std::span(values, count));
  });
}

template <class T> isobit_status add_products(isobit_exact* state, T const* x, T const* y, std::size_t count) noexcept {
  return update(state, [&](auto& value) {
    c::require_array(x, count);
    c::require_array(y, count);
    value.add_products(std::span(x, count), std::span(y, count));
  });
}

template <class T> isobit_status round(isobit_exact const* state, isobit_rounding mode, T* result) noexcept {
  return inspect(state, result, [&](auto const& value) {
    c::require(mode >= ISOBIT_NEAREST_EVEN && mode <= ISOBIT_TO_ODD, "a rounding mode that there is not");
    return value.template round<T>(static_cast<isobit::rounding>(mode));
  });
}

static_assert(static_cast<int>(isobit::rounding::nearest_even) == ISOBIT_NEAREST_EVEN);
static_assert(static_cast<int>(isobit::rounding::toward_zero) == ISOBIT_TOWARD_ZERO);
static_assert(static_cast<int>(isobit::rounding::upward) == ISOBIT_UPWARD);
static_assert(static_cast<int>(isobit::rounding::downward) == ISOBIT_DOWNWARD);
static_assert(static_cast<int>(isobit::rounding::to_odd) == ISOBIT_TO_ODD);

int as_number(std::partial_ordering order) {
  if (order == std::partial_ordering::unordered) return 2;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

}  // namespace

extern "C" {

isobit_status isobit_exact_create(isobit_exact** result) {
  return c::guard([&] {
    c::require_pointers(result);
    *result = new isobit_exact;
  });
}

isobit_status isobit_exact_copy(isobit_exact const* state, isobit_exact** result) {
  return c::guard([&] {
    c::require_pointers(state, result);
    *result = new isobit_exact(*state);
  });
}

void isobit_exact_destroy(isobit_exact* state) { delete state; }

isobit_status isobit_exact_clear(isobit_exact* state) {
  return update(state, [](auto& value) { value = {}; });
}

isobit_status isobit_exact_add(isobit_exact* state, double x) {
  return update(state, [&](auto& value) { value.add(x); });
}

isobit_status isobit_exact_add_f64(isobit_exact* state, double const* values, size_t count) {
  return add_array(state, values, count);
}

isobit_status isobit_exact_add_f32(isobit_exact* state, float const* values, size_t count) {
  return add_array(state, values, count);
}

isobit_status isobit_exact_add_product(isobit_exact* state, double x, double y) {
  return update(state, [&](auto& value) { value.add_product(x, y); });
}

isobit_status isobit_exact_add_products_f64(isobit_exact* state, double const* x, double const* y, size_t count) {
  return add_products(state, x, y, count);
}

isobit_status isobit_exact_add_products_f32(isobit_exact* state, float const* x, float const* y, size_t count) {
  return add_products(state, x, y, count);
}

isobit_status isobit_exact_merge(isobit_exact* state, isobit_exact const* other) {
  return update(state, [&](auto& value) {
    c::require_pointers(other);
    value.merge(other->value);
  });
}

isobit_status isobit_exact_retract(isobit_exact* state, double x) {
  return update(state, [&](auto& value) { value.retract(x); });
}

isobit_status isobit_exact_retract_product(isobit_exact* state, double x, double y) {
  return update(state, [&](auto& value) { value.retract_product(x, y); });
}

isobit_status isobit_exact_retract_merge(isobit_exact* state, isobit_exact const* other) {
  return update(state, [&](auto& value) {
    c::require_pointers(other);
    value.retract(other->value);
  });
}

isobit_status isobit_exact_round_f64(isobit_exact const* state, isobit_rounding mode, double* result) {
  return round(state, mode, result);
}

isobit_status isobit_exact_round_f32(isobit_exact const* state, isobit_rounding mode, float* result) {
  return round(state, mode, result);
}

isobit_status isobit_exact_mean_f64(isobit_exact const* state, uint64_t count, double* result) {
  return inspect(state, result, [&](auto const& value) { return value.template mean<double>(count); });
}

isobit_status isobit_exact_square_root_f64(isobit_exact const* state, double* result) {
  return inspect(state, result, [](auto const& value) { return value.template square_root<double>(); });
}

isobit_status isobit_exact_equal(isobit_exact const* left, isobit_exact const* right, int* equal) {
  return inspect(left, equal, [&](auto const& value) {
    c::require_pointers(right);
    return value == right->value ? 1 : 0;
  });
}

isobit_status isobit_exact_compare(isobit_exact const* left, isobit_exact const* right, int* order) {
  return inspect(left, order, [&](auto const& value) {
    c::require_pointers(right);
    return as_number(value <=> right->value);
  });
}

isobit_status isobit_exact_hash(isobit_exact const* state, uint64_t* hash) {
  return inspect(state, hash, [](auto const& value) { return value.hash(); });
}

isobit_status isobit_exact_serialise(isobit_exact const* state, void* bytes, size_t capacity, size_t* size) {
  return c::guard([&] {
    c::require_pointers(state, size);
    c::hand_out("isobit_exact_serialise", state->value.serialise(), bytes, capacity, *size);
  });
}

isobit_status isobit_exact_deserialise(void const* bytes, size_t size, isobit_exact** result) {
  return c::guard([&] {
    c::require_pointers(result);
    *result = new isobit_exact{isobit::exact_product::deserialise(c::handed_in(bytes, size))};
  });
}

}  // extern "C"
