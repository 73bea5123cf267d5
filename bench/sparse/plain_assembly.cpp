#include "plain_assembly.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif
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

/// Rows in a ring of open ones: isobit's layout, with plain sums and the same search for a column.
class open_rows {
public:
  explicit open_rows(std::size_t ring) : within_(ring - 1), groups_(ring), counts_(ring) {}

  void begin(int first, int end) {
    for (int row = first; row < end; ++row) {
      std::fill_n(groups_[at(row)].columns, 16, -1);
      counts_[at(row)] = 0;
    }
  }
  void add(int row, int column, double value) {
    auto& group = groups_[at(row)];
    if (unsigned const places = places_of(group.columns, column); places != 0) [[likely]]
      group.sums[std::countr_zero(places)] += value;
    else
      open(at(row), column) = value;
  }
  void finish(int first, int end, some_rows& to) {
    for (int row = first; row < end; ++row) {
      auto& group = groups_[at(row)];
      int const count = counts_[at(row)];
      for (int k = count; k < 16; ++k) group.columns[k] = std::numeric_limits<int>::max();
      int ranks[16] = {};
      for (int k = 0; k < count; ++k)
        for (int other = 0; other < 16; ++other) ranks[other] += group.columns[k] < group.columns[other] ? 1 : 0;
      auto const start = to.indices.size();
      to.indices.resize(start + static_cast<std::size_t>(count));
      to.values.resize(start + static_cast<std::size_t>(count));
      for (int k = 0; k < count; ++k) {
        to.indices[start + static_cast<std::size_t>(ranks[k])] = group.columns[k];
        to.values[start + static_cast<std::size_t>(ranks[k])] = group.sums[k];
      }
      to.lengths.push_back(count);
    }
  }

private:
  struct alignas(64) column_group {
    int columns[16];
    double sums[16];
  };

  [[nodiscard]] std::size_t at(int row) const { return static_cast<std::size_t>(row) & within_; }
  static unsigned places_of(int const* columns, int column) {
#if defined(__SSE2__)
    auto const* const fours = reinterpret_cast<__m128i const*>(columns);
    __m128i const wanted = _mm_set1_epi32(column);
    auto const eight = [&](int k) {
      return _mm_packs_epi32(_mm_cmpeq_epi32(fours[k], wanted), _mm_cmpeq_epi32(fours[k + 1], wanted));
    };
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(eight(0), eight(2))));
#else
    unsigned places = 0;
    for (int k = 0; k < 16; ++k) places |= columns[k] == column ? 1U << k : 0;
    return places;
#endif
  }
  [[gnu::noinline]] double& open(std::size_t row, int column) {
    if (counts_[row] == 16) std::abort();  // not with tetrahedra
    groups_[row].columns[counts_[row]] = column;
    return groups_[row].sums[counts_[row]++];
  }

  std::size_t within_;
  std::vector<column_group> groups_;
  std::vector<int> counts_;
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

namespace {

matrix join(int rows, std::vector<some_rows>& done) {
  matrix a;
  a.rows = a.columns = rows;
  a.offsets = {0};
  for (auto const& one : done)
    for (int const length : one.lengths) a.offsets.push_back(a.offsets.back() + length);
  if (done.size() == 1) {
    a.indices = std::move(done.front().indices);
    a.values = std::move(done.front().values);
    return a;
  }
  for (auto const& one : done) {
    a.indices.insert(a.indices.end(), one.indices.begin(), one.indices.end());
    a.values.insert(a.values.end(), one.values.begin(), one.values.end());
  }
  return a;
}

/// Up to which row all are begun and complete after each batch of contributions.
struct progress {
  static constexpr std::size_t batch = 4096;
  std::vector<int> begun, complete;
  std::size_t ring = 1;

  explicit progress(contributions const& c) {
    std::vector<int> least;
    for (std::size_t k = 0; k < c.i.size(); k += batch) {
      auto const [low, high] =
          std::minmax_element(c.i.begin() + static_cast<std::ptrdiff_t>(k),
                              c.i.begin() + static_cast<std::ptrdiff_t>(std::min(k + batch, c.i.size())));
      least.push_back(*low);
      begun.push_back(std::max(begun.empty() ? 0 : begun.back(), *high + 1));
    }
    complete.resize(begun.size());
    int later = c.rows, last = 0;
    for (std::size_t b = begun.size(); b-- > 0;) {
      complete[b] = std::min(later, begun[b]);
      later = std::min(later, least[b]);
    }
    for (std::size_t b = 0; b < begun.size(); ++b) {
      while (ring < static_cast<std::size_t>(begun[b] - last)) ring *= 2;
      last = complete[b];
    }
  }
};

matrix assemble_in_order(contributions const& c, progress const& order) {
  open_rows rows(order.ring);
  std::vector<some_rows> done(1);
  int begun = 0, complete = 0;
  for (std::size_t b = 0; b < order.begun.size(); ++b) {
    rows.begin(std::exchange(begun, order.begun[b]), order.begun[b]);
    for (std::size_t k = b * order.batch; k < std::min((b + 1) * order.batch, c.i.size()); ++k)
      rows.add(c.i[k], c.j[k], c.values[k]);
    rows.finish(std::exchange(complete, order.complete[b]), order.complete[b], done[0]);
  }
  rows.begin(begun, c.rows);
  rows.finish(complete, c.rows, done[0]);
  return join(c.rows, done);
}

}  // namespace

matrix assemble_plainly(contributions const& c, std::size_t threads) {
  if (progress const order(c); threads == 1 && order.ring <= 32768) return assemble_in_order(c, order);
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
    open_rows rows(std::size_t{1} << shift);
    for (std::size_t b = first; b < last; ++b) {
      int const row = static_cast<int>(b) << shift, end = std::min(row + (1 << shift), c.rows);
      rows.begin(row, end);
      for (auto const* one = all.get() + starts[b]; one != all.get() + starts[b + 1]; ++one)
        rows.add(one->row, one->column, one->value);
      rows.finish(row, end, done[b]);
    }
  });
  return join(c.rows, done);
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
