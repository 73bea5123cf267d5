#pragma once

#include <isobit/method.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <isobit/driver/driver.hpp>
#include <isobit/error.hpp>

/// A state of any method.
struct isobit_accumulator {
  virtual ~isobit_accumulator() = default;
  [[nodiscard]] virtual std::unique_ptr<isobit_accumulator> copy() const = 0;
  /// The same for all states of one method, type of numbers and number of bins or levels, in all processes.
  [[nodiscard]] virtual std::uint64_t method() const noexcept = 0;
  virtual void add(std::span<double const>) { refuse_type(); }
  virtual void add(std::span<float const>) { refuse_type(); }
  virtual void merge(isobit_accumulator const& other) = 0;
  virtual void round(double&) const { refuse_type(); }
  virtual void round(float&) const { refuse_type(); }
  [[nodiscard]] virtual bool equal(isobit_accumulator const& other) const = 0;
  [[nodiscard]] virtual std::vector<std::byte> serialise() const = 0;
  virtual void deserialise(std::span<std::byte const> bytes) = 0;
  virtual void sum(isobit::driver_ref const&, std::span<double const>, double&) const { refuse_type(); }
  virtual void sum(isobit::driver_ref const&, std::span<float const>, float&) const { refuse_type(); }

  [[noreturn]] static void refuse_type() {
    throw isobit::error(isobit::status::invalid_argument,
                        "isobit: invalid argument: an accumulator of doubles for floats, or of floats "
                        "for doubles; call the function with its suffix");
  }
};
