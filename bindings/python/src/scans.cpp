#include <isobit/sum/scan.hpp>

#include <isobit/isobit.hpp>

#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"
#include "statistics.hpp"

namespace isobit_python {

namespace {

/// Every prefix rounded to 16 bits, of which a scan of floats would round twice.
template <class T> void scan_storage(std::span<T const> in, std::span<T> out) {
  isobit::exact state;
  for (std::size_t i = 0; i < in.size(); ++i) {
    state.add(isobit::widen(in[i]));
    out[i] = state.round<T>();
  }
}

/// The inclusive scan of every row of a contiguous array.
void scan(nanobind::handle array, nanobind::handle out, char letter, std::size_t threads) {
  buffer const from(array), to(out, true);
  auto const on = driver_of(threads);
  without_lock(static_cast<std::size_t>(from.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      if constexpr (isobit::complex_number<T>) {
        throw nanobind::type_error("isobit: scans are of real numbers");
      } else {
        lines<T> const all(from);
        std::size_t const n = all.length();
        for_each_line(on.ref(), all.count(), n, [&](std::size_t row, isobit::driver_ref const& on_row) {
          auto const in = from.all<T const>().subspan(row * n, n);
          auto const results = to.all<T>().subspan(row * n, n);
          if constexpr (is_storage<T>)
            scan_storage<T>(in, results);
          else
            isobit::inclusive_scan(in, results, on_row);
        });
      }
    });
  });
}

}  // namespace

void add_scans(nanobind::module_& module) { module.def("scan", scan); }

}  // namespace isobit_python
