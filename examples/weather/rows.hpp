#pragma once

#include <cstddef>

#include <isobit/isobit.hpp>

namespace weather {

/// body(j) for each row from `first` up to, not including, `last`, shared out over the threads. Every row is computed
/// by itself, so it does not matter by which thread.
template <class Body>
void for_rows(isobit::threads const& on, std::ptrdiff_t first, std::ptrdiff_t last, Body const& body) {
  auto const parts = static_cast<std::ptrdiff_t>(on.count());
  auto const part = [&](std::size_t index) {
    auto const k = static_cast<std::ptrdiff_t>(index);
    for (std::ptrdiff_t j = first + (last - first) * k / parts; j < first + (last - first) * (k + 1) / parts; ++j)
      body(j);
  };
  on.run(on.count(), part);
}

}  // namespace weather
