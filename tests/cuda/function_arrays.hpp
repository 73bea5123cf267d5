#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <isobit/arithmetic/bits.hpp>

#include "cuda/device_vector.hpp"

namespace isobit::test {

/// Numbers in device memory, on the host.
template <class T> std::vector<T> fetched(T const* from, std::size_t count) {
  std::vector<T> values(count);
  EXPECT_EQ(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
  return values;
}

template <class T> std::span<T const> read(device_vector<T> const& x, std::size_t n) { return {x.data(), n}; }
template <class T> std::span<T> write(device_vector<T> const& x, std::size_t n) { return {x.data(), n}; }

template <class T>
void expect_same(std::string_view name, std::vector<T> const& expected, std::vector<T> const& actual) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) wrong += bits_of(expected[i]) != bits_of(actual[i]);
  EXPECT_EQ(wrong, 0u) << name << (sizeof(T) == sizeof(float) ? " of floats" : " of doubles");
}

}  // namespace isobit::test
