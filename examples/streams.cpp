// Numbers that come by once: from a reader, and from a table that several threads parse.
#include <isobit/isobit.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "expect.hpp"

/// Some lines of a table with two columns, as text and as numbers.
struct table_lines {
  std::string text;
  std::vector<double> prices, amounts;
};

/// Order-free accumulators, so threads may take the lines as they come.
struct totals {
  isobit::exact prices;
  isobit::exact_product turnover;
  void add(table_lines const& lines) {
    prices.add(lines.prices);
    turnover.add_products(lines.prices, lines.amounts);
  }
  void merge(totals const& other) {
    prices.merge(other.prices);
    turnover.merge(other.turnover);
  }
};

int main() {
  int next = 0;
  auto const read = [&](std::span<double> buffer) {
    std::size_t count = 0;
    while (count < buffer.size() && next < 100000) buffer[count++] = 0.1 * next++;
    return count;
  };
  double const expected = 0x1.dcd5178p+28;
  expect("one thread", isobit::sum<isobit::exact>(isobit::stream_of<double>(read)), expected);
  next = 0;
  expect("four threads", isobit::sum<isobit::exact>(isobit::stream_of<double>(read), isobit::threads(4)), expected);

  std::istringstream file("0.1 3\n1e16 1\n-1e16 1\n0.2 7\n");
  auto const cut = [&](table_lines& lines) { return bool(std::getline(file, lines.text)); };  // one thread at a time
  auto const parse = [](table_lines& lines) {                                                 // all of them
    double price = 0, amount = 0;
    std::istringstream(lines.text) >> price >> amount;
    lines.prices.assign(1, price);
    lines.amounts.assign(1, amount);
  };
  auto const rows = isobit::block_stream_of<table_lines>(cut, parse);
  auto const sums = isobit::reduce<totals>(rows, isobit::threads(2));
  expect("a column", sums.prices.round(), 0.1 + 0.2);
  expect("the products of two", sums.turnover.round(), 0x1.b333333333334p+0);
  return failures;
}
