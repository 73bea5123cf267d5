#include "moving.h"

#include <type_traits>

#include "kinds.hpp"

namespace isobit::sql {
namespace {

/// An `exact` remembers that it has seen other addends than -0, also when they were retracted. So these are counted.
template <class Sums> struct moving_sums {
  Sums sums;
  std::uint64_t count = 0;
  std::uint64_t negative_zeros = 0;
  std::uint64_t others = 0;

  void entered(bool negative_zero) {
    ++count;
    ++(negative_zero ? negative_zeros : others);
  }
  void left(bool negative_zero) {
    --count;
    --(negative_zero ? negative_zeros : others);
    forget();
  }
  void forget() {
    if (others != 0) return;
    sums = Sums();
    if (negative_zeros != 0) sums.add(-0.0, 1.0);
  }
};

template <class Memory, class Action> auto with_moving(isobit_sql_kind kind, Memory* memory, Action const& action) {
  return with(kind, memory, [&]<class Sums>(Sums*) {
    using moving = moving_sums<std::remove_const_t<Sums>>;
    static_assert(std::is_trivially_copyable_v<moving>, "hosts copy and forget them");
    return action(static_cast<std::conditional_t<std::is_const_v<Sums>, moving const*, moving*>>(memory));
  });
}

/// A state counts as one addend, or as none if it has seen nothing.
void state_entered(moving_sums<products>& moving, exact_product const& state) {
  moving.sums.sum.merge(state);
  if (state.empty())
    ++moving.count;
  else
    moving.entered(state.only_negative_zeros());
}
void state_left(moving_sums<products>& moving, exact_product const& state) {
  moving.sums.sum.retract(state);
  if (state.empty())
    --moving.count;
  else
    moving.left(state.only_negative_zeros());
}

}  // namespace
}  // namespace isobit::sql

using namespace isobit::sql;

size_t isobit_sql_moving_size(isobit_sql_kind kind) {
  return with_moving(kind, static_cast<void*>(nullptr), [](auto* moving) { return sizeof *moving; });
}

void isobit_sql_moving_start(isobit_sql_kind kind, void* memory) {
  with_moving(kind, memory, [](auto* moving) { new (moving) std::remove_pointer_t<decltype(moving)>(); });
}

void isobit_sql_moving_add(isobit_sql_kind kind, void* memory, double x, double y) {
  with_moving(kind, memory, [&](auto* moving) {
    moving->sums.add(x, y);
    moving->entered(moving->sums.is_negative_zero(x, y));
  });
}

void isobit_sql_moving_retract(isobit_sql_kind kind, void* memory, double x, double y) {
  with_moving(kind, memory, [&](auto* moving) {
    moving->sums.retract(x, y);
    moving->left(moving->sums.is_negative_zero(x, y));
  });
}

isobit_sql_status isobit_sql_moving_add_state(void* memory, unsigned char const* bytes, size_t size) {
  return guarded([&] {
    state_entered(*static_cast<moving_sums<products>*>(memory),
                  isobit::exact_product::deserialise(as_bytes(bytes, size)));
  });
}

isobit_sql_status isobit_sql_moving_retract_state(void* memory, unsigned char const* bytes, size_t size) {
  return guarded([&] {
    state_left(*static_cast<moving_sums<products>*>(memory), isobit::exact_product::deserialise(as_bytes(bytes, size)));
  });
}

uint64_t isobit_sql_moving_count(isobit_sql_kind kind, void const* memory) {
  return with_moving(kind, memory, [](auto const* moving) { return moving->count; });
}

isobit_sql_status isobit_sql_moving_result(isobit_sql_kind kind, void const* memory, isobit_sql_result wanted,
                                           double* result) {
  return guarded([&] {
    *result =
        with_moving(kind, memory, [&](auto const* moving) { return finish(moving->sums, moving->count, wanted); });
  });
}

isobit_sql_status isobit_sql_moving_state(isobit_sql_kind kind, void const* memory, unsigned char* bytes,
                                          size_t* size) {
  return guarded([&] {
    *size = with_moving(kind, memory, [&](auto const* moving) { return write_state(moving->sums.sum, bytes); });
  });
}
