#pragma once

#include <cstddef>
#include <span>

#include <isobit/driver/driver.hpp>
#include <isobit/error.hpp>

#include "../basics/failure.hpp"
#include "method.hpp"

namespace isobit::tool {

/// What `body()` gives. Throws `failure` where it found that the method cannot take these numbers.
template <class Body> auto with_refusal(method which, Body body) {
  try {
    return body();
  } catch (error const& problem) {
    if (problem.code() != status::out_of_range && problem.code() != status::invalid_argument) throw;
    throw failure(exit_code::bad_data, "--method " + name_of(which) + " cannot take this input: " + problem.what());
  }
}

/// The sum of numbers in memory by a method. Throws `failure` where the method cannot take these numbers.
template <class T> T sum_by(method which, driver_ref const& driver, std::span<T const> values);

/// How many bytes the method keeps of so many numbers of T: what another machine would have to be sent.
template <class T> std::size_t state_bytes(method which, std::size_t count);

}  // namespace isobit::tool
