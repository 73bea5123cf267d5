#include <isobit/solver/refine.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <isobit/sparse/multiply.hpp>

#include "arithmetic/environment.hpp"
#include "solver/agree.hpp"
#include "solver/numbers.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace solver::detail {

namespace {

/// A matrix beside itself, so that one product with (x, low) is a*(x + low), rounded once.
template <class T, class Index, class Offset>
sparse::csr_matrix<T, std::int64_t, std::int64_t> twice(sparse::csr_view<T, Index, Offset> const& a) {
  sparse::csr_matrix<T, std::int64_t, std::int64_t> both;
  both.rows = a.rows, both.columns = 2 * a.columns;
  for (index i = 0; i < a.rows; ++i) {
    for (index shift : {index{0}, a.columns})
      for (auto k = a.offsets[i]; k < a.offsets[i + 1]; ++k) {
        both.indices.push_back(static_cast<std::int64_t>(a.indices[k]) + shift);
        both.values.push_back(a.values[k]);
      }
    both.offsets.push_back(static_cast<std::int64_t>(both.indices.size()));
  }
  return both;
}

/// x + low = x + low + d, where x is what the sum rounds to, but for what low loses.
template <class T> void take_in(T d, T& x, T& low) {
  T const sum = x + d, kept = sum - x, error = (x - (sum - kept)) + (d - kept);
  T const small = low + error;
  x = sum + small;
  low = small - (x - sum);
}

}  // namespace

template <class T, class Index, class Offset>
refinement refine(space<T> const& where, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b,
                  std::span<T> x, correction<T> const& solve, int most_steps) {
  auto const n = static_cast<std::size_t>(where.owned()), columns = n + static_cast<std::size_t>(where.ghosts());
  std::string problem;
  if (a.rows != where.owned() || a.columns != static_cast<index>(columns) || b.size() != n || x.size() != n)
    problem = "a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) + " columns, b of " +
              std::to_string(b.size()) + " numbers and x of " + std::to_string(x.size()) + ", for " +
              std::to_string(n) + " rows and " + std::to_string(columns) + " columns";
  else if (n != 0 && b.data() < x.data() + n && x.data() < b.data() + n)
    problem = "x shares memory with b; give it memory of its own";
  else if (!solve)
    problem = "refine needs a function that solves";
  require_on_all(where, problem);
  auto const both = twice(a);
  std::vector<T> parts(2 * columns), r(n), d(n);  // x, then what is added to it, each with its ghosts
  std::span<T> const high(parts.data(), columns), low(parts.data() + columns, columns);
  std::copy(x.begin(), x.end(), high.begin());
  refinement result;
  for (; result.steps < most_steps && !result.converged; ++result.steps) {
    where.update(high), where.update(low);
    std::copy(b.begin(), b.end(), r.begin());
    sparse::multiply(T{-1}, both, parts, T{1}, vector_view<T>(r), where.on());
    // As in a row without entries of a matrix that has some elsewhere, here or on another rank.
    if (both.entries() == 0) std::replace(r.begin(), r.end(), T{0}, T{0});
    std::fill(d.begin(), d.end(), T{0});
    solve(r, d);
    bool const finite = std::all_of(d.begin(), d.end(), is_finite<T>);
    if (where.largest(finite ? 0 : 1) != 0) break;
    in_standard_rounding([&] {
      auto const more = parts_of(std::span(d)), large = parts_of(high), small = parts_of(low);
      for (std::size_t i = 0; i < more.size(); ++i) take_in(more[i], large[i], small[i]);
    });
    bool const changed = !std::equal(x.begin(), x.end(), high.begin());
    result.converged = where.largest(changed ? 1 : 0) == 0;
    std::copy_n(high.begin(), n, x.begin());
  }
  return result;
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                        \
  template ISOBIT_API refinement refine(space<T> const&, sparse::csr_view<T, Index, Offset> const&, \
                                        std::span<T const>, std::span<T>, correction<T> const&, int);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<float>)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, std::complex<double>)

}  // namespace solver::detail
ISOBIT_NAMESPACE_END
