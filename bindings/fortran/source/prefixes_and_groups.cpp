#include <complex>
#include <vector>

#include <isobit/isobit.hpp>

#include "array.hpp"

namespace isobit::fortran {
namespace {

/// The prefix sums of one line of numbers. What the mask leaves out adds nothing: -0 does, but for the sum of nothing.
template <class T>
void scan_line(array const& x, array const* mask, bool exclusive, array const& result, std::vector<T>& line) {
  auto const length = static_cast<std::size_t>(x.extent[0]);
  line.resize(length);
  std::size_t leading = length;
  for (std::size_t i = 0; i < length; ++i) {
    auto const at = static_cast<std::ptrdiff_t>(i);
    bool const counts = mask == nullptr || is_true(mask->base + at * mask->stride[0], mask->element);
    if (counts && leading == length) leading = i;
    line[i] = T(-0.0);
    if (counts) std::memcpy(&line[i], x.base + at * x.stride[0], sizeof(T));
  }
  detail::scan<T>({}, std::span<T const>(line), std::span<T>(line),
                  exclusive ? detail::scan_kind::exclusive : detail::scan_kind::inclusive);
  std::size_t const empty = std::min(length, leading + (exclusive ? 1 : 0));
  std::fill(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(empty), T(0));
  auto* const results = const_cast<char*>(result.base);
  for (std::size_t i = 0; i < length; ++i)
    std::memcpy(results + static_cast<std::ptrdiff_t>(i) * result.stride[0], &line[i], sizeof(T));
}

/// An array of the shape of another, but contiguous.
array contiguous_like(array const& shape, void* base) noexcept {
  array result = shape;
  result.base = static_cast<char const*>(base);
  auto step = static_cast<std::ptrdiff_t>(shape.element);
  for (int d = 0; d < shape.rank; ++d) {
    result.stride[array::at(d)] = step;
    step *= shape.extent[array::at(d)];
  }
  return result;
}

/// Keys as 64-bit integers, and the numbers of an array, where a mask is true.
template <class T>
void collect(array const& keys, array const& values, array const* mask, std::vector<std::int64_t>& kept_keys,
             std::vector<T>& kept) {
  kept_keys.clear(), kept.clear();
  kept_keys.reserve(values.count()), kept.reserve(values.count());
  for (std::ptrdiff_t i = 0; i < values.extent[0]; ++i) {
    if (mask != nullptr && !is_true(mask->base + i * mask->stride[0], mask->element)) continue;
    std::int64_t key = 0;
    if (keys.element == 4) {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, keys.base + i * keys.stride[0], sizeof narrow);
      key = narrow;
    } else {
      std::memcpy(&key, keys.base + i * keys.stride[0], sizeof key);
    }
    T value;
    std::memcpy(&value, values.base + i * values.stride[0], sizeof value);
    kept_keys.push_back(key), kept.push_back(value);
  }
}

}  // namespace
}  // namespace isobit::fortran

using namespace isobit;
using namespace isobit::fortran;

extern "C" {

/// The prefix sums along dimension `dim`, counted from 1: the results are contiguous and have the shape of x.
int isobit_fortran_scan(int k, CFI_cdesc_t const* x, int dim, CFI_cdesc_t const* mask, int exclusive, void* results) {
  arguments checked(x);
  array chosen;
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  if (dim < 1 || dim > checked.x.rank)
    return refuse(ISOBIT_INVALID_ARGUMENT, "isobit: dim is not a dimension of the array");
  return perform([&] {
    for_kind(kind(k), [&]<class T>(type<T>, bool is_complex) {
      std::vector<T> line;
      array const result = contiguous_like(checked.x, results);
      array const all[3] = {checked.x, result, where != nullptr ? *where : checked.x};
      traversal<3> const rest({all[0].without(dim - 1), all[1].without(dim - 1), all[2].without(dim - 1)});
      rest.for_each_run([&](auto at) {
        for (std::ptrdiff_t i = 0; i < rest.run_length(); ++i) {
          array const mask_line = all[2].only(dim - 1).starting_at(at[2]);
          for (std::size_t part = 0; part < (is_complex ? 2u : 1u); ++part)
            scan_line<T>(all[0].only(dim - 1).starting_at(at[0] + part * sizeof(T)),
                         where != nullptr ? &mask_line : nullptr, exclusive != 0,
                         all[1].only(dim - 1).starting_at(at[1] + part * sizeof(T)), line);
          for (std::size_t which = 0; which < 3; ++which) at[which] += rest.run_stride(which);
        }
      });
    });
  });
}

/// The sum of the values of every key, in ascending order of the keys. There is room for as many as there are values.
int isobit_fortran_sum_by_key(int k, CFI_cdesc_t const* keys, CFI_cdesc_t const* values, CFI_cdesc_t const* mask,
                              std::int64_t* found_keys, void* sums, std::int64_t* found) {
  arguments checked(values);
  array key_array, chosen;
  checked.with(keys, key_array, "isobit: as many keys as values are needed");
  array const* const where = checked.with(mask, chosen, mask_differs);
  if (checked.status != ISOBIT_OK) return checked.status;
  return perform([&] {
    for_kind(kind(k), [&]<class T>(type<T>, bool is_complex) {
      std::vector<std::int64_t> kept_keys;
      std::vector<T> kept;
      std::size_t const parts = is_complex ? 2 : 1;
      for (std::size_t part = 0; part < parts; ++part) {
        collect<T>(key_array, checked.x.starting_at(checked.x.base + part * sizeof(T)), where, kept_keys, kept);
        auto const groups = isobit::sum_by_key(kept_keys, kept);
        for (std::size_t g = 0; g < groups.size(); ++g) {
          found_keys[g] = groups[g].key;
          static_cast<T*>(sums)[g * parts + part] = groups[g].sum;
        }
        *found = static_cast<std::int64_t>(groups.size());
      }
    });
  });
}

}  // extern "C"
