// Sums of values in groups, of which there may be many, and each row may be another's: a group is kept small.
#include <isobit/instruction_set.hpp>

#include "few_groups.hpp"
#include "few_groups_avx512.hpp"
#include "small_group.hpp"

namespace isobit::sql {
namespace {

struct kept_values {
  static constexpr isobit_sql_kind kind = ISOBIT_SQL_VALUES;
  summation::expansion<2> sum;

  bool add(double x) { return sum.add(x); }
  bool add(kept_values const& other) { return add_all(sum, other.sum); }
  void lose() { sum.high = sum.low = __builtin_nan(""); }

  isobit_sql_status pour_into(isobit_sql_group& wide, std::uint64_t count) const {
    doubles_of const all(sum, count);
    return isobit_sql_add_rows(&wide, all.number, nullptr, all.size, &isobit_sql_duckdb_memory);
  }
  isobit_sql_status result(std::uint64_t count, isobit_sql_result wanted, double* result) const {
    doubles_of const all(sum, count);
    return isobit_sql_sums_result(kind, nullptr, all.number, nullptr, all.size, count, wanted, result);
  }
  isobit_sql_status state(std::uint64_t count, unsigned char* bytes, std::size_t* size) const {
    doubles_of const all(sum, count);
    return isobit_sql_sums_state(kind, nullptr, all.number, nullptr, all.size, bytes, size);
  }
};
using group = small_group<kept_values>;

/// In the standard environment; the count is the caller's.
[[gnu::always_inline]] inline isobit_sql_status add(group& into, double x) {
  return into.kept.add(x) ? ISOBIT_SQL_OK : add_widely(into, x, 0);
}

/// Each row to its own group.
template <class T>
isobit_sql_status add_to_each(duckdb_aggregate_state const* states, T const* x, uint64_t const* validity, idx_t count) {
  return in_standard_rounding([&] {
    for (idx_t row = 0; row < count; ++row) {
      if (!isobit_sql_is_valid(validity, row)) continue;
      group& into = group_of<kept_values>(states[row]);
      isobit_sql_status const status = add(into, static_cast<double>(x[row]));
      if (status != ISOBIT_SQL_OK) [[unlikely]]
        return status;
      ++into.count;
    }
    return ISOBIT_SQL_OK;
  });
}

/// The same where the groups are few.
template <class Sums, class T>
isobit_sql_status add_to_few(sampled_groups const& sample, duckdb_aggregate_state const* states, T const* x,
                             idx_t count) {
  Sums sums;
  if (!sums.add(sample, states, x, count)) return add_to_each(states, x, nullptr, count);
  return in_standard_rounding([&] {
    isobit_sql_status status = ISOBIT_SQL_OK;
    auto const add_checked = [&](group& into, double number) {
      if (status == ISOBIT_SQL_OK) status = add(into, number);
    };
    sums.for_each_lane([&](duckdb_aggregate_state state, lane const& from) {
      group& into = group_of<kept_values>(state);
      into.count += from.count;  // before its halves: two doubles may hold the first, but not both
      add_checked(into, from.high);
      if (!is_zero(from.low)) add_checked(into, from.low);
    });
    for (idx_t const row : sums.left) {
      group& into = group_of<kept_values>(states[row]);
      add_checked(into, static_cast<double>(x[row]));
      ++into.count;
    }
    return status;
  });
}

template <class T>
isobit_sql_status add_chunk(duckdb_aggregate_state const* states, T const* x, uint64_t const* validity, idx_t count) {
  if (validity != nullptr || count < least_block) return add_to_each(states, x, validity, count);
  sampled_groups const sample(states, count);
  if constexpr (std::same_as<T, double>)
    if (sample.size == 1 && isobit_sql_is_one_group(states, count))
      return add_to_one(group_of<kept_values>(states[0]), x, nullptr, count);
  if (sample.size > 8 || !exception_flags_work()) return add_to_each(states, x, validity, count);
#if defined(__x86_64__)
  if (sums_in_vectors<8>::can_run())
    return sample.size <= 4 ? add_to_few<sums_in_vectors<4>>(sample, states, x, count)
                            : add_to_few<sums_in_vectors<8>>(sample, states, x, count);
#endif
  return add_to_few<sums_in_table>(sample, states, x, count);
}

void update_values(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  idx_t const count = duckdb_data_chunk_get_size(input);
  duckdb_vector const column = duckdb_data_chunk_get_vector(input, 0);
  void const* const data = duckdb_vector_get_data(column);
  uint64_t const* const validity = duckdb_vector_get_validity(column);
  isobit_sql_status status = ISOBIT_SQL_OK;
  isobit_sql_status const refused = guarded([&] {
    status = isobit_sql_overload_of(info)->arguments[0] == DUCKDB_TYPE_FLOAT
                 ? add_chunk(states, static_cast<float const*>(data), validity, count)
                 : add_chunk(states, static_cast<double const*>(data), validity, count);
  });
  isobit_sql_failed(info, refused == ISOBIT_SQL_OK ? status : refused);
}

}  // namespace
}  // namespace isobit::sql

isobit_sql_callbacks const isobit_sql_callbacks_of_values =
    isobit::sql::callbacks_of<isobit::sql::kept_values>(isobit::sql::update_values);
