// Matrix Market files: what is wrong is refused with its line, and what is read is written so that it reads back the
// same.

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>

#include <isobit/sparse.hpp>

namespace {

using namespace isobit::sparse;
using number = std::complex<double>;

/// Rows and columns are memory, whatever the text holds.
constexpr std::ptrdiff_t most = 1000;

bool same(std::vector<number> const& a, std::vector<number> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(number)) == 0);
}

/// An array, or a matrix with the symmetry of the text.
template <class Matrix>
std::string written(Matrix const& a, matrix_market::symmetry_kind symmetry = matrix_market::symmetry_kind::general) {
  std::ostringstream out;
  matrix_market::write(out, a, {.numbers = {}, .symmetry = symmetry, .comment = {}});
  return out.str();
}

void check(std::string const& text) {
  std::istringstream in(text), again(text);
  auto const about = matrix_market::read_header(in);
  if (std::max(about.rows, about.columns) > most) return;
  auto const a = matrix_market::read<number>(in, about);
  auto const d = matrix_market::read_dense<number>(again);
  for (auto const symmetry : {matrix_market::symmetry_kind::general, about.symmetry}) {
    bool const has_nan = std::any_of(a.values.begin(), a.values.end(), [](number x) { return !(x == x); });
    if (has_nan && symmetry != matrix_market::symmetry_kind::general) continue;
    std::istringstream lines(written(a, symmetry));
    auto const b = matrix_market::read<number>(lines);
    if (a.offsets != b.offsets || a.indices != b.indices || (!has_nan && !same(a.values, b.values))) std::abort();
  }
  number total = 0, dense_total = 0;  // of how many there are
  for (auto const& value : a.values) total += value != number(0);
  for (auto const& value : d.values) dense_total += value != number(0);
  if (total != dense_total) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  try {
    check(std::string(reinterpret_cast<char const*>(data), size));
  } catch (isobit::error const& problem) {
    if (std::string_view(problem.what()).find(": line ") == std::string_view::npos) std::abort();
  }
  return 0;
}
