#include "facts.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include <isobit/arithmetic/bits.hpp>
#include <isobit/sum/norm.hpp>

namespace isobit::tool {
namespace {

using complex = std::complex<double>;

/// use(part) for the parts of a number.
template <class Use> void for_each_part_of(double x, Use use) { use(x); }
template <class Use> void for_each_part_of(complex x, Use use) {
  use(x.real());
  use(x.imag());
}

/// visit(row, column, value) for every entry.
template <class T, class Visit> void for_each_entry(sparse_matrix<T> const& a, Visit visit) {
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (auto k = static_cast<std::size_t>(a.offsets[static_cast<std::size_t>(row)]);
         k < static_cast<std::size_t>(a.offsets[static_cast<std::size_t>(row) + 1]); ++k)
      visit(row, a.indices[k], a.values[k]);
}

template <class T> void look_at_numbers(sparse_matrix<T> const& a, matrix_facts& facts) {
  for_each_entry(a, [&](std::int64_t row, std::int64_t column, T value) {
    bool is_number = true;
    for_each_part_of(value, [&](double part) {
      is_number = is_number && !is_nonfinite(part);
      if (is_nonfinite(part) || is_zero(part)) return;
      auto const [negative, significand, exponent] = decompose(part);
      int const top = exponent + static_cast<int>(std::bit_width(significand)) - 1;
      facts.least_exponent = std::min(facts.least_exponent.value_or(top), top);
      facts.largest_exponent = std::max(facts.largest_exponent.value_or(top), top);
    });
    bool const is_nothing = value == T(0);
    facts.not_finite += is_number ? 0 : 1;
    facts.zeros += is_nothing ? 1 : 0;
    facts.diagonal += row == column ? 1 : 0;
    facts.zero_diagonal += row == column && is_nothing ? 1 : 0;
    facts.below = std::max(facts.below, row - column);
    facts.above = std::max(facts.above, column - row);
  });
}

template <class T> void look_at_symmetry(sparse_matrix<T> const& a, sparse_matrix<T> const& t, matrix_facts& facts) {
  facts.has_symmetric_pattern = a.rows == a.columns && a.offsets == t.offsets && a.indices == t.indices;
  if (!facts.has_symmetric_pattern) return;
  auto const holds = [&](auto mirrored) {
    return std::equal(a.values.begin(), a.values.end(), t.values.begin(), [&](T x, T y) { return x == mirrored(y); });
  };
  facts.is_symmetric = holds([](T x) { return x; });
  facts.is_skew_symmetric = holds([](T x) { return -x; });
  if constexpr (std::same_as<T, complex>)
    facts.is_hermitian = holds([](T x) { return std::conj(x); });
  else
    facts.is_hermitian = facts.is_symmetric;
}

/// The largest sum of magnitudes in a row. Rounding does not change which is the largest.
double largest_row(sparse_matrix<double> const& a) {
  double largest = 0;
  for (std::size_t row = 0; row + 1 < a.offsets.size(); ++row) {
    auto const first = static_cast<std::size_t>(a.offsets[row]), end = static_cast<std::size_t>(a.offsets[row + 1]);
    double const sum = isobit::asum(std::span(a.values).subspan(first, end - first));
    if (is_nan(sum)) return sum;
    largest = std::max(largest, sum);
  }
  return largest;
}

}  // namespace

template <class T> matrix_facts facts_of(sparse_matrix<T> const& a, driver_ref const& on) {
  matrix_facts facts;
  facts.rows = a.rows;
  facts.columns = a.columns;
  facts.entries = a.entries();
  facts.fewest = a.rows == 0 ? 0 : a.columns;
  for (std::size_t row = 0; row + 1 < a.offsets.size(); ++row) {
    auto const length = a.offsets[row + 1] - a.offsets[row];
    facts.fewest = std::min(facts.fewest, length);
    facts.most = std::max(facts.most, length);
    facts.empty += length == 0 ? 1 : 0;
  }
  look_at_numbers(a, facts);
  auto const t = sparse::transposed(a);
  look_at_symmetry(a, t, facts);
  if constexpr (std::same_as<T, double>) {
    facts.norm_1 = largest_row(t);
    facts.norm_infinity = largest_row(a);
  }
  facts.norm_frobenius = isobit::nrm2(a.values, on);
  return facts;
}

template matrix_facts facts_of(sparse_matrix<double> const&, driver_ref const&);
template matrix_facts facts_of(sparse_matrix<complex> const&, driver_ref const&);

}  // namespace isobit::tool
