#pragma once

#include <span>
#include <string>
#include <string_view>

#include <isobit/error.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace detail {

/// Throws `error` for values that have a size but no place.
template <class T> void require_values(std::span<T const> values, std::string_view who) {
  if (values.data() == nullptr && !values.empty())
    throw error(status::invalid_argument,
                "isobit::" + std::string(who) + ": a null pointer with a size; pass an empty span for nothing");
}

}  // namespace detail
ISOBIT_NAMESPACE_END
