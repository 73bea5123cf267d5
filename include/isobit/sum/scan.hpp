#pragma once

#include <span>

#include <isobit/driver/threads.hpp>

ISOBIT_NAMESPACE_BEGIN

namespace detail {
enum class scan_kind { inclusive, exclusive };
template <class T> ISOBIT_API void scan(driver_ref const& on, std::span<T const> in, std::span<T> out, scan_kind kind);
}  // namespace detail

/// out[i] = the exact sum of in[0..i], rounded once: every prefix is what `sum` of it would be.
/// `out` is `in` or does not overlap it; else, and where the sizes differ, `error` is thrown and nothing written.
///
///     isobit::inclusive_scan(in, out);
inline void inclusive_scan(std::span<double const> in, std::span<double> out, driver_ref const& on = {}) {
  detail::scan<double>(on, in, out, detail::scan_kind::inclusive);
}
inline void inclusive_scan(std::span<float const> in, std::span<float> out, driver_ref const& on = {}) {
  detail::scan<float>(on, in, out, detail::scan_kind::inclusive);
}

/// out[i] = the exact sum of in[0..i-1], rounded once; out[0] = +0.
///
///     isobit::exclusive_scan(in, out, isobit::threads(4));
inline void exclusive_scan(std::span<double const> in, std::span<double> out, driver_ref const& on = {}) {
  detail::scan<double>(on, in, out, detail::scan_kind::exclusive);
}
inline void exclusive_scan(std::span<float const> in, std::span<float> out, driver_ref const& on = {}) {
  detail::scan<float>(on, in, out, detail::scan_kind::exclusive);
}

ISOBIT_NAMESPACE_END
