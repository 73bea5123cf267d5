#pragma once

#include <span>

#include <isobit/driver/threads.hpp>
#include <isobit/view/elements.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {
enum class scan_kind { inclusive, exclusive };
template <class T>
ISOBIT_API void scan(driver_ref const& driver, std::span<T const> in, std::span<T> out, scan_kind kind);
}  // namespace detail

/// out[i] = the exact sum of in[0..i], rounded once: every prefix is what `sum` of it would be.
/// `out` may be `in`; otherwise they must not overlap. Throws `error` where the sizes differ.
template <driver Driver> void inclusive_scan(Driver const& driver, std::span<double const> in, std::span<double> out) {
  detail::scan<double>(driver_ref(driver), in, out, detail::scan_kind::inclusive);
}
template <driver Driver> void inclusive_scan(Driver const& driver, std::span<float const> in, std::span<float> out) {
  detail::scan<float>(driver_ref(driver), in, out, detail::scan_kind::inclusive);
}
inline void inclusive_scan(std::span<double const> in, std::span<double> out) { inclusive_scan(automatic(), in, out); }
inline void inclusive_scan(std::span<float const> in, std::span<float> out) { inclusive_scan(automatic(), in, out); }

/// out[i] = the exact sum of in[0..i-1], rounded once; out[0] = +0.
template <driver Driver> void exclusive_scan(Driver const& driver, std::span<double const> in, std::span<double> out) {
  detail::scan<double>(driver_ref(driver), in, out, detail::scan_kind::exclusive);
}
template <driver Driver> void exclusive_scan(Driver const& driver, std::span<float const> in, std::span<float> out) {
  detail::scan<float>(driver_ref(driver), in, out, detail::scan_kind::exclusive);
}
inline void exclusive_scan(std::span<double const> in, std::span<double> out) { exclusive_scan(automatic(), in, out); }
inline void exclusive_scan(std::span<float const> in, std::span<float> out) { exclusive_scan(automatic(), in, out); }

ISOBIT_NAMESPACE_END
