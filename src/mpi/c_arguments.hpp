#pragma once

#include <isobit/mpi.h>

#include <complex>
#include <cstddef>
#include <exception>
#include <span>
#include <tuple>
#include <utility>

#include <isobit/driver/serial.hpp>
#include <isobit/driver/threads.hpp>
#include <isobit/mpi/communicator.hpp>

#include "c/guard.hpp"
#include "mpi/agree.hpp"

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

/// call(arguments...) with what make() gives. Where that throws, with `refused`, which the call refuses on all ranks;
/// then the problem is this rank's own.
template <class... Arguments, class Make, class Call>
void call_with(std::tuple<Arguments...> refused, Make make, Call call) {
  auto const problem = mpi::detail::problem_of([&] { refused = make(); });
  if (problem == nullptr) return std::apply(call, refused);
  (void)mpi::detail::problem_of([&] { std::apply(call, refused); });
  std::rethrow_exception(problem);
}

template <class T> std::span<std::complex<T> const> complex_numbers(void const* values, std::size_t count) {
  return {static_cast<std::complex<T> const*>(values), count};
}

}  // namespace isobit::c_interface
