// Matrix Market files: what is read, and what is refused, with its line.
#include <cmath>
#include <complex>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/check.hpp"
#include "support/float_environment.hpp"
#include "support/random.hpp"
#include "unit/sparse/matrix_market.hpp"

namespace isobit::test {
namespace {

TEST(matrix_market, reads_places_with_numbers) {
  std::string const text = "%%MatrixMarket Matrix COORDINATE Real general\n% a comment\n%%another\n\n"
                           " 3\t4 5 \n1 1 1e16\n2 4 -0x1.8p+1\n% in between\n\n1 1 1\n3 1 +.5e-3\n1 1 -1e16\n";
  for (auto const& lines : {text, std::string("\xef\xbb\xbf") + text}) {
    auto const a = matrix_of(lines);
    EXPECT_EQ(a.rows, 3);
    EXPECT_EQ(a.columns, 4);
    EXPECT_EQ(a.offsets, (std::vector<std::int32_t>{0, 1, 2, 3}));
    EXPECT_EQ(a.indices, (std::vector<std::int32_t>{0, 3, 0}));
    EXPECT_TRUE(same_bits(a.values, std::vector<double>{1, -3, 5e-4}));
  }
  std::string returns = text.substr(0, text.size() - 1);  // the last line need not end
  for (std::size_t at = 0; (at = returns.find('\n', at)) != returns.npos; at += 2) returns.insert(at, "\r");
  auto const a = matrix_of<double, std::int64_t>(returns);
  EXPECT_EQ(a.indices, (std::vector<std::int64_t>{0, 3, 0}));
  auto const d = dense_of(returns);
  EXPECT_TRUE(same_bits(d.values, std::vector<double>{1, 0, 5e-4, 0, 0, 0, 0, 0, 0, 0, -3, 0}));
}

TEST(matrix_market, reads_every_kind) {
  auto const pattern = matrix_of("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 3\n1 1\n2 1\n2 1\n");
  EXPECT_EQ(pattern.values, (std::vector<double>{1, 2, 2}));
  auto const integers = matrix_of("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 0007\n");
  EXPECT_EQ(integers.indices, (std::vector<std::int32_t>{1, 0}));
  EXPECT_EQ(integers.values, (std::vector<double>{-7, 7}));
  std::string const complex_lines = "2 2 2\n1 1 3 -0\n2 1 1 2\n";
  auto const hermitian =
      matrix_of<std::complex<double>>("%%MatrixMarket matrix coordinate complex hermitian\n" + complex_lines);
  EXPECT_EQ(hermitian.values, (std::vector<std::complex<double>>{3, {1, -2}, {1, 2}}));
  auto const symmetric =
      matrix_of<std::complex<float>>("%%MatrixMarket matrix coordinate complex symmetric\n" + complex_lines);
  EXPECT_EQ(symmetric.values, (std::vector<std::complex<float>>{3, {1, 2}, {1, 2}}));
  auto const widened = matrix_of<std::complex<double>>(std::string(real_general) + "1 1 1\n1 1 5\n");
  EXPECT_EQ(widened.values, (std::vector<std::complex<double>>{5}));
}

TEST(matrix_market, names_kinds_as_texts_do) {
  for (std::string const numbers : {"real", "integer", "complex", "pattern"})
    for (std::string const symmetry : {"general", "symmetric", "skew-symmetric", "hermitian"}) {
      if (numbers == "pattern" && symmetry == "skew-symmetric") continue;
      if (numbers != "complex" && symmetry == "hermitian") continue;
      std::istringstream in("%%MatrixMarket matrix coordinate " + numbers + " " + symmetry + "\n1 1 0\n");
      auto const about = sparse::matrix_market::read_header(in);
      EXPECT_EQ(name_of(about.numbers), numbers);
      EXPECT_EQ(name_of(about.symmetry), symmetry);
    }
}

TEST(matrix_market, reads_arrays) {
  auto const text = [](std::string const& kind, std::string const& rest) {
    return "%%MatrixMarket matrix array " + kind + "\n" + rest;
  };
  auto const general = text("real general", "2 3\n1\n-0\n3\n0\ninf\n-NaN\n");
  auto const d = dense_of(general);
  EXPECT_EQ(d.rows, 2);
  EXPECT_EQ(d.columns, 3);
  EXPECT_TRUE(same_bits(std::vector<double>(d.values.begin(), d.values.end() - 1),
                        std::vector<double>{1, -0.0, 3, 0, std::numeric_limits<double>::infinity()}));
  EXPECT_TRUE(is_nan(d.values.back()));
  auto const a = matrix_of(general);
  EXPECT_EQ(a.offsets, (std::vector<std::int32_t>{0, 3, 4}));
  EXPECT_EQ(a.indices, (std::vector<std::int32_t>{0, 1, 2, 2}));
  EXPECT_EQ(dense_of(text("integer symmetric", "3 3\n1\n2\n3\n4\n5\n6\n")).values,
            (std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6}));
  EXPECT_EQ(dense_of(text("real skew-symmetric", "3 3\n1\n2\n3\n")).values,
            (std::vector<double>{0, 1, 2, -1, 0, 3, -2, -3, 0}));
  EXPECT_EQ(dense_of<std::complex<double>>(text("complex hermitian", "2 2\n1 0\n2 3\n4 0\n")).values,
            (std::vector<std::complex<double>>{1, {2, 3}, {2, -3}, 4}));
  for (auto const* const kind : {"general", "symmetric", "skew-symmetric"}) {
    EXPECT_TRUE(dense_of(text(std::string("real ") + kind, "0 0\n")).values.empty());
    EXPECT_EQ(matrix_of(text(std::string("real ") + kind, "0 0\n")).entries(), 0);
  }
  EXPECT_EQ(dense_of(text("real skew-symmetric", "1 1\n")).values, (std::vector<double>{0}));
  EXPECT_EQ(matrix_of(text("real general", "5 0\n")).offsets.size(), 6);
}

TEST(matrix_market, rounds_numbers_once) {
  auto const number = [](std::string const& text) {
    return dense_of("%%MatrixMarket matrix array real general\n1 1\n" + text).values[0];
  };
  for (auto const* const text : {"1.00000000000000011102230246251565404236316680908203125", "9007199254740993",
                                 "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-400",
                                 "-1e-99999999999999999999", "1.7976931348623158e308", "0x1.00000000000008p0"})
    EXPECT_TRUE(same_bits(std::strtod(text, nullptr), number(text))) << text;
  auto const single =
      dense_of<float>("%%MatrixMarket matrix array real general\n1 1\n1.00000005960464477540\n").values[0];
  EXPECT_TRUE(same_bits(std::nextafter(1.0f, 2.0f), single));  // by way of a double it would be 1
  auto const before = read_environment();
  for (std::uint64_t const control : every_control_word())
    for (auto const* const text : {"0.1", "123456789012345678e3", "5e-324", "2.2250738585072011e-308"}) {
      write_environment({control, before.flags});
      double const value = number(text);
      write_environment(before);
      EXPECT_TRUE(same_bits(std::strtod(text, nullptr), value)) << text << " with control word " << control;
    }
}

TEST(matrix_market, takes_integers_that_are_numbers) {
  auto const number = [](std::string const& text) {
    return message_of([&] { return dense_of("%%MatrixMarket matrix array integer general\n1 1\n" + text); });
  };
  for (auto const* const good :
       {"9007199254740992", "-9007199254740994", "9223372036854775808", "000000000000000000000000001", "-0",
        "10000000000000000000000", "1267650600228229401496703205376"})
    EXPECT_EQ(number(good), "nothing was wrong") << good;
  EXPECT_EQ(number("9007199254740993"),
            "line 3: no double is the integer '9007199254740993'; as real, it would be rounded");
  EXPECT_EQ(number("9223372036854775807"),
            "line 3: no double is the integer '9223372036854775807'; as real, it would be rounded");
  EXPECT_NE(number(std::string(400, '9')), "nothing was wrong");
  EXPECT_EQ(number("1.0"), "line 3: expected an integer, found '1.0'");
  EXPECT_EQ(number("1e3"), "line 3: expected an integer, found '1e3'");
  EXPECT_EQ(number("inf"), "line 3: expected an integer, found 'inf'");
  EXPECT_EQ(number("-"), "line 3: expected an integer, found '-'");
  EXPECT_EQ(message_of([] { return dense_of<float>("%%MatrixMarket matrix array integer general\n1 1\n16777217\n"); }),
            "line 3: no float is the integer '16777217'; as real, it would be rounded");
}

TEST(matrix_market, reads_headers_and_no_further) {
  std::istringstream in("%%MatrixMarket matrix coordinate complex hermitian\n%\n%\n3 3 4000000000\nrest");
  header const about = read_header(in);
  EXPECT_FALSE(about.is_array);
  EXPECT_EQ(about.numbers, number_kind::complex);
  EXPECT_EQ(about.symmetry, symmetry_kind::hermitian);
  EXPECT_EQ(about.rows, 3);
  EXPECT_EQ(about.entries, 4000000000);
  EXPECT_EQ(about.lines, 4);
  EXPECT_EQ(message_of([&] { return read<std::complex<double>>(in, about); }), "line 5: expected a row, found 'rest'");
}

TEST(matrix_market, names_the_line_of_what_is_wrong) {
  auto const top = [](std::string const& banner) { return refusal_of(banner + "\n1 1 1\n1 1 1\n"); };
  EXPECT_EQ(refusal_of(""), "line 1: the text is empty");
  EXPECT_EQ(top("1 1 1"), "line 1: expected %%MatrixMarket, found '1 1 1'; is this a Matrix Market file?");
  EXPECT_EQ(top(std::string("\x7f"
                            "ELF\0",
                            5) +
                std::string(50, 'x')),
            "line 1: expected %%MatrixMarket, found '?ELF?" + std::string(35, 'x') +
                "...'; is this a Matrix Market file?");
  EXPECT_EQ(top("%%MatrixMarket vector coordinate real general"), "line 1: expected a matrix, found 'vector'");
  EXPECT_EQ(top("%%MatrixMarket matrix sparse real general"),
            "line 1: expected one of coordinate, array, found 'sparse'");
  EXPECT_EQ(top("%%MatrixMarket matrix array"), "line 1: expected one of real, integer, complex, pattern, found ''");
  EXPECT_EQ(top("%%MatrixMarket matrix array real"),
            "line 1: expected one of general, symmetric, skew-symmetric, hermitian, found ''");
  EXPECT_EQ(top("%%MatrixMarket matrix array real general x"), "line 1: found 'x' behind the symmetry");
  EXPECT_EQ(top("%%MatrixMarket matrix array pattern general"), "line 1: an array cannot be a pattern");
  EXPECT_EQ(top("%%MatrixMarket matrix coordinate real hermitian"),
            "line 1: what is not complex is symmetric, not Hermitian");
  EXPECT_EQ(top("%%MatrixMarket matrix coordinate pattern skew-symmetric"),
            "line 1: a pattern has no signs, so it cannot be skew-symmetric");
  EXPECT_EQ(top(std::string(1 << 21, 'x')), "line 1: more than 1 MiB without an end of the line");

  auto const sizes = [](std::string const& line) { return refusal_of(real_general + line); };
  EXPECT_EQ(sizes(""), "line 2: the text ends before the sizes");
  EXPECT_EQ(sizes("%\n\n"), "line 4: the text ends before the sizes");
  EXPECT_EQ(sizes("x"), "line 2: expected the number of rows, found 'x'");
  EXPECT_EQ(sizes("2"), "line 2: expected the number of columns, found nothing");
  EXPECT_EQ(sizes("2 2"), "line 2: expected the number of entries, found nothing");
  EXPECT_EQ(sizes("2 2.5 1"), "line 2: expected the number of columns, found '2.5'");
  EXPECT_EQ(sizes("2 -2 1"), "line 2: '-2' columns");
  EXPECT_EQ(sizes("2 2 1 1"), "line 2: found '1' behind the sizes");
  EXPECT_EQ(sizes("2 2 9223372036854775808"), "line 2: '9223372036854775808' entries are more than 64 bits can count");
  EXPECT_EQ(refusal_of("%%MatrixMarket matrix array real symmetric\n2 3\n"),
            "line 2: a matrix of 2 rows and 3 columns cannot be symmetric");
  EXPECT_EQ(refusal_of("%%MatrixMarket matrix array real general\n4294967296 4294967296\n"),
            "line 2: an array of more numbers than 64 bits can count");

  auto const entry = [](std::string const& line) { return refusal_of(real_general + ("%\n2 3 1\n" + line)); };
  EXPECT_EQ(entry(""), "line 4: the text ends after 0 of the 1 entry of line 3");
  EXPECT_EQ(entry("x 1 1"), "line 4: expected a row, found 'x'");
  EXPECT_EQ(entry("1"), "line 4: expected a column, found nothing");
  EXPECT_EQ(entry("1 1"), "line 4: expected a number, found nothing");
  EXPECT_EQ(entry("1 1 one"), "line 4: expected a number, found 'one'");
  EXPECT_EQ(entry("1 1 1d3"), "line 4: expected a number, found '1d3'");
  EXPECT_EQ(entry("1 1 1,5"), "line 4: expected a number, found '1,5'");
  EXPECT_EQ(entry("1 1 1e999"), "line 4: '1e999' is too large for a double");
  EXPECT_EQ(entry("1 1 1 1"), "line 4: found '1' behind the entry");
  EXPECT_EQ(entry("1 1 1 % remark"), "line 4: found '%' behind the entry");
  EXPECT_EQ(entry("0 1 1"), "line 4: row 0, and there are 2, numbered from 1");
  EXPECT_EQ(entry("3 1 1"), "line 4: row 3, and there are 2, numbered from 1");
  EXPECT_EQ(entry("-1 1 1"), "line 4: row -1, and there are 2, numbered from 1");
  EXPECT_EQ(entry("1 4 1"), "line 4: column 4, and there are 3, numbered from 1");
  EXPECT_EQ(entry("1 99999999999999999999 1"), "line 4: column 99999999999999999999, and there are 3, numbered from 1");
  EXPECT_EQ(entry("1 1 1\n\n2 2 2\n"), "line 6: found '2 2 2' behind the 1 entry of line 3");
  EXPECT_EQ(refusal_of(std::string(real_general) + "1 1 1000000000000000000\n1 1 1\n"),
            "line 4: the text ends after 1 of the 1000000000000000000 entries of line 2");
  EXPECT_EQ(refusal_of("%%MatrixMarket matrix array real general\n2 1\n1\n"),
            "line 4: the text ends after 1 of the 2 entries of line 2");
}

TEST(matrix_market, refuses_what_has_not_its_symmetry) {
  auto const entry = [](std::string const& kind, std::string const& line) {
    return message_of([&] {
      return matrix_of<std::complex<double>>("%%MatrixMarket matrix coordinate " + kind + "\n2 2 1\n" + line);
    });
  };
  EXPECT_EQ(entry("real symmetric", "1 2 1"),
            "line 3: an entry in row 1, column 2; with a symmetry, only the lower triangle is written");
  EXPECT_EQ(entry("real skew-symmetric", "1 1 0"),
            "line 3: an entry on the diagonal, where a skew-symmetric matrix is zero");
  EXPECT_EQ(entry("complex hermitian", "1 1 0 1"),
            "line 3: an entry on the diagonal that is not real, as those of a Hermitian matrix are");
  EXPECT_EQ(message_of([] {
              return dense_of<std::complex<double>>(
                  "%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n1 1\n1 1\n");
            }),
            "line 5: an entry on the diagonal that is not real, as those of a Hermitian matrix are");
}

TEST(matrix_market, refuses_what_the_type_cannot_hold) {
  EXPECT_EQ(refusal_of("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 1\n"),
            "the numbers are complex; read them as std::complex");
  std::string const wide = std::string(real_general) + "2147483648 1 0\n";
  EXPECT_EQ(message_of([&] { return matrix_of(wide); }),
            "2147483648 rows and 1 columns are more than 32 bits can count; use 64-bit indices");
  EXPECT_EQ(
      message_of([] { return dense_of(std::string(real_general) + "9000000000000000000 9000000000000000000 0\n"); }),
      "9000000000000000000 rows and 9000000000000000000 columns are too many for a dense matrix; read it as a sparse "
      "one");
  std::ifstream missing("/no such file");
  EXPECT_EQ(message_of([&] { return read<double>(missing); }),
            "line 0: the stream cannot be read; was the file opened?");
  std::ifstream folder("/");
  EXPECT_NE(message_of([&] { return read<double>(folder); }).find("cannot be read"), std::string::npos);
}

TEST(matrix_market, reads_some_rows) {
  std::string const text =
      "%%MatrixMarket matrix coordinate real symmetric\n4 4 5\n1 1 1\n3 1 2\n3 1 0.5\n4 3 4\n2 2 5\n";
  auto const whole = matrix_of(text);
  auto const rows = [&](index first, index count) {
    std::istringstream in(text);
    auto const about = read_header(in);
    return read_rows<double>(in, about, first, count);
  };
  auto const entry = [](csr_matrix<double> const& a, index i, index j) {
    auto const row = static_cast<std::size_t>(i);
    for (auto k = static_cast<std::size_t>(a.offsets[row]); k < static_cast<std::size_t>(a.offsets[row + 1]); ++k)
      if (a.indices[k] == j) return a.values[k];
    return -1.0;
  };
  for (index first = 0; first <= 4; ++first)
    for (index count = 0; first + count <= 4; ++count) {
      auto const some = rows(first, count);
      EXPECT_EQ(some.rows, count);
      EXPECT_EQ(some.columns, 4);
      for (index i = 0; i < count; ++i)
        for (index j = 0; j < 4; ++j) EXPECT_EQ(entry(some, i, j), entry(whole, first + i, j));
    }
  EXPECT_EQ(message_of([&] { return rows(1, 4); }), "4 rows from 1 on, and there are 4");
  EXPECT_EQ(message_of([&] { return rows(-1, 1); }), "1 rows from -1 on, and there are 4");
}

TEST(matrix_market, reads_some_lines_of_places) {
  std::string const head = "%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 3\n";
  std::vector<std::string> const lines = {"2 1 4\n", "% nothing\n", "\n", "3 1 -0.5\r\n", "3 1 1e300"};
  std::istringstream header_text(head);
  auto const about = read_header(header_text);
  auto const of_lines = [&](std::size_t first, std::size_t end) {
    std::string text;
    for (std::size_t k = first; k < end; ++k) text += lines[k];
    std::istringstream in(text);
    return read_places<double>(in, about);
  };
  std::vector<std::int64_t> const rows{1, 0, 2, 0, 2, 0}, columns{0, 1, 0, 2, 0, 2};
  std::vector<double> const values{4, -4, -0.5, 0.5, 1e300, -1e300};
  for (std::size_t cut = 0; cut <= lines.size(); ++cut) {
    auto all = of_lines(0, cut);
    auto const rest = of_lines(cut, lines.size());
    EXPECT_EQ(all.lines + rest.lines, about.entries);
    all.rows.insert(all.rows.end(), rest.rows.begin(), rest.rows.end());
    all.columns.insert(all.columns.end(), rest.columns.begin(), rest.columns.end());
    all.values.insert(all.values.end(), rest.values.begin(), rest.values.end());
    EXPECT_EQ(all.rows, rows);
    EXPECT_EQ(all.columns, columns);
    EXPECT_EQ(all.values, values);
  }
  auto const message = [&](std::string const& text, header const& of) {
    return message_of([&] {
      std::istringstream in(text);
      return read_places<double>(in, of);
    });
  };
  EXPECT_EQ(message("\n4 1 1\n", about), "line 4: row 4, and there are 3, numbered from 1");
  EXPECT_EQ(message("3 1 1 1\n", about), "line 3: found '1' behind the entry");
  header array;
  array.is_array = true;
  EXPECT_EQ(message("1\n", array), "an array names no places; read it whole");
}

}  // namespace
}  // namespace isobit::test
