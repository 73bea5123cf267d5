#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A borrowed `void(std::size_t part)`: what a driver runs once for every part. Never throws.
class task_ref {
public:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, task_ref> && std::invocable<F&, std::size_t>)
  task_ref(F& body)
  noexcept
      : body_(std::addressof(body)),
        call_([](void const* object, std::size_t part) { (*static_cast<F*>(const_cast<void*>(object)))(part); }) {}
  void operator()(std::size_t part) const { call_(body_, part); }

private:
  void const* body_;
  void (*call_)(void const*, std::size_t);
};

/// Decides how many parts a reduction is cut into, and runs them. The cut never shows in the bits of an order-free
/// result, so a driver is free to choose.
template <class D>
concept driver = requires(D const& d, std::size_t elements, std::size_t parts, task_ref body) {
  { d.parts(elements) } -> std::convertible_to<std::size_t>;
  d.run(parts, body);
};

/// What a call uses that names no driver: the calling thread below about a million elements, else `threads()`.
class ISOBIT_API automatic {
public:
  [[nodiscard]] std::size_t parts(std::size_t elements) const noexcept;
  void run(std::size_t parts, task_ref body) const;
};

namespace detail {
/// The driver that stands for a policy of std::execution, as `policy_driver<P>::value`. isobit/execution.hpp
template <class Policy> struct policy_driver;
template <class P>
concept execution_policy = requires {
  { policy_driver<P>::value } -> driver;
};
/// What may stand in the place of a driver.
template <class D>
concept driver_or_policy = driver<D> || execution_policy<D>;
inline constexpr automatic chosen_by_size;
}  // namespace detail

/// Where a call runs: the last argument of every call that may use several threads. It borrows a driver of any type, so
/// that one compiled function serves all; keep the driver, not this.
///
///     isobit::sum(values);                       // as the size suggests
///     isobit::sum(values, isobit::threads(4));
///     isobit::sum(values, isobit::serial());
///     isobit::sum(values, std::execution::par);  // with isobit/execution.hpp
class driver_ref {
public:
  /// More than there are processors in any machine, and few enough to keep a state for each.
  static constexpr std::size_t most_parts = std::size_t{1} << 16;

  driver_ref() noexcept : driver_ref(detail::chosen_by_size) {}
  template <driver D>
    requires(!std::same_as<D, driver_ref>)
  driver_ref(D const& d)
  noexcept
      : driver_(std::addressof(d)), parts_([](void const* self, std::size_t elements) -> std::size_t {
          return static_cast<D const*>(self)->parts(elements);
        }),
        run_([](void const* self, std::size_t parts, task_ref body) {
          static_cast<D const*>(self)->run(parts, body);
        }) {}
  template <detail::execution_policy P> driver_ref(P const&) noexcept : driver_ref(detail::policy_driver<P>::value) {}
  /// What the driver says, but at least 1 and at most `most_parts`.
  [[nodiscard]] std::size_t parts(std::size_t elements) const {
    return std::clamp<std::size_t>(parts_(driver_, elements), 1, most_parts);
  }
  void run(std::size_t parts, task_ref body) const { run_(driver_, parts, body); }

private:
  void const* driver_;
  std::size_t (*parts_)(void const*, std::size_t);
  void (*run_)(void const*, std::size_t, task_ref);
};

ISOBIT_NAMESPACE_END
