#pragma once

#include <limits>
#include <span>
#include <vector>

#include <isobit/sum/dot.hpp>

#include "sum/views.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Two vectors whose dot product is wanted.
template <class T> struct dot_of {
  T const* x;
  T const* y;
};

/// The dot products of vectors of n * width numbers, of which write(first, count), if it is not empty, writes only now
/// those from first * width on, count * width of them: block by block, so that what is added up is still in the cache,
/// on the driver's threads. Each is rounded once; where one pass leaves a rounding open, that product is computed
/// again.
template <class T, class Write>
void round_written_dots(driver_ref const& on, std::size_t n, std::size_t width, std::span<dot_of<T> const> of,
                        Write const& write, std::span<T> results) {
  using term = typename detail::terms<T>::products;
  // While one block is written and added up the next is on its way from memory, if blocks are small and their four
  // streams near each other. Where nothing is written, long streams far apart are read best.
  constexpr std::size_t size = 256, never_far = std::numeric_limits<std::size_t>::max();
  std::size_t const size_here = write ? size : block_size / width, far = write ? never_far : 2 * size_here;
  auto const& machine = machine_for<term>();
  std::size_t const parts = n < 2 * size ? 1 : detail::part_count(on, n), dots = of.size();
  std::vector<enclosure<double>> sums(parts * dots, certify::unknown());
  detail::for_each_part(on, parts, n, [&](std::size_t first, std::size_t count, std::size_t part) {
    in_standard_environment([&](environment_guard&) {
      if (count < size) return write ? write(first, count) : void();
      std::vector<leading_pass<term>> passes(dots, leading_pass<term>(machine));
      std::vector<bool> in_reach(dots, true);
      for_each_block(
          count, machine.kernels->lanes,
          [&](std::size_t offset, block const& b) {
            if (write) write(first + offset, elements(b));
            std::size_t const at = (first + offset) * width;
            block const wide = {width * b.stride, width * b.length, width * b.tail_first, width * b.tail_count};
            for (std::size_t k = 0; k < dots; ++k) {
              term const here{of[k].x + at, of[k].y + at};
              if (offset == 0) in_reach[k] = passes[k].start(here, elements(wide));
              in_reach[k] = in_reach[k] && passes[k].add_block(here, wide);
            }
            return true;
          },
          size_here, far);
      for (std::size_t k = 0; k < dots; ++k)
        if (in_reach[k]) sums[part * dots + k] = passes[k].in_two();
    });
  });
  for (std::size_t k = 0; k < dots; ++k) {
    auto const sum = in_standard_environment([&](environment_guard&) {
      enclosure<double> total = sums[k];
      for (std::size_t part = 1; part < parts; ++part) total = total + sums[part * dots + k];
      return round_within_two<T>(total);
    });
    results[k] = sum ? *sum : isobit::dot(std::span(of[k].x, n * width), std::span(of[k].y, n * width), on);
  }
}

}  // namespace summation
ISOBIT_NAMESPACE_END
