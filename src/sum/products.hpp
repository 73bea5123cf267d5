#pragma once

#include "sum/exact_sum.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace summation {

/// Adds products of doubles to a state, exactly: as rounded products and their errors, whose sums the flags certify;
/// where these do not, by extraction. docs/maths/dot.md#exact
class product_adder {
public:
  product_adder(machine const& machine, environment_guard& environment, exact_product& state) noexcept
      : machine_(machine), kernels_(*machine.kernels), environment_(environment), state_(state) {
    environment.clear();
  }
  ~product_adder() { flush(); }
  product_adder(product_adder const&) = delete;
  product_adder& operator=(product_adder const&) = delete;

  /// Precondition: as many elements as a vector has lanes, at least.
  void add(f64_products term, std::size_t n) {
    bool const multiplies_quietly = kernels_.sum_products != nullptr && kernels_.multiply == nullptr;
    if (!multiplies_quietly) return add_through_memory(term, n);
    for_each_block(
        n, kernels_.lanes,
        [&](std::size_t offset, block const& b) {
          f64_products const here = term.at(offset);
          take([&] { return keep_if_certified(kernels_.sum_products(here.x, here.y, nullptr, b)); },
               [&] {
                 for_each_piece(b, [&](std::size_t first, std::size_t count) {
                   for (std::size_t i = 0; i < count; i += size)
                     extract_products(here.at(first + i), std::min(size, count - i));
                 });
               });
          return true;
        },
        4 * size);
  }

private:
  static constexpr std::size_t size = 1024;
  static constexpr std::size_t parts_of_block = 8;

  // A block by the flags, or else by extraction. Where the flags fail twice in a row, the data are wide: some blocks
  // are then extracted without trying.
  template <class ByFlags, class Extract> void take(ByFlags by_flags, Extract extract) {
    constexpr std::size_t untried = 15;
    if (skip_ > 0) {
      --skip_;
      extract();
    } else if (by_flags()) {
      failed_ = false;
    } else {
      extract();
      if (failed_) skip_ = untried;
      failed_ = true;
    }
  }

  void add_through_memory(f64_products term, std::size_t n) {
    for (std::size_t i = 0; i < n;) {
      // The last two blocks share what is left, so that none is shorter than a vector.
      std::size_t const left = n - i;
      std::size_t const count = left <= size ? left : left < 2 * size ? (left + 1) / 2 : size;
      f64_products const here = term.at(i);
      take([&] { return add_by_flags(here, count); }, [&] { extract_products(here, count); });
      i += count;
    }
  }

  bool keep_if_certified(product_sums const& sums) {
    if (!certified(machine_, environment_, sums.product) || !certified(machine_, environment_, sums.error))
      return false;
    state_.note_addends(only_negative_zeros(sums.product));
    keep(sums.product);
    keep(sums.error);
    return true;
  }
  // Whether the flags certified the sums. Leaves them clear.
  bool add_by_flags(f64_products term, std::size_t n) {
    auto const b = contiguous(n, kernels_.lanes);
    alignas(64) double product[size];
    if (kernels_.sum_products != nullptr) {
      kernels_.multiply(term.x, term.y, n, product);
      environment_.clear();
      return keep_if_certified(kernels_.sum_products(term.x, term.y, product, b));
    }
    alignas(64) double error[size];
    kernels_.two_products(term.x, term.y, n, product, error);
    bool const exact = !environment_.out_of_range();
    environment_.clear();
    return exact && keep_if_certified({kernels_.sum_f64(product, b), kernels_.sum_f64(error, b)});
  }

  // A block of any width.
  void extract_products(f64_products term, std::size_t n) {
    alignas(64) double product[size], error[size];
    kernels_.two_products(term.x, term.y, n, product, error);
    bool const exact = !environment_.out_of_range();
    int const exponent = kernels_.largest_exponent_f64(error, n);
    if (!exact || exponent == format<double>::max_biased) {
      term.add_each(state_, n);  // a quiet NaN raises no flag; its error is another NaN, which must not be counted
    } else {
      extract(kernels_, product, n, state_);
      // The errors are no addends: if all are zero, they must not decide the sign of a zero.
      if (exponent != 0)
        extract(kernels_, error, n, state_);
      else
        for (std::size_t i = 0; i < n; ++i)
          if (error[i] != 0) state_.add(error[i]);
    }
    environment_.clear();
  }

  // Sums of blocks wait here, since many are extracted in less time than it takes to add them one by one.
  void keep(block_sum const& sum) {
    for (double const part : sum.part)
      if (part != 0) parts_[count_++] = part;
    if (count_ + parts_of_block > extraction_size) {
      flush();
      environment_.clear();
    }
  }
  void flush() {
    constexpr std::size_t worth_extracting = 64;
    if (count_ >= worth_extracting)
      extract(kernels_, parts_, count_, state_);
    else
      for (std::size_t i = 0; i < count_; ++i) state_.add(parts_[i]);
    count_ = 0;
  }

  machine const& machine_;
  table const& kernels_;
  environment_guard& environment_;
  exact_product& state_;
  std::size_t skip_ = 0;
  bool failed_ = false;
  std::size_t count_ = 0;
  alignas(64) double parts_[extraction_size];
};

inline void add_exactly(machine const& machine, environment_guard& environment, f64_products term, std::size_t n,
                        exact_product& state) {
  if (n < smallest_block || !machine.flags_work) return term.add_each(state, n);
  product_adder(machine, environment, state).add(term, n);
}

}  // namespace summation
ISOBIT_NAMESPACE_END
