#pragma once

#include "cuda/call.hpp"
#include "cuda/gemm/layout.hpp"

/// Products by residues on a GPU, from the host.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The systems of 0, 1, ... most_moduli moduli in the memory of the current GPU, for good.
[[nodiscard]] linalg::residue_system const* systems_on_device(int device);

/// So many moduli are enough for entries of a type.
template <class T> inline constexpr int moduli_for = linalg::most_moduli;
template <> inline constexpr int moduli_for<float> = 12;

/// The parts of one block of memory.
template <class T> class product_parts {
public:
  product_parts(product_task<T> const& task) {
    int const lines[2] = {task.left.lines, task.right.lines};
    std::size_t const depth_tiles = tiles_along(task.left.depth);
    control_ = take(sizeof(product_control));
    for (int which = 0; which < 2; ++which) lines_[which] = take(sizeof(line_facts) * lines[which]);
    cleared_ = size_;
    for (int which = 0; which < 2; ++which) {
      remainders_[which] = take(sizeof(remainder) * most_remainders * lines[which]);
      residues_[which] = take(moduli_for<T> * padded_tiles(lines[which]) * depth_tiles * tile_bytes);
    }
    std::size_t const entries = padded_tiles(lines[0]) * padded_tiles(lines[1]) * tile_lines * tile_lines;
    sums_ = take(moduli_for<T> * entries);
    for (auto& list : open_) list = take(sizeof(unsigned) * entries);
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t cleared() const noexcept { return cleared_; }  ///< bytes that are zero at the start

  [[nodiscard]] product_memory at(void* memory, linalg::residue_system const* systems) const noexcept {
    auto* const base = static_cast<std::uint8_t*>(memory);
    product_memory m = {};
    m.control = reinterpret_cast<product_control*>(base + control_);
    for (int which = 0; which < 2; ++which) {
      m.lines[which] = reinterpret_cast<line_facts*>(base + lines_[which]);
      m.remainders[which] = reinterpret_cast<remainder*>(base + remainders_[which]);
      m.residues[which] = base + residues_[which];
    }
    m.sums = reinterpret_cast<std::uint32_t*>(base + sums_);
    m.open = reinterpret_cast<unsigned*>(base + open_[0]);
    m.still_open = reinterpret_cast<unsigned*>(base + open_[1]);
    m.systems = systems;
    return m;
  }

private:
  std::size_t take(std::size_t bytes) noexcept {
    std::size_t const place = size_;
    size_ += (bytes + 1023) / 1024 * 1024;
    return place;
  }
  std::size_t size_ = 0, control_, lines_[2], cleared_, remainders_[2], residues_[2], sums_, open_[2];
};

/// Starts a product whose memory is there.
template <class T>
void start_product(place const& here, product_task<T> const& task, product_memory const& memory);
/// c = beta*c.
template <class T> void start_scaling(place const& here, product_task<T> const& task);

}  // namespace cuda
ISOBIT_NAMESPACE_END
