// Sums of values in groups, of which there may be many, and each row may be another's: a group is kept small.
#include <cstdint>
#include <new>

#include <isobit/instruction_set.hpp>

#include "arithmetic/environment.hpp"
#include "few_groups.hpp"
#include "few_groups_avx512.hpp"
#include "host.h"
#include "kinds.hpp"
#include "sum/pair_sum.hpp"

namespace isobit::sql {
namespace {

/// Two doubles whose sum is that of the rows, as long as two can be that. Then they move to `wide`, where rows wait to
/// be added up many at a time, and `sum` is a NaN, to which nothing can be added.
struct group {
  summation::pair_sum sum;
  std::uint64_t count = 0;
  isobit_sql_group* wide = nullptr;
};

group& group_of(duckdb_aggregate_state state) { return *reinterpret_cast<group*>(state); }

/// The doubles of a group that is not wide: a zero beside another would hide that it is -0.
std::size_t part_count(group const& from) { return from.count == 0 ? 0 : is_zero(from.sum.low) ? 1 : 2; }

isobit_sql_status widen(group& into) {
  if (into.wide != nullptr) return ISOBIT_SQL_OK;
  void* const memory = isobit_sql_duckdb_memory.allocate(nullptr, sizeof(isobit_sql_group));
  if (memory == nullptr) return ISOBIT_SQL_OUT_OF_MEMORY;
  auto* const wide = new (memory) isobit_sql_group;
  isobit_sql_start(wide, ISOBIT_SQL_VALUES);
  double const parts[] = {into.sum.high, into.sum.low};
  into.wide = wide;
  isobit_sql_status const status =
      isobit_sql_add_rows(wide, parts, nullptr, part_count(into), &isobit_sql_duckdb_memory);
  into.sum.high = into.sum.low = __builtin_nan("");
  return status;
}

isobit_sql_status add_widely(group& into, double x) {
  isobit_sql_status status = widen(into);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_make_room(into.wide, &isobit_sql_duckdb_memory);
  if (status == ISOBIT_SQL_OK) isobit_sql_add(into.wide, x, 0);
  return status;
}

/// In the standard environment, as the next; the count is the caller's.
[[gnu::always_inline]] inline isobit_sql_status add(group& into, double x) {
  return into.sum.add(x) ? ISOBIT_SQL_OK : add_widely(into, x);
}

isobit_sql_status merge(group& into, group const& from) {
  isobit_sql_status status = ISOBIT_SQL_OK;
  if (from.wide != nullptr) {
    status = widen(into);
    if (status == ISOBIT_SQL_OK) status = isobit_sql_combine(into.wide, from.wide, &isobit_sql_duckdb_memory);
  } else {
    std::size_t const parts = part_count(from);
    if (parts > 0) status = add(into, from.sum.high);
    if (parts > 1 && status == ISOBIT_SQL_OK) status = add(into, from.sum.low);
  }
  into.count += from.count;
  return status;
}

isobit_sql_status add_to_one(group& into, double const* x, idx_t count) {
  isobit_sql_status status = widen(into);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_add_rows(into.wide, x, nullptr, count, &isobit_sql_duckdb_memory);
  into.count += count;
  return status;
}

/// Each row to its own group.
template <class T>
isobit_sql_status add_to_each(duckdb_aggregate_state const* states, T const* x, uint64_t const* validity, idx_t count) {
  return in_standard_rounding([&] {
    for (idx_t row = 0; row < count; ++row) {
      if (!isobit_sql_is_valid(validity, row)) continue;
      group& into = group_of(states[row]);
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
      group& into = group_of(state);
      add_checked(into, from.high);
      if (!is_zero(from.low)) add_checked(into, from.low);
      into.count += from.count;
    });
    for (idx_t const row : sums.left) {
      add_checked(group_of(states[row]), static_cast<double>(x[row]));
      ++group_of(states[row]).count;
    }
    return status;
  });
}

/// From so many rows on, their groups are looked at.
constexpr idx_t least_block = isobit_sql_block / 2;

template <class T>
isobit_sql_status add_chunk(duckdb_aggregate_state const* states, T const* x, uint64_t const* validity, idx_t count) {
  if (validity != nullptr || count < least_block) return add_to_each(states, x, validity, count);
  sampled_groups const sample(states, count);
  if constexpr (std::same_as<T, double>)
    if (sample.size == 1 && isobit_sql_is_one_group(states, count)) return add_to_one(group_of(states[0]), x, count);
  if (sample.size > 8 || !exception_flags_work()) return add_to_each(states, x, validity, count);
#if defined(__x86_64__)
  if (sums_in_vectors<8>::can_run())
    return sample.size <= 4 ? add_to_few<sums_in_vectors<4>>(sample, states, x, count)
                            : add_to_few<sums_in_vectors<8>>(sample, states, x, count);
#endif
  return add_to_few<sums_in_table>(sample, states, x, count);
}

isobit_sql_status result_of(group const& from, isobit_sql_result wanted, double* result) {
  if (from.wide != nullptr) {
    isobit_sql_group all = *from.wide;
    all.count = from.count;
    return isobit_sql_finish(&all, wanted, result);
  }
  double const parts[] = {from.sum.high, from.sum.low};
  return isobit_sql_sums_result(ISOBIT_SQL_VALUES, nullptr, parts, nullptr, part_count(from), from.count, wanted,
                                result);
}

isobit_sql_status state_of(group const& from, unsigned char* bytes, std::size_t* size) {
  if (from.wide != nullptr) return isobit_sql_state(from.wide, bytes, size);
  double const parts[] = {from.sum.high, from.sum.low};
  return isobit_sql_sums_state(ISOBIT_SQL_VALUES, nullptr, parts, nullptr, part_count(from), bytes, size);
}

isobit_sql_status give(group const& from, isobit_sql_aggregate const& aggregate, duckdb_vector result, idx_t row) {
  if (!aggregate.gives_state)
    return result_of(from, aggregate.result, static_cast<double*>(duckdb_vector_get_data(result)) + row);
  unsigned char bytes[isobit_sql_most_state_bytes];
  std::size_t size = 0;
  isobit_sql_status const status = state_of(from, bytes, &size);
  if (status == ISOBIT_SQL_OK)
    duckdb_vector_assign_string_element_len(result, row, reinterpret_cast<char const*>(bytes), size);
  return status;
}

extern "C" {

idx_t size_of_values(duckdb_function_info) { return sizeof(group); }
void start_values(duckdb_function_info, duckdb_aggregate_state state) { new (state) group; }

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

void combine_values(duckdb_function_info info, duckdb_aggregate_state* from, duckdb_aggregate_state* into,
                    idx_t count) {
  isobit_sql_failed(info, in_standard_rounding([&] {
                      isobit_sql_status status = ISOBIT_SQL_OK;
                      for (idx_t i = 0; i < count && status == ISOBIT_SQL_OK; ++i)
                        status = merge(group_of(into[i]), group_of(from[i]));
                      return status;
                    }));
}

void finish_values(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector result, idx_t count,
                   idx_t offset) {
  isobit_sql_aggregate const& aggregate = *isobit_sql_overload_of(info)->aggregate;
  for (idx_t i = 0; i < count; ++i) {
    group const& from = group_of(states[i]);
    if (from.count < aggregate.least_count)
      isobit_sql_set_null(result, offset + i);
    else if (isobit_sql_failed(info, give(from, aggregate, result, offset + i)))
      return;
  }
}

void destroy_values(duckdb_aggregate_state* states, idx_t count) {
  for (idx_t i = 0; i < count; ++i) {
    group& from = group_of(states[i]);
    if (from.wide == nullptr) continue;
    isobit_sql_release(from.wide, &isobit_sql_duckdb_memory);
    isobit_sql_duckdb_memory.release(nullptr, from.wide);
    from.wide = nullptr;
  }
}

}  // extern "C"

}  // namespace
}  // namespace isobit::sql

isobit_sql_callbacks const isobit_sql_callbacks_of_values = {isobit::sql::size_of_values, isobit::sql::start_values,
                                                             isobit::sql::update_values,  isobit::sql::combine_values,
                                                             isobit::sql::finish_values,  isobit::sql::destroy_values};
