#include "accumulator.hpp"

#include <compare>

#include <isobit/isobit.hpp>
#include <isobit/sum/readable_bytes.hpp>

#include "array.hpp"
#include "local_sum.hpp"

namespace isobit::fortran {
namespace {

/// left - right: as if every number that right has seen had been added to left with the other sign.
exact_product difference(exact_product left, exact_product right) noexcept {
  if (right.empty()) return left;
  right.canonicalise();
  for (int k = right.lowest_used_digit(); k <= right.highest_used_digit(); ++k) left.add_digit(-right.digit(k), k);
  left.note_nonfinite(right.nan_count(), right.negative_infinity_count(), right.positive_infinity_count());
  left.note_addends(false);
  left.canonicalise();
  return left;
}

/// As the Fortran module numbers them.
enum class combination : int { merge = 1, subtract = 2, retract = 3 };

}  // namespace
}  // namespace isobit::fortran

using namespace isobit;
using namespace isobit::fortran;

extern "C" {

/// Adds (sign 1) or undoes the adding of (sign -1) the numbers x, perhaps each times its weight, where the mask is
/// true.
int isobit_fortran_accumulator_add(plain_accumulator* into, int k, CFI_cdesc_t const* x, CFI_cdesc_t const* weights,
                                   CFI_cdesc_t const* mask, int sign) {
  arguments checked(x);
  array factors, chosen;
  array const* const with = checked.with(weights, factors, weights_differ);
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  return perform([&] {
    exact_product state = into->value();
    exact_product const change = local_sum<exact_product>(kind(k), checked.x, with, where);
    if (sign > 0)
      state.merge(change);
    else
      state.retract(change);
    into->assign(state);
  });
}

int isobit_fortran_accumulator_combine(plain_accumulator* into, plain_accumulator const* other, int how) {
  exact_product state = into->value();
  exact_product const right = other->value();
  if (combination(how) == combination::merge)
    state.merge(right);
  else if (combination(how) == combination::subtract)
    state = difference(state, right);
  else
    state.retract(right);
  into->assign(state);
  return ISOBIT_OK;
}

void isobit_fortran_accumulator_round_64(plain_accumulator const* state, double* result) {
  *result = state->value().round<double>();
}
void isobit_fortran_accumulator_round_32(plain_accumulator const* state, float* result) {
  *result = state->value().round<float>();
}
void isobit_fortran_accumulator_root(plain_accumulator const* state, double* result) {
  *result = state->value().square_root<double>();
}

int isobit_fortran_accumulator_mean(plain_accumulator const* state, std::int64_t count, double* result) {
  if (count < 1) return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: a mean needs a count of at least 1");
  *result = state->value().mean<double>(static_cast<std::uint64_t>(count));
  return ISOBIT_OK;
}

/// -1, 0, 1 for the order of the values; 2 where infinities or NaN forbid one.
int isobit_fortran_accumulator_compare(plain_accumulator const* left, plain_accumulator const* right) {
  auto const order = left->value() <=> right->value();
  if (order == std::partial_ordering::unordered) return 2;
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}
int isobit_fortran_accumulator_equal(plain_accumulator const* left, plain_accumulator const* right) {
  return left->value() == right->value() ? 1 : 0;
}
std::int64_t isobit_fortran_accumulator_hash(plain_accumulator const* state) {
  return static_cast<std::int64_t>(state->value().hash());
}

/// Writes as many bytes as there is room for, and returns how many there are.
int isobit_fortran_accumulator_bytes(plain_accumulator const* state, void* bytes, std::int64_t capacity,
                                     std::int64_t* size) {
  return perform([&] {
    auto const all = state->value().serialise();
    *size = static_cast<std::int64_t>(all.size());
    if (capacity >= *size) std::memcpy(bytes, all.data(), all.size());
  });
}

int isobit_fortran_accumulator_from_bytes(plain_accumulator* into, void const* bytes, std::int64_t size) {
  std::span<std::byte const> const all(static_cast<std::byte const*>(bytes), static_cast<std::size_t>(size));
  if (!isobit::detail::is_readable<exact_product>(all))
    return refuse(ISOBIT_MALFORMED_BYTES,
                  "isobit: these bytes are not those of an accumulator; pass what bytes() gave");
  return perform([&] { into->assign(exact_product::deserialise(all)); });
}

}  // extern "C"
