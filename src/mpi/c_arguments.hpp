#pragma once

#include <isobit/mpi.h>

#include <complex>
#include <cstddef>
#include <span>
#include <utility>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/mpi/communicator.hpp>

#include "c/guard.hpp"

/// From C's arguments to those of isobit::mpi. What is wrong with an array is left for the call to find, which tells
/// the other ranks.
namespace isobit::c_interface {

/// Runs `body` with the driver of a rank, guarded.
template <class Body> isobit_status on_rank(std::size_t thread_count, Body body) noexcept {
  return guard([&] {
    if (thread_count == 0)
      body(driver_ref(serial()));
    else
      body(driver_ref(threads(thread_count)));
  });
}

/// use(value) with what call(destination) gives, where the result is wanted.
template <class Call, class Use> void deliver(int root, Call call, Use use) {
  if (root == ISOBIT_EVERY_RANK)
    use(call(mpi::everyone()));
  else if (auto value = call(mpi::root{root}))
    use(*std::move(value));
}

/// Writes it to *result; null is found out only now, after all messages.
template <class Call, class Result> void deliver_to(Result* result, int root, Call call) {
  deliver(root, call, [&](Result const& value) {
    require_pointers(result);
    *result = value;
  });
}

template <class T> std::span<std::complex<T> const> complex_numbers(void const* values, std::size_t count) {
  return {static_cast<std::complex<T> const*>(values), count};
}

}  // namespace isobit::c_interface
