#include "linalg/packed_product.hpp"

#include <new>
#include <optional>

#include "linalg/kernels.hpp"
#include "linalg/number.hpp"
#include "linalg/product_block.hpp"
#include "linalg/share.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace linalg {
namespace {

/// Both factors as residues.
struct converted_factors {
  converted_factors(residue_table const& kernels, residue_plan const& plan, panels const& left_panels,
                    panels const& right_panels)
      : system(residue_system_of(plan.moduli)), left(kernels, system, left_panels, side::left, plan.left),
        right(kernels, system, right_panels, side::right, plan.right), factors{kernels, system, left, right},
        to_convert(left.groups() + right.groups()) {}

  void convert(index group) {
    group < left.groups() ? left.convert(group) : right.convert(group - left.groups());
    to_convert.note_done();
  }

  residue_system const& system;
  residue_panels left, right;
  residue_factors factors;
  numbers to_convert;
};

/// What a product is cut into.
struct blocks_of_product {
  blocks_of_product(block_shape const& block, panels const& left, panels const& right)
      : shape(block), rows((left.count() + shape.left_panels - 1) / shape.left_panels),
        count(rows * ((right.count() + shape.right_panels - 1) / shape.right_panels)), to_compute(count) {}

  block_shape shape;
  index rows, count;
  numbers to_compute;
};

/// Whether each part of a result is its own sum, as of real numbers.
template <class T> bool keeps_parts(T alpha, T beta) {
  if constexpr (is_complex<T>)
    return is_zero(alpha.imag()) && is_zero(beta.imag());
  else
    return true;
}

/// Residues of all moduli may take more memory than the panels.
constexpr index most_bytes = index{1} << 32;

/// Rows and columns of a block: the kernels' choice, or fewer, so that all threads have a few blocks to take.
index block_side(residue_table const& kernels, index rows, index columns, std::size_t threads) {
  index const wanted = threads == 1 ? 1 : static_cast<index>(4 * threads);
  index side = kernels.block_side;
  auto const blocks = [&] { return ((rows + side - 1) / side) * ((columns + side - 1) / side); };
  while (side > 2 * residue_part_side && blocks() < wanted) side -= residue_part_side;
  return side;
}

}  // namespace

template <scalar T>
void multiply_packed(driver_ref const& driver, T alpha, matrix_view<T const> a, matrix_view<T const> b, T beta,
                     matrix_view<T> c, detail::part written, product_choice const& choice) {
  gemm_table const& kernels = gemm_kernels();
  matrix_view<T const> const b_lines = transposed(b);
  panels left(kernels, side::left, a), right(kernels, side::right, b_lines);
  product_task<T> task = {kernels, a, b, left, right, alpha, beta, c, written};
  residue_table const* const residues =
      keeps_parts(alpha, beta) ? residue_kernels_for(left.real_lines(), right.real_lines(), left.depth(), choice)
                               : nullptr;
  block_shape shape(kernels, 120, 96);
  blocks_of_product const smallest(shape, left, right);
  std::size_t const threads = threads_for(driver, products_in(c, a), smallest.count);
  std::optional<converted_factors> converted;
  std::optional<blocks_of_product> blocks;
  auto const plan = [&] {
    residue_plan const planned = plan_residues(*residues, left, right, format<real_of<T>>::precision, choice);
    index const bytes = (left.real_lines() + right.real_lines()) * left.depth() * planned.moduli;
    if (planned.moduli == 0 || bytes > most_bytes) return;
    converted.emplace(*residues, planned, left, right);
    task.residues = &converted->factors;
    index const side = block_side(*residues, left.real_lines(), right.real_lines(), threads);
    shape = block_shape(kernels, side, side);
  };
  // Never fails, or those who wait for it would do so for ever.
  auto const decide = [&]() noexcept {
    try {
      if (residues != nullptr) plan();
    } catch (std::bad_alloc const&) {  // tiles need less memory
    }
    blocks.emplace(shape, left, right);
  };

  // Once for all steps: waking threads again would take longer than packing does.
  numbers to_pack(left.count() + right.count()), to_plan(1);
  isobit::detail::run_parts(driver, threads, [&](std::size_t) {
    in_standard_rounding([&] {
      for (index i = to_pack.take(); i >= 0; i = to_pack.take()) {
        if (i < left.count())
          left.pack(a, i);
        else
          right.pack(b_lines, i - left.count());
        to_pack.note_done();
      }
      to_pack.wait_for_all();
      if (to_plan.take() >= 0) decide(), to_plan.note_done();
      to_plan.wait_for_all();
      if (converted) {
        for (index i = converted->to_convert.take(); i >= 0; i = converted->to_convert.take()) converted->convert(i);
        converted->to_convert.wait_for_all();
      }
      product_block<T> block(task, shape);
      for (index i = blocks->to_compute.take(); i >= 0; i = blocks->to_compute.take())
        block.compute(i % blocks->rows * blocks->shape.left_panels, i / blocks->rows * blocks->shape.right_panels);
    });
  });
}

#define ISOBIT_INSTANTIATE(T)                                                                                        \
  template void multiply_packed(driver_ref const&, T, matrix_view<T const>, matrix_view<T const>, T, matrix_view<T>, \
                                detail::part, product_choice const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace linalg
ISOBIT_NAMESPACE_END
