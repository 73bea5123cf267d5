#include <span>

#include <isobit/sum/dot.hpp>
#include <isobit/sum/grouped.hpp>
#include <isobit/sum/moments.hpp>
#include <isobit/sum/norm.hpp>
#include <isobit/sum/scan.hpp>
#include <isobit/sum/sum.hpp>

#include "c/driver.hpp"
#include "c/guard.hpp"

namespace isobit::c_interface {
namespace {

/// An operation on one array: op(view, driver) -> Result.
template <class Result, class T, class Operation>
isobit_status reduce(T const* values, std::size_t count, std::ptrdiff_t stride, std::size_t thread_count,
                     Result* result, Operation operation) noexcept {
  return guard([&] {
    require_pointers(result);
    require_array(values, count, stride);
    auto const view = blas_vector(values, static_cast<std::ptrdiff_t>(count), stride);
    with_driver(thread_count, [&](driver_ref const& on) { *result = operation(view, on); });
  });
}

template <class Result, class T>
isobit_status dot_product(T const* x, std::ptrdiff_t x_stride, T const* y, std::ptrdiff_t y_stride, std::size_t count,
                          std::size_t thread_count, Result* result) noexcept {
  return guard([&] {
    require_pointers(result);
    require_array(x, count, x_stride);
    require_array(y, count, y_stride);
    auto const left = blas_vector(x, static_cast<std::ptrdiff_t>(count), x_stride),
               right = blas_vector(y, static_cast<std::ptrdiff_t>(count), y_stride);
    // Not by `dot`, which copies views: that waits for what was just stored, as long as a short dot product takes.
    with_driver(thread_count, [&](driver_ref const& on) { *result = detail::dot<Result>(on, left, right); });
  });
}

template <class T>
isobit_status scan(T const* values, std::size_t count, std::size_t thread_count, T* results,
                   detail::scan_kind kind) noexcept {
  return guard([&] {
    require_array(values, count);
    require_array(results, count);
    with_driver(thread_count, [&](driver_ref const& on) {
      detail::scan<T>(on, std::span(values, count), std::span(results, count), kind);
    });
  });
}

template <class T>
isobit_status sum_segments(T const* values, std::size_t count, std::size_t const* offsets, std::size_t segments,
                           std::size_t thread_count, T* results) noexcept {
  return guard([&] {
    require_array(values, count);
    require_array(results, segments);
    require(segments < SIZE_MAX, "more segments than there can be offsets");
    require_array(offsets, segments + 1);
    with_driver(thread_count, [&](driver_ref const& on) {
      detail::segmented_sum<T>(on, std::span(values, count), std::span(offsets, segments + 1),
                               std::span(results, segments));
    });
  });
}

template <class T>
isobit_status sum_groups(std::uint32_t const* groups, T const* values, std::size_t count, std::size_t group_count,
                         std::size_t thread_count, T* results) noexcept {
  return guard([&] {
    require_array(groups, count);
    require_array(values, count);
    require_array(results, group_count);
    for (std::size_t i = 0; i < count; ++i)
      require(groups[i] < group_count, "a group that is not below the number of groups");
    with_driver(thread_count, [&](driver_ref const& on) {
      detail::sum_groups<T>(on, std::span(groups, count), std::span(values, count), std::span(results, group_count));
    });
  });
}

}  // namespace
}  // namespace isobit::c_interface

namespace c = isobit::c_interface;

// A function of the C interface and its strided form.
#define ISOBIT_REDUCTION(operation, suffix, T, Result)                                                                 \
  isobit_status isobit_##operation##_strided_##suffix(T const* values, size_t count, ptrdiff_t stride, size_t threads, \
                                                      Result* result) {                                                \
    return c::reduce(values, count, stride, threads, result,                                                           \
                     [](auto view, auto const& on) { return isobit::operation<Result>(view, on); });                   \
  }                                                                                                                    \
  isobit_status isobit_##operation##_##suffix(T const* values, size_t count, Result* result) {                         \
    return isobit_##operation##_strided_##suffix(values, count, 1, 0, result);                                         \
  }

#define ISOBIT_VARIANCE(suffix, T, Result)                                                                          \
  isobit_status isobit_variance_strided_##suffix(T const* values, size_t count, ptrdiff_t stride, size_t threads,   \
                                                 size_t removed, Result* result) {                                  \
    return c::reduce(values, count, stride, threads, result,                                                        \
                     [removed](auto view, auto const& on) { return isobit::variance<Result>(view, removed, on); }); \
  }                                                                                                                 \
  isobit_status isobit_variance_##suffix(T const* values, size_t count, size_t removed, Result* result) {           \
    return isobit_variance_strided_##suffix(values, count, 1, 0, removed, result);                                  \
  }

#define ISOBIT_DOT(suffix, T, Result)                                                                       \
  isobit_status isobit_dot_strided_##suffix(T const* x, ptrdiff_t x_stride, T const* y, ptrdiff_t y_stride, \
                                            size_t count, size_t threads, Result* result) {                 \
    return c::dot_product(x, x_stride, y, y_stride, count, threads, result);                                \
  }                                                                                                         \
  isobit_status isobit_dot_##suffix(T const* x, T const* y, size_t count, Result* result) {                 \
    return c::dot_product(x, 1, y, 1, count, 0, result);                                                    \
  }

#define ISOBIT_ARRAY_RESULTS(suffix, T)                                                                                \
  isobit_status isobit_inclusive_scan_##suffix(T const* values, size_t count, size_t threads, T* results) {            \
    return c::scan(values, count, threads, results, isobit::detail::scan_kind::inclusive);                             \
  }                                                                                                                    \
  isobit_status isobit_exclusive_scan_##suffix(T const* values, size_t count, size_t threads, T* results) {            \
    return c::scan(values, count, threads, results, isobit::detail::scan_kind::exclusive);                             \
  }                                                                                                                    \
  isobit_status isobit_segmented_sum_##suffix(T const* values, size_t count, size_t const* offsets, size_t segments,   \
                                              size_t threads, T* results) {                                            \
    return c::sum_segments(values, count, offsets, segments, threads, results);                                        \
  }                                                                                                                    \
  isobit_status isobit_grouped_sum_##suffix(uint32_t const* groups, T const* values, size_t count, size_t group_count, \
                                            size_t threads, T* results) {                                              \
    return c::sum_groups(groups, values, count, group_count, threads, results);                                        \
  }

#define ISOBIT_FOR_TYPES(suffix, T, Result)         \
  ISOBIT_REDUCTION(sum, suffix, T, Result)          \
  ISOBIT_REDUCTION(asum, suffix, T, Result)         \
  ISOBIT_REDUCTION(squared_norm, suffix, T, Result) \
  ISOBIT_REDUCTION(nrm2, suffix, T, Result)         \
  ISOBIT_REDUCTION(mean, suffix, T, Result)         \
  ISOBIT_VARIANCE(suffix, T, Result)                \
  ISOBIT_DOT(suffix, T, Result)

extern "C" {

ISOBIT_FOR_TYPES(f64, double, double)
ISOBIT_FOR_TYPES(f32, float, float)
ISOBIT_FOR_TYPES(f32_f64, float, double)
ISOBIT_ARRAY_RESULTS(f64, double)
ISOBIT_ARRAY_RESULTS(f32, float)

}  // extern "C"
