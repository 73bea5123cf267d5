#include <isobit/sparse/matrix_market.hpp>

#include <bit>
#include <charconv>
#include <limits>
#include <ostream>

#include <isobit/sparse/transpose.hpp>

#include "sparse/check.hpp"
#include "sparse/instantiate.hpp"
#include "sparse/matrix_market_terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {
namespace {

using linalg::is_complex, linalg::real_of;

[[noreturn]] void refuse_entry(index i, index j, std::string const& what) {
  refuse("matrix_market: the entry in row " + std::to_string(i) + ", column " + std::to_string(j) +
         ", numbered from 0, " + what);
}

/// Whether a number has no fraction; by its bits, which do not ask how the caller rounds.
template <class T> bool is_whole(T x) {
  if (is_nonfinite(x)) return false;
  auto const [negative, significand, exponent] = decompose(x);
  return exponent >= 0 || significand == 0 || std::countr_zero(significand) >= -exponent;
}

/// The same number: all NaNs are one, and both zeros, since a sum that is zero is +0 on either side of the diagonal.
template <class T> bool are_same(T x, T y) {
  if constexpr (is_complex<T>)
    return are_same(x.real(), y.real()) && are_same(x.imag(), y.imag());
  else
    return is_nan(x) ? is_nan(y) : is_zero(x) ? is_zero(y) : bits_of(x) == bits_of(y);
}

/// Throws where the numbers, which `for_each(visit(i, j, value))` goes through, are not of a kind.
template <class T, class ForEach> void check_kind(number_kind kind, ForEach for_each) {
  if (is_complex<T> && (kind == number_kind::real || kind == number_kind::integer))
    refuse("matrix_market: complex numbers cannot be written as others");
  if (kind != number_kind::integer) return;
  if constexpr (!is_complex<T>)
    for_each([](index i, index j, T value) {
      if (!is_whole(value)) refuse_entry(i, j, "is no integer");
    });
}

/// Text that goes to a stream, much at a time.
class text_writer {
public:
  explicit text_writer(std::ostream& out) : out_(out) {}

  text_writer& add(std::string_view text) {
    text_ += text;
    return *this;
  }
  text_writer& add(index number) { return add(std::to_string(number)); }
  /// The fewest characters that read back the same.
  template <class T> text_writer& add_real(T x, number_kind kind) {
    if (is_nan(x)) return add("nan");
    char digits[std::numeric_limits<double>::max_exponent10 + 4];
    char* const end = digits + sizeof digits;
    auto const done = kind == number_kind::integer ? std::to_chars(digits, end, x, std::chars_format::fixed)
                                                   : std::to_chars(digits, end, x);
    return add({digits, done.ptr});
  }
  /// What stands behind a place, or in a line of an array; ends the line.
  template <class T> void add_value(T value, number_kind kind, std::string_view before) {
    if (kind != number_kind::pattern) {
      add(before);
      if constexpr (is_complex<T>) {
        add_real(value.real(), kind).add(" ").add_real(value.imag(), kind);
      } else {
        add_real(value, kind);
        if (kind == number_kind::complex) add(" 0");
      }
    }
    add("\n");
    if (text_.size() > (std::size_t{1} << 16)) flush();
  }
  void add_top(bool is_array, number_kind numbers, style const& how) {
    add("%%MatrixMarket matrix ").add(name_of(is_array ? layout_kind::array : layout_kind::coordinate)).add(" ");
    add(name_of(numbers)).add(" ").add(name_of(how.symmetry)).add("\n");
    for (std::string_view rest = how.comment; !rest.empty();) {
      auto const line = rest.substr(0, rest.find('\n'));
      add("% ").add(line).add("\n");
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
  }
  void flush() {
    if (!out_.write(text_.data(), static_cast<std::streamsize>(text_.size())))
      refuse("matrix_market: the stream cannot be written");
    text_.clear();
  }

private:
  std::ostream& out_;
  std::string text_;
};

template <class T> number_kind kind_of(style const& how) {
  return how.numbers.value_or(is_complex<T> ? number_kind::complex : number_kind::real);
}

void check_shape(style const& how, number_kind kind, index rows, index columns) {
  std::string const symmetry = name_of(how.symmetry);
  if (how.symmetry != symmetry_kind::general && rows != columns)
    refuse("matrix_market: a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) +
           " columns cannot be " + symmetry);
  bool const is_possible = how.symmetry == symmetry_kind::hermitian        ? kind == number_kind::complex
                           : how.symmetry == symmetry_kind::skew_symmetric ? kind != number_kind::pattern
                                                                           : true;
  if (!is_possible)
    refuse("matrix_market: " + symmetry + " matrices of " + name_of(kind) + " numbers are none of the format's");
}

/// Throws where a matrix, whose columns ascend in every row, is not its own mirror.
template <class T, class Index, class Offset>
void check_symmetry(style const& how, csr_matrix<T, Index, Offset> const& a, csr_matrix<T, Index, Offset> const& t) {
  for (index i = 0; i < a.rows; ++i) {
    auto const row = static_cast<std::size_t>(i);
    if (a.offsets[row + 1] != t.offsets[row + 1])
      refuse("matrix_market: row and column " + std::to_string(i) +
             ", numbered from 0, have different numbers of entries, so the matrix is not " + name_of(how.symmetry));
    for (auto k = static_cast<std::size_t>(a.offsets[row]); k < static_cast<std::size_t>(a.offsets[row + 1]); ++k) {
      bool const is_right =
          a.indices[k] == t.indices[k] &&
          (static_cast<index>(a.indices[k]) == i ? may_be_on_diagonal(how.symmetry, a.values[k])
                                                 : are_same(a.values[k], mirrored(how.symmetry, t.values[k])));
      if (!is_right) refuse_entry(i, a.indices[k], std::string("is not what makes a matrix ") + name_of(how.symmetry));
    }
  }
}

/// visit(i, j, value) for the entries that are written.
template <class T, class Index, class Offset, class Visit>
void for_each_entry(csr_view<T, Index, Offset> const& a, bool lower_only, Visit visit) {
  for (index i = 0; i < a.rows; ++i)
    for (Offset k = a.offsets[i]; k < a.offsets[i + 1]; ++k)
      if (!lower_only || static_cast<index>(a.indices[k]) <= i) visit(i, static_cast<index>(a.indices[k]), a.values[k]);
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
void write(std::ostream& out, csr_view<T, Index, Offset> const& a, style const& how) {
  auto const kind = kind_of<T>(how);
  bool const lower_only = how.symmetry != symmetry_kind::general;
  check_shape(how, kind, a.rows, a.columns);
  check_kind<T>(kind, [&](auto visit) { for_each_entry(a, false, visit); });
  index entries = a.entries();
  if (lower_only) {
    auto const t = sparse::transposed(a);
    check_symmetry(how, sparse::transposed(t), t);
    entries = 0;
    for_each_entry(a, true, [&](index, index, T) { ++entries; });
  }
  text_writer text(out);
  text.add_top(false, kind, how);
  text.add(a.rows).add(" ").add(a.columns).add(" ").add(entries).add("\n");
  for_each_entry(a, lower_only,
                 [&](index i, index j, T value) { text.add(i + 1).add(" ").add(j + 1).add_value(value, kind, " "); });
  text.flush();
}

template <class T> void write_dense(std::ostream& out, matrix_view<T const> a, style const& how) {
  auto const kind = kind_of<T>(how);
  if (kind == number_kind::pattern) refuse("matrix_market: an array cannot be a pattern");
  check_shape(how, kind, a.rows, a.columns);
  auto const at = [&](index i, index j) {
    return a.conjugate ? mirrored(symmetry_kind::hermitian, a.at(i, j)) : a.at(i, j);
  };
  auto const for_each = [&](auto visit) {
    for (index j = 0; j < a.columns; ++j)
      for (index i = 0; i < a.rows; ++i) visit(i, j, at(i, j));
  };
  check_kind<T>(kind, for_each);
  bool const is_general = how.symmetry == symmetry_kind::general;
  bool const is_skew = how.symmetry == symmetry_kind::skew_symmetric;
  if (!is_general)
    for_each([&](index i, index j, T value) {
      bool const is_right = i != j    ? are_same(value, mirrored(how.symmetry, at(j, i)))
                            : is_skew ? value == T(0)
                                      : may_be_on_diagonal(how.symmetry, value);
      if (!is_right) refuse_entry(i, j, std::string("is not what makes a matrix ") + name_of(how.symmetry));
    });
  text_writer text(out);
  text.add_top(true, kind, how);
  text.add(a.rows).add(" ").add(a.columns).add("\n");
  for_each([&](index i, index j, T value) {
    if (is_general || i > j || (i == j && !is_skew)) text.add_value(value, kind, "");
  });
  text.flush();
}

#define ISOBIT_INSTANTIATE(T, Index, Offset) \
  template ISOBIT_API void write(std::ostream&, csr_view<T, Index, Offset> const&, style const&);
#define ISOBIT_INSTANTIATE_FOR(T)               \
  ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, T) \
  template ISOBIT_API void write_dense(std::ostream&, matrix_view<T const>, style const&);
ISOBIT_INSTANTIATE_FOR(float)
ISOBIT_INSTANTIATE_FOR(double)
ISOBIT_INSTANTIATE_FOR(std::complex<float>)
ISOBIT_INSTANTIATE_FOR(std::complex<double>)

}  // namespace detail
}  // namespace sparse::matrix_market
ISOBIT_NAMESPACE_END
