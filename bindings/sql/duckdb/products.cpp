// Sums of products and of squares in groups, of which there may be many, and each row may be another's.
#include <cmath>

#include <isobit/instruction_set.hpp>

#include "few_groups.hpp"
#include "small_group.hpp"
#include "sum/finish.hpp"

namespace isobit::sql {
namespace {

/// Three doubles hold what ordinary numbers come to; a fourth takes half as long again.
using sum_of_products = summation::expansion<3>;

/// Adds x * y, as two doubles. False, with the sum as it was, where it cannot hold the product or two doubles may not
/// be it. docs/maths/sum.md#expansion
template <bool Fused> [[gnu::always_inline]] inline bool add_product(sum_of_products& sum, double x, double y) {
  double const high = x * y;
  double low;
  if constexpr (Fused)
    low = __builtin_fma(x, y, -high);
  else
    low = arithmetic::product<double, false>(x, y).error;
  if (!(std::fabs(high) >= 0x1p-900) && x != 0 && y != 0) [[unlikely]]
    return false;
  auto next = sum;
  if (!next.add(high) || !next.rest.add(low)) [[unlikely]]
    return false;
  sum = next;
  return true;
}

constexpr double ones[3] = {1, 1, 1};

struct kept_products {
  static constexpr isobit_sql_kind kind = ISOBIT_SQL_PRODUCTS;
  sum_of_products sum;

  template <bool Fused> [[gnu::always_inline]] bool add(double x, double y) { return add_product<Fused>(sum, x, y); }
  bool add(kept_products const& other) { return add_all(sum, other.sum); }
  void lose() { sum.high = sum.rest.high = __builtin_nan(""); }

  isobit_sql_status pour_into(isobit_sql_group& wide, std::uint64_t count) const {
    doubles_of const all(sum, count);
    return isobit_sql_add_rows(&wide, all.number, ones, all.size, &isobit_sql_duckdb_memory);
  }
  isobit_sql_status result(std::uint64_t count, isobit_sql_result wanted, double* result) const {
    doubles_of const all(sum, count);
    return isobit_sql_sums_result(ISOBIT_SQL_VALUES, nullptr, all.number, nullptr, all.size, count, wanted, result);
  }
  isobit_sql_status state(std::uint64_t count, unsigned char* bytes, std::size_t* size) const {
    doubles_of const all(sum, count);
    return isobit_sql_sums_state(kind, nullptr, all.number, ones, all.size, bytes, size);
  }
};

struct kept_moments {
  static constexpr isobit_sql_kind kind = ISOBIT_SQL_MOMENTS;
  summation::expansion<2> sum;
  sum_of_products squares;

  template <bool Fused> [[gnu::always_inline]] bool add(double x, double) {
    auto next = sum;
    if (!next.add(x) || !add_product<Fused>(squares, x, x)) [[unlikely]]
      return false;
    sum = next;
    return true;
  }
  bool add(kept_moments const& other) {
    auto next = *this;
    if (!next.sum.add(other.sum.high) || !next.sum.add(other.sum.low) || !add_all(next.squares, other.squares))
      return false;
    *this = next;
    return true;
  }
  void lose() { sum.high = sum.low = __builtin_nan(""); }

  isobit_sql_status pour_into(isobit_sql_group& wide, std::uint64_t count) const {
    if (count == 0) return ISOBIT_SQL_OK;  // rows that wait need no accumulator
    doubles_of const of_sum(sum, count), of_squares(squares, count);
    return isobit_sql_add_moments(&wide, of_sum.number, of_sum.size, of_squares.number, of_squares.size, count,
                                  &isobit_sql_duckdb_memory);
  }
  isobit_sql_status result(std::uint64_t count, isobit_sql_result wanted, double* result) const {
    auto const known = in_standard_rounding([&] {
      auto const n = static_cast<double>(count);
      auto const variance = certify::variance(summation::enclosed(sum), summation::enclosed(squares), n, n - 1);
      return summation::round_within_two<double>(wanted == ISOBIT_SQL_VARIANCE ? variance
                                                                               : certify::square_root(variance));
    });
    if (known) {
      *result = *known;
      return ISOBIT_SQL_OK;
    }
    return guarded([&] {
      doubles_of const of_sum(sum, count), of_squares(squares, count);
      moments all;
      all.add_doubles({of_sum.number, of_sum.size}, {of_squares.number, of_squares.size});
      *result = sql::finish(all, count, wanted);
    });
  }
  isobit_sql_status state(std::uint64_t, unsigned char*, std::size_t*) const { return ISOBIT_SQL_UNSUPPORTED; }
};

/// An argument. Doubles are read where they are.
struct column {
  void const* data;
  uint64_t const* validity;
  bool is_float;

  column(duckdb_data_chunk input, idx_t index, duckdb_type type) : is_float(type == DUCKDB_TYPE_FLOAT) {
    duckdb_vector const vector = duckdb_data_chunk_get_vector(input, index);
    data = duckdb_vector_get_data(vector);
    validity = duckdb_vector_get_validity(vector);
  }
  [[nodiscard]] double const* doubles() const { return static_cast<double const*>(data); }
  [[gnu::always_inline]] double operator[](idx_t row) const {
    return is_float ? static_cast<double>(static_cast<float const*>(data)[row]) : doubles()[row];
  }
};

/// Of a chunk; y is x where there is no second argument.
struct chunk {
  column x, y;
  duckdb_aggregate_state const* states;
  idx_t count;

  [[gnu::always_inline]] bool is_valid(idx_t row) const {
    return isobit_sql_is_valid(x.validity, row) && isobit_sql_is_valid(y.validity, row);
  }
  [[nodiscard]] bool may_be_few() const {
    return x.validity == nullptr && y.validity == nullptr && count >= least_block;
  }
};

/// action(group, x, y) for each row.
template <class Kept, class Action>
[[gnu::always_inline]] inline isobit_sql_status for_each_row(chunk const rows, Action const& action) {
  for (idx_t row = 0; row < rows.count; ++row) {
    if (!rows.is_valid(row)) continue;
    small_group<Kept>& into = group_of<Kept>(rows.states[row]);
    isobit_sql_status const status = action(into, rows.x[row], rows.y[row]);
    if (status != ISOBIT_SQL_OK) [[unlikely]]
      return status;
    ++into.count;
  }
  return ISOBIT_SQL_OK;
}

template <class Kept, bool Fused> [[gnu::always_inline]] inline isobit_sql_status add_rows(chunk const& rows) {
  return for_each_row<Kept>(
      rows, [](auto& into, double x, double y) __attribute__((always_inline)) {
        return into.kept.template add<Fused>(x, y) ? ISOBIT_SQL_OK : add_widely(into, x, y);
      });
}

#if defined(__x86_64__)
template <class Kept> [[gnu::target("avx,fma"), gnu::noinline]] isobit_sql_status add_rows_fused(chunk const& rows) {
  return add_rows<Kept, true>(rows);
}
bool has_fma() { return active_instruction_set() >= instruction_set::avx2; }
#else
template <class Kept> isobit_sql_status add_rows_fused(chunk const& rows) { return add_rows<Kept, true>(rows); }
constexpr bool has_fma() { return true; }
#endif

template <class Kept> isobit_sql_status add_chunk(chunk const& rows, bool has_two) {
  if (rows.may_be_few()) {
    sampled_groups const sample(rows.states, rows.count);
    bool const is_one = sample.size == 1 && isobit_sql_is_one_group(rows.states, rows.count);
    if (is_one && !rows.x.is_float && !rows.y.is_float)
      return add_to_one(group_of<Kept>(rows.states[0]), rows.x.doubles(), has_two ? rows.y.doubles() : nullptr,
                        rows.count);
    // Rows of so few groups would wait for one another.
    if (sample.size <= 8)
      return for_each_row<Kept>(rows, [](auto& into, double x, double y) {
        isobit_sql_status const status = widen(into);
        return status == ISOBIT_SQL_OK ? add_widely(into, x, y) : status;
      });
  }
  return in_standard_rounding([&] { return has_fma() ? add_rows_fused<Kept>(rows) : add_rows<Kept, false>(rows); });
}

template <class Kept> void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  isobit_sql_overload const& overload = *isobit_sql_overload_of(info);
  bool const has_two = overload.aggregate->arguments == 2;
  column const x(input, 0, overload.arguments[0]);
  chunk const rows{x, has_two ? column(input, 1, overload.arguments[1]) : x, states, duckdb_data_chunk_get_size(input)};
  isobit_sql_status status = ISOBIT_SQL_OK;
  isobit_sql_status const refused = guarded([&] { status = add_chunk<Kept>(rows, has_two); });
  isobit_sql_failed(info, refused == ISOBIT_SQL_OK ? status : refused);
}

}  // namespace
}  // namespace isobit::sql

isobit_sql_callbacks const isobit_sql_callbacks_of_moments =
    isobit::sql::callbacks_of<isobit::sql::kept_moments>(isobit::sql::update<isobit::sql::kept_moments>);
isobit_sql_callbacks const isobit_sql_callbacks_of_products =
    isobit::sql::callbacks_of<isobit::sql::kept_products>(isobit::sql::update<isobit::sql::kept_products>);
