#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <nanobind/stl/vector.h>

#include <isobit/sum/moments.hpp>
#include <isobit/sum/readable_bytes.hpp>

#include "accumulator.hpp"
#include "buffer.hpp"
#include "call.hpp"
#include "element_type.hpp"
#include "lines.hpp"
#include "parts.hpp"

// Exact sums on their way between processes: the bytes of one accumulator after the other, as BITS.md has them. Tens of
// bytes for a sum, where an accumulator in memory has hundreds.

namespace isobit_python {

namespace {

namespace nb = nanobind;
using bytes_of_state = std::vector<std::byte>;

/// States one after the other.
class reader {
public:
  explicit reader(nb::bytes const& packed) : rest_(reinterpret_cast<std::byte const*>(packed.c_str()), packed.size()) {}
  [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
  /// Throws where there is none, or one that is damaged.
  template <class State = state> State next() {
    if (at_end()) throw nb::value_error("isobit: fewer exact sums than results");
    auto const first = rest_.first(isobit::detail::size_of_first_state(rest_));
    rest_ = rest_.subspan(first.size());
    return State::deserialise(first);
  }

private:
  std::span<std::byte const> rest_;
};

nb::bytes joined(std::vector<bytes_of_state> const& states) {
  bytes_of_state all;
  for (auto const& one : states) all.insert(all.end(), one.begin(), one.end());
  return nb::bytes(all.data(), all.size());
}

/// The exact sums of the lines of an array, or of their squares.
nb::bytes pack_lines(nb::handle array, char letter, bool squares, std::size_t threads) {
  buffer const from(array);
  auto const on = driver_of(threads);
  std::vector<bytes_of_state> states;
  without_lock(static_cast<std::size_t>(from.elements()), [&] {
    with_element_type(letter, [&]<class T>(std::type_identity<T>) {
      if constexpr (isobit::real<T>) {
        lines<T> const all(from);
        states.resize(all.count());
        for_each_line(on.ref(), all.count(), all.length(), [&](std::size_t i, isobit::driver_ref const& on_line) {
          auto const line = all.at(i);
          states[i] = squares ? isobit::exact_dot(line, line, on_line).serialise()
                              : isobit::exact_sum(line, on_line).serialise();
        });
      } else {
        throw nb::type_error("isobit: exact sums are of real numbers; those of complex ones are two");
      }
    });
  });
  return joined(states);
}

/// The sums of what several have of each.
nb::bytes merge_packed(std::vector<nb::bytes> const& parts) {
  std::vector<reader> readers(parts.begin(), parts.end());
  std::vector<bytes_of_state> merged;
  while (!readers.empty() && !readers.front().at_end()) {
    state total;
    for (auto& one : readers) total.merge(one.next());
    merged.push_back(total.serialise());
  }
  for (auto const& one : readers)
    if (!one.at_end()) throw nb::value_error("isobit: different numbers of exact sums");
  return joined(merged);
}

/// Every result of a contiguous array of real numbers.
template <class Body> void fill(nb::handle out, char letter, Body body) {
  buffer const to(out, true);
  with_element_type(letter, [&]<class Result>(std::type_identity<Result>) {
    if constexpr (isobit::real<Result>)
      for (auto& result : to.all<Result>()) result = body(std::type_identity<Result>());
    else
      throw nb::type_error("isobit: exact sums are of real numbers");
  });
}

void round_packed(nb::bytes const& packed, nb::handle out, char letter) {
  reader sums(packed);
  fill(out, letter, [&]<class Result>(std::type_identity<Result>) { return sums.next().round<Result>(); });
}

/// counts[i] numbers went into sum i; NaN where none did.
void mean_packed(nb::bytes const& packed, nb::handle counts, nb::handle out, char letter) {
  reader sums(packed);
  buffer const numbers(counts);
  auto const* count = numbers.data<std::uint64_t const>();
  fill(out, letter, [&]<class Result>(std::type_identity<Result>) -> Result {
    auto const sum = sums.next();
    auto const n = *count++;
    return n == 0 ? isobit::from_bits<Result>(isobit::format<Result>::canonical_nan) : sum.mean<Result>(n);
  });
}

/// Variances from sums and sums of squares, or their square roots.
void variance_packed(nb::bytes const& packed, nb::bytes const& packed_squares, nb::handle counts, std::size_t removed,
                     bool root, nb::handle out, char letter) {
  reader sums(packed), squares(packed_squares);
  buffer const numbers(counts);
  auto const* count = numbers.data<std::uint64_t const>();
  fill(out, letter, [&]<class Result>(std::type_identity<Result>) -> Result {
    if constexpr (std::same_as<Result, double> || std::same_as<Result, float>) {
      auto const sum = sums.next<isobit::exact>();
      auto const square = squares.next();
      auto const n = *count++;
      return root ? isobit::detail::standard_deviation<Result>(sum, square, n, removed)
                  : isobit::detail::variance<Result>(sum, square, n, removed);
    } else {
      throw nb::type_error("isobit: variances are float32 or float64");
    }
  });
}

}  // namespace

void add_packed_states(nb::module_& module) {
  module.def("pack_lines", pack_lines);
  module.def("merge_packed", merge_packed);
  module.def("round_packed", round_packed);
  module.def("mean_packed", mean_packed);
  module.def("variance_packed", variance_packed);
}

}  // namespace isobit_python
