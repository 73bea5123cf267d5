#pragma once

#include "cuda/call.hpp"
#include "cuda/gemm/layout.hpp"

/// Products by residues on a GPU, from the host.
ISOBIT_NAMESPACE_BEGIN
namespace cuda {

/// The systems of 0, 1, ... most_moduli moduli in the memory of the current GPU, for good.
[[nodiscard]] product_system const* systems_on_device(int device);

/// The first `count` moduli.
[[nodiscard]] product_system make_product_system(int count);

/// So many moduli are enough for entries of a type.
template <class T> inline constexpr int moduli_for = std::is_same_v<real_of<T>, float> ? 12 : linalg::most_moduli;

/// Places in one block of memory, for what has so many bytes each.
class memory_plan {
public:
  std::size_t take(std::size_t bytes) noexcept {
    std::size_t const place = size_;
    size_ += (bytes + 1023) / 1024 * 1024;
    return place;
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
  std::size_t size_ = 0;
};

/// Bytes of the residues of a factor.
template <class T> std::size_t residue_bytes(factor<T> const& of, int moduli) noexcept {
  return static_cast<std::size_t>(moduli) * padded_tiles(of.lines) * tiles_along(of.depth) * tile_bytes;
}
template <class T> std::size_t remainder_bytes(factor<T> const& of) noexcept {
  return sizeof(remainder) * most_remainders * static_cast<std::size_t>(of.lines);
}

/// The memory of a product, in one block; what a converted factor has is not in it.
template <class T> class product_layout {
public:
  product_layout(product_task<T> const& task, converted_factor const& converted) : converted_(converted) {
    factor<T> const* const factors[2] = {&task.left, &task.right};
    int const moduli = converted.which < 0 ? moduli_for<T> : converted.moduli;
    control_ = plan_.take(sizeof(product_control));
    for (int which = 0; which < 2; ++which)
      if (which != converted.which) lines_[which] = plan_.take(sizeof(line_facts) * std::size_t(factors[which]->lines));
    cleared_ = plan_.size();
    for (int which = 0; which < 2; ++which)
      if (which != converted.which) {
        remainders_[which] = plan_.take(remainder_bytes(*factors[which]));
        residues_[which] = plan_.take(residue_bytes(*factors[which], moduli));
      }
    std::size_t const entries =
        padded_tiles(task.left.lines) * padded_tiles(task.right.lines) * tile_lines * tile_lines;
    sums_ = plan_.take(static_cast<std::size_t>(moduli) * entries);
    for (auto& list : open_) list = plan_.take(sizeof(unsigned) * entries);
  }

  [[nodiscard]] std::size_t size() const noexcept { return plan_.size(); }
  [[nodiscard]] std::size_t cleared() const noexcept { return cleared_; }  ///< bytes that are zero at the start

  [[nodiscard]] product_memory at(void* memory, product_system const* systems) const noexcept {
    auto* const base = static_cast<std::uint8_t*>(memory);
    product_memory m = {};
    m.control = reinterpret_cast<product_control*>(base + control_);
    for (int which = 0; which < 2; ++which) {
      bool const here = which != converted_.which;
      m.lines[which] = here ? reinterpret_cast<line_facts*>(base + lines_[which]) : converted_.lines;
      m.remainders[which] = here ? reinterpret_cast<remainder*>(base + remainders_[which]) : converted_.remainders;
      m.residues[which] = here ? base + residues_[which] : converted_.residues;
    }
    m.sums = reinterpret_cast<std::uint32_t*>(base + sums_);
    m.open = reinterpret_cast<unsigned*>(base + open_[0]);
    m.still_open = reinterpret_cast<unsigned*>(base + open_[1]);
    m.systems = systems;
    return m;
  }

private:
  converted_factor converted_;
  memory_plan plan_;
  std::size_t control_, lines_[2] = {}, cleared_, remainders_[2] = {}, residues_[2] = {}, sums_, open_[2];
};

/// Starts a product whose memory is there.
template <class T>
void start_product(place const& here, product_task<T> const& task, product_memory const& memory,
                   converted_factor const& converted);
/// Products of so few entries and so short sums, in one kernel that sums every entry exactly: for them the eight
/// kernels of a product by residues would mostly wait. The limits are estimates.
template <class T> bool is_small(product_task<T> const& task) noexcept {
  return std::int64_t{task.left.lines} * task.right.lines <= 2048 && task.left.depth <= 512;
}
template <class T> void start_small_products(place const& here, product_batch<T> const& batch);
/// Plans the product of a factor, which is given as both, with another like it.
template <class T> void start_planning(place const& here, product_task<T> const& task, product_memory const& memory);
/// Converts the left factor as planned, to plain residues.
template <class T> void start_converting(place const& here, product_task<T> const& task, product_memory const& memory);
/// c = beta*c.
template <class T> void start_scaling(place const& here, product_task<T> const& task);
/// Makes the diagonal of a square c real. Of the task only c, its strides and the rows count.
template <class R> void start_clearing_diagonal(place const& here, product_task<std::complex<R>> const& task);

}  // namespace cuda
ISOBIT_NAMESPACE_END
