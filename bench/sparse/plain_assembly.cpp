#include "plain_assembly.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <isobit/driver/threads.hpp>

namespace bench::sparse {
namespace {

struct element {
  int row, column;
  double value;
};
struct some_rows {
  std::vector<int> lengths, indices;
  std::vector<double> values;
};

/// Rows one after another, each by a mark that tells where a column has its sum.
class adder {
public:
  explicit adder(int columns) : marks_(static_cast<std::size_t>(columns), -1) {}

  void add(element const* begin, element const* end, int first_row, int rows, some_rows& to) {
    ends_.assign(static_cast<std::size_t>(rows) + 2, 0);
    for (auto const* one = begin; one != end; ++one) ++ends_[static_cast<std::size_t>(one->row - first_row) + 2];
    std::size_t const longest = *std::ranges::max_element(ends_);
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    sorted_.resize(std::max(sorted_.size(), static_cast<std::size_t>(end - begin)));
    for (auto const* one = begin; one != end; ++one)
      sorted_[ends_[static_cast<std::size_t>(one->row - first_row) + 1]++] = {one->column, one->value};
    sums_.resize(std::max(sums_.size(), longest));
    keys_.resize(sums_.size());
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) add_row(ends_[r], ends_[r + 1], to);
  }

private:
  void add_row(std::size_t begin, std::size_t end, some_rows& to) {
    int count = 0;
    for (std::size_t k = begin; k < end; ++k) {
      auto const [column, value] = sorted_[k];
      int& mark = marks_[static_cast<std::size_t>(column)];
      if (mark < serial_) {
        mark = serial_ + count;
        keys_[static_cast<std::size_t>(count)] = {column, count};
        sums_[static_cast<std::size_t>(count++)] = 0;
      }
      sums_[static_cast<std::size_t>(mark - serial_)] += value;
    }
    serial_ += count;
    std::sort(keys_.begin(), keys_.begin() + count);
    for (auto key = keys_.begin(); key != keys_.begin() + count; ++key) {
      to.indices.push_back(key->first);
      to.values.push_back(sums_[static_cast<std::size_t>(key->second)]);
    }
    to.lengths.push_back(count);
  }

  std::vector<int> marks_;
  int serial_ = 0;
  std::vector<std::size_t> ends_;
  std::vector<std::pair<int, double>> sorted_;
  std::vector<double> sums_;
  std::vector<std::pair<int, int>> keys_;
};

/// In large pages where there are any, as isobit asks for them.
std::unique_ptr<element[], void (*)(void*)> elements(std::size_t count) {
  constexpr std::size_t large_page = std::size_t{1} << 21;
  std::size_t const bytes = (count * sizeof(element) / large_page + 1) * large_page;
  void* const memory = std::aligned_alloc(large_page, bytes);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  ::madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return {static_cast<element*>(memory), std::free};
}

template <class Body> void for_each_part(std::size_t parts, std::size_t count, Body body) {
  auto run = [&](std::size_t part) { body(count * part / parts, count * (part + 1) / parts, part); };
  isobit::threads(parts).run(parts, run);
}

}  // namespace

matrix assemble_plainly(contributions const& c, std::size_t threads) {
  int shift = 0;
  while ((c.rows - 1) >> shift >= 256) ++shift;
  auto const buckets = static_cast<std::size_t>((c.rows - 1) >> shift) + 1;
  std::vector<std::vector<std::size_t>> next(threads, std::vector<std::size_t>(buckets));
  for_each_part(threads, c.i.size(), [&](std::size_t first, std::size_t last, std::size_t part) {
    for (std::size_t k = first; k < last; ++k) ++next[part][static_cast<std::size_t>(c.i[k] >> shift)];
  });
  std::vector<std::size_t> starts;
  std::size_t total = 0;
  for (std::size_t b = 0; b < buckets; ++b) {
    starts.push_back(total);
    for (auto& one : next) total += std::exchange(one[b], total);
  }
  starts.push_back(total);
  auto const all = elements(total);
  for_each_part(threads, c.i.size(), [&](std::size_t first, std::size_t last, std::size_t part) {
    for (std::size_t k = first; k < last; ++k)
      all[next[part][static_cast<std::size_t>(c.i[k] >> shift)]++] = {c.i[k], c.j[k], c.values[k]};
  });
  std::vector<some_rows> done(buckets);
  for_each_part(threads, buckets, [&](std::size_t first, std::size_t last, std::size_t) {
    adder rows(c.rows);
    for (std::size_t b = first; b < last; ++b) {
      int const row = static_cast<int>(b) << shift;
      rows.add(all.get() + starts[b], all.get() + starts[b + 1], row, std::min(1 << shift, c.rows - row), done[b]);
    }
  });
  matrix a;
  a.rows = a.columns = c.rows;
  a.offsets = {0};
  for (auto const& one : done) {
    for (int const length : one.lengths) a.offsets.push_back(a.offsets.back() + length);
    a.indices.insert(a.indices.end(), one.indices.begin(), one.indices.end());
    a.values.insert(a.values.end(), one.values.begin(), one.values.end());
  }
  return a;
}

std::vector<int> places_in(matrix const& a, contributions const& c) {
  std::vector<int> places;
  for (std::size_t k = 0; k < c.i.size(); ++k) {
    auto const row = a.offsets.begin() + c.i[k];
    auto const begin = a.indices.begin();
    places.push_back(static_cast<int>(std::lower_bound(begin + row[0], begin + row[1], c.j[k]) - begin));
  }
  return places;
}

void add_plainly(std::vector<int> const& places, std::vector<double> const& contributed, std::vector<double>& values,
                 std::size_t threads) {
  std::fill(values.begin(), values.end(), 0.0);
  if (threads == 1) {
    for (std::size_t k = 0; k < places.size(); ++k) values[static_cast<std::size_t>(places[k])] += contributed[k];
    return;
  }
  for_each_part(threads, values.size(), [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t k = 0; k < places.size(); ++k)
      if (auto const at = static_cast<std::size_t>(places[k]); at >= first && at < last) values[at] += contributed[k];
  });
}

}  // namespace bench::sparse
