#include <isobit/sparse/matrix_market.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

#include <isobit/sparse/assembler.hpp>

#include "arithmetic/environment.hpp"
#include "arithmetic/read_number.hpp"
#include "sparse/check.hpp"
#include "sparse/matrix_market_lines.hpp"
#include "sparse/matrix_market_terms.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace sparse::matrix_market {
namespace {

using linalg::is_complex, linalg::real_of;

/// Room for what is announced, unless that is more than a text can be trusted with.
std::size_t believed(index entries) { return static_cast<std::size_t>(std::min<index>(entries, index{1} << 20)); }

template <class T> char const* name_of_type() { return sizeof(T) == sizeof(float) ? "float" : "double"; }

/// Whether digits, without zeros in front, are exactly this magnitude.
template <class T> bool are_digits_of(std::string_view digits, T magnitude) {
  char text[std::numeric_limits<double>::max_exponent10 + 3];
  auto const [end, problem] = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::fixed, 0);
  return problem == std::errc{} && digits == std::string_view(text, static_cast<std::size_t>(end - text));
}

/// The entries of a text, one a line.
template <class T> class entries {
public:
  entries(std::istream& in, header const& about) : text_(in, about.lines), about_(about) {
    if (about.numbers == number_kind::complex && !is_complex<T>)
      refuse("matrix_market: the numbers are complex; read them as std::complex");
  }

  /// visit(line) for each of the lines that were announced, and there must be no more.
  template <class Visit> void for_each(Visit visit) {
    std::string const announced = std::to_string(about_.entries) + (about_.entries == 1 ? " entry" : " entries") +
                                  " of line " + std::to_string(about_.lines);
    for (index k = 0; k < about_.entries; ++k) {
      if (!text_.next_that_tells()) text_.refuse("the text ends after " + std::to_string(k) + " of the " + announced);
      visit_line(visit);
    }
    if (text_.next_that_tells()) text_.refuse("found " + shown(text_.text()) + " behind the " + announced);
  }
  /// The same for as many lines as there are. Returns how many that was.
  template <class Visit> index for_all(Visit visit) {
    index count = 0;
    for (; text_.next_that_tells(); ++count) visit_line(visit);
    return count;
  }

  /// From 0.
  index take_place(std::string_view& line, char const* what, index count) {
    std::string_view const word = take_word(line);
    index place = 0;
    auto const [end, problem] = std::from_chars(word.data(), word.data() + word.size(), place);
    if (problem == std::errc::invalid_argument || end != word.data() + word.size())
      text_.refuse(std::string("expected a ") + what + ", found " + (word.empty() ? "nothing" : shown(word)));
    if (problem != std::errc{} || place < 1 || place > count)
      text_.refuse(std::string(what) + " " + std::string(word) + ", and there are " + std::to_string(count) +
                   ", numbered from 1");
    return place - 1;
  }

  T take_value(std::string_view& line) {
    if (about_.numbers == number_kind::pattern) return T(1);
    real_of<T> const real = about_.numbers == number_kind::integer ? take_integer(line) : take_real(line);
    if constexpr (is_complex<T>)
      return {real, about_.numbers == number_kind::complex ? take_real(line) : real_of<T>(0)};
    else
      return real;
  }

  /// What a text with this symmetry may hold.
  void check_triangle(index i, index j, T value) const {
    if (about_.symmetry == symmetry_kind::general) return;
    if (i < j)
      text_.refuse("an entry in row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1) +
                   "; with a symmetry, only the lower triangle is written");
    if (i == j && !may_be_on_diagonal(about_.symmetry, value))
      text_.refuse(about_.symmetry == symmetry_kind::hermitian
                       ? "an entry on the diagonal that is not real, as those of a Hermitian matrix are"
                       : "an entry on the diagonal, where a skew-symmetric matrix is zero");
  }

private:
  template <class Visit> void visit_line(Visit visit) {
    std::string_view line = text_.text();
    visit(line);
    if (auto const surplus = take_word(line); !surplus.empty())
      text_.refuse("found " + shown(surplus) + " behind the entry");
  }

  real_of<T> take_real(std::string_view& line) {
    std::string_view const word = take_word(line);
    auto const [value, problem] = isobit::detail::read_number<real_of<T>>(word);
    if (problem == std::errc::result_out_of_range)
      text_.refuse(shown(word) + " is too large for a " + name_of_type<real_of<T>>());
    if (problem != std::errc{}) text_.refuse("expected a number, found " + (word.empty() ? "nothing" : shown(word)));
    return value;
  }

  real_of<T> take_integer(std::string_view& line) {
    std::string_view const word = take_word(line);
    std::string_view digits = word;
    if (digits.starts_with('+') || digits.starts_with('-')) digits.remove_prefix(1);
    if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos)
      text_.refuse("expected an integer, found " + (word.empty() ? "nothing" : shown(word)));
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    auto const [value, problem] = isobit::detail::read_number<real_of<T>>(word);
    bool const surely = digits.size() <= std::size_t{std::numeric_limits<real_of<T>>::digits10};
    if (!surely && (problem != std::errc{} || !are_digits_of(digits, value < 0 ? -value : value)))
      text_.refuse("no " + std::string(name_of_type<real_of<T>>()) + " is the integer " + shown(word) +
                   "; as real, it would be rounded");
    return value;
  }

  lines text_;
  header const& about_;
};

/// What an array holds, in its order.
template <class T> std::vector<T> read_array(std::istream& in, header const& about) {
  std::vector<T> values;
  values.reserve(believed(about.entries));
  entries<T> all(in, about);
  index i = about.symmetry == symmetry_kind::skew_symmetric ? 1 : 0, j = 0;
  all.for_each([&](std::string_view& line) {
    values.push_back(all.take_value(line));
    all.check_triangle(i, j, values.back());
    if (++i == about.rows) {
      ++j;
      i = about.symmetry == symmetry_kind::general ? 0 : about.symmetry == symmetry_kind::skew_symmetric ? j + 1 : j;
    }
  });
  return values;
}

/// visit(i, j, value) for all of an array, both triangles.
template <class T, class Visit> void for_each_of_array(std::istream& in, header const& about, Visit visit) {
  auto const values = read_array<T>(in, about);
  bool const is_general = about.symmetry == symmetry_kind::general;
  bool const is_skew = about.symmetry == symmetry_kind::skew_symmetric;
  std::size_t k = 0;
  for (index j = 0; j < about.columns; ++j)
    for (index i = is_general ? 0 : is_skew ? j + 1 : j; i < about.rows; ++i) {
      T const value = values[k++];
      visit(i, j, value);
      if (!is_general && i != j) visit(j, i, mirrored(about.symmetry, value));
    }
}

/// What takes a line of `all` as a place and calls visit(i, j, value), for both triangles.
template <class T, class Visit> auto place_taker(entries<T>& all, header const& about, Visit visit) {
  return [&all, &about, visit](std::string_view& line) {
    index const i = all.take_place(line, "row", about.rows), j = all.take_place(line, "column", about.columns);
    T const value = all.take_value(line);
    all.check_triangle(i, j, value);
    visit(i, j, value);
    if (about.symmetry != symmetry_kind::general && i != j) visit(j, i, mirrored(about.symmetry, value));
  };
}

}  // namespace

namespace detail {

template <class T, class Index>
csr_matrix<T, Index> read_rows(driver_ref const& on, std::istream& in, header const& about, index first, index count) {
  if (std::max(count, about.columns) > std::numeric_limits<Index>::max())
    refuse("matrix_market: " + std::to_string(count) + " rows and " + std::to_string(about.columns) +
           " columns are more than 32 bits can count; use 64-bit indices");
  if (first < 0 || count < 0 || first > about.rows - count)
    refuse("matrix_market: " + std::to_string(count) + " rows from " + std::to_string(first) + " on, and there are " +
           std::to_string(about.rows));
  assembler<T, Index> all(count, about.columns);
  auto const keep = [&](index i, index j, T value) {
    if (i >= first && i - first < count) all.add(static_cast<Index>(i - first), static_cast<Index>(j), value);
  };
  in_standard_rounding([&] {
    if (about.is_array)
      for_each_of_array<T>(in, about, [&](index i, index j, T value) {
        if (value != T(0)) keep(i, j, value);
      });
    else {
      entries<T> named(in, about);
      named.for_each(place_taker(named, about, keep));
    }
  });
  return all.finish(on);
}

template <class T> places<T> read_places(std::istream& in, header const& about) {
  if (about.is_array) refuse("matrix_market: an array names no places; read it whole");
  places<T> result;
  in_standard_rounding([&] {
    entries<T> named(in, about);
    result.lines = named.for_all(place_taker(named, about, [&](index i, index j, T value) {
      result.rows.push_back(i), result.columns.push_back(j), result.values.push_back(value);
    }));
  });
  return result;
}

template <class T> dense_matrix<T> read_dense(std::istream& in, header const& about) {
  dense_matrix<T> a{about.rows, about.columns, {}};
  if (about.is_array && about.symmetry == symmetry_kind::general) {
    in_standard_rounding([&] { a.values = read_array<T>(in, about); });
    return a;
  }
  auto const all = static_cast<unsigned __int128>(about.rows) * static_cast<unsigned __int128>(about.columns);
  if (all > a.values.max_size())
    refuse("matrix_market: " + std::to_string(about.rows) + " rows and " + std::to_string(about.columns) +
           " columns are too many for a dense matrix; read it as a sparse one");
  auto const at = [&](index i, index j) { return static_cast<std::size_t>(j * about.rows + i); };
  if (about.is_array) {
    in_standard_rounding([&] {
      for_each_of_array<T>(in, about, [&](index i, index j, T value) {
        if (a.values.empty()) a.values.resize(static_cast<std::size_t>(all));
        a.values[at(i, j)] = value;
      });
    });
    a.values.resize(static_cast<std::size_t>(all));
    return a;
  }
  auto const sparse = read_rows<T, std::int64_t>({}, in, about, 0, about.rows);
  a.values.resize(static_cast<std::size_t>(all));
  for (index i = 0; i < a.rows; ++i)
    for (auto k = sparse.offsets[static_cast<std::size_t>(i)]; k < sparse.offsets[static_cast<std::size_t>(i) + 1]; ++k)
      a.values[at(i, sparse.indices[static_cast<std::size_t>(k)])] = sparse.values[static_cast<std::size_t>(k)];
  return a;
}

#define ISOBIT_INSTANTIATE(T)                                                                                       \
  template ISOBIT_API csr_matrix<T, std::int32_t> read_rows(driver_ref const&, std::istream&, header const&, index, \
                                                            index);                                                 \
  template ISOBIT_API csr_matrix<T, std::int64_t> read_rows(driver_ref const&, std::istream&, header const&, index, \
                                                            index);                                                 \
  template ISOBIT_API dense_matrix<T> read_dense(std::istream&, header const&);                                     \
  template ISOBIT_API places<T> read_places(std::istream&, header const&);
ISOBIT_INSTANTIATE(float)
ISOBIT_INSTANTIATE(double)
ISOBIT_INSTANTIATE(std::complex<float>)
ISOBIT_INSTANTIATE(std::complex<double>)

}  // namespace detail
}  // namespace sparse::matrix_market
ISOBIT_NAMESPACE_END
