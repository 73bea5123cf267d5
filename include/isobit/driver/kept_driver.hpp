#pragma once

#include <concepts>
#include <memory>
#include <utility>

#include <isobit/driver/threads.hpp>

ISOBIT_NAMESPACE_BEGIN

/// A driver of its own, a copy of the one that it is made of, for objects that outlive the call they are made in.
/// driver_ref only borrows.
///
///     isobit::kept_driver on = isobit::threads(4);
///     double total = isobit::sum(values, on.ref());
class kept_driver {
public:
  kept_driver() = default;
  template <driver D>
    requires(!std::same_as<D, kept_driver> && !std::same_as<D, driver_ref>)
  kept_driver(D on) {
    auto const copy = std::make_shared<D const>(std::move(on));
    ref_ = *copy;
    owner_ = copy;
  }
  /// Of one that lives long enough.
  static kept_driver borrowed(driver_ref const& on) noexcept {
    kept_driver result;
    result.ref_ = on;
    return result;
  }
  [[nodiscard]] driver_ref const& ref() const noexcept { return ref_; }

private:
  std::shared_ptr<void const> owner_;
  driver_ref ref_;
};

ISOBIT_NAMESPACE_END
