#pragma once

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace engine {

inline constexpr struct no_result_tag {
} no_result;

/// A result, if it is certain. Not std::optional, which compilers pass through memory, where two stores and one load
/// of a different size cost as much as summing a hundred numbers.
template <class T> class attempt {
public:
  constexpr attempt(no_result_tag) noexcept : value_(), certain_(false) {}
  constexpr attempt(T value) noexcept : value_(value), certain_(true) {}
  constexpr explicit operator bool() const noexcept { return certain_; }
  constexpr T const& operator*() const noexcept { return value_; }

private:
  T value_;
  bool certain_;
};

}  // namespace engine
ISOBIT_NAMESPACE_END
