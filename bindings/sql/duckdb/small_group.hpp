#pragma once

#include <cstdint>
#include <new>

#include "arithmetic/environment.hpp"
#include "host.h"
#include "kinds.hpp"
#include "sum/expansion.hpp"

/// A group of an aggregate, of which there may be many: what its rows come to is kept in a few doubles, exactly, as
/// long as these can hold it. Then it moves to `wide`, where rows wait to be added up many at a time.
///
///     struct kept {
///       static constexpr isobit_sql_kind kind;
///       bool add(kept const& other);   // false, with the kept as it was, where the doubles cannot hold it
///       isobit_sql_status pour_into(isobit_sql_group& wide, std::uint64_t count) const;
///       void lose();                   // to it nothing can be added any more
///       isobit_sql_status result(std::uint64_t count, isobit_sql_result wanted, double* result) const;
///       isobit_sql_status state(std::uint64_t count, unsigned char* bytes, std::size_t* size) const;
///     };
namespace isobit::sql {

/// False, with the sum as it was, where it cannot hold the other one, too. In the standard environment.
template <std::size_t Doubles>
bool add_all(summation::expansion<Doubles>& sum, summation::expansion<Doubles> const& other) {
  auto next = sum;
  bool held = true;
  summation::for_each_double(other, [&](double x) { held = held && next.add(x); });
  if (held) sum = next;
  return held;
}

/// The doubles of a sum, none of no rows.
struct doubles_of {
  double number[3];
  std::size_t size = 0;

  template <class Sum> doubles_of(Sum const& sum, std::uint64_t count) {
    if (count != 0) summation::for_each_double(sum, [&](double x) { number[size++] = x; });
  }
};

template <class Kept> struct small_group {
  Kept kept;
  std::uint64_t count = 0;
  isobit_sql_group* wide = nullptr;
};

template <class Kept> small_group<Kept>& group_of(duckdb_aggregate_state state) {
  return *reinterpret_cast<small_group<Kept>*>(state);
}

template <class Kept> isobit_sql_status widen(small_group<Kept>& into) {
  if (into.wide != nullptr) return ISOBIT_SQL_OK;
  void* const memory = isobit_sql_duckdb_memory.allocate(nullptr, sizeof(isobit_sql_group));
  if (memory == nullptr) return ISOBIT_SQL_OUT_OF_MEMORY;
  into.wide = new (memory) isobit_sql_group;
  isobit_sql_start(into.wide, Kept::kind);
  isobit_sql_status const status = into.kept.pour_into(*into.wide, into.count);
  into.kept.lose();
  return status;
}

/// y matters for products only; the count is the caller's, as in the next.
template <class Kept> isobit_sql_status add_widely(small_group<Kept>& into, double x, double y) {
  isobit_sql_status status = widen(into);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_make_room(into.wide, &isobit_sql_duckdb_memory);
  if (status == ISOBIT_SQL_OK) isobit_sql_add(into.wide, x, y);
  return status;
}

template <class Kept>
isobit_sql_status add_to_one(small_group<Kept>& into, double const* x, double const* y, idx_t count) {
  isobit_sql_status status = widen(into);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_add_rows(into.wide, x, y, count, &isobit_sql_duckdb_memory);
  into.count += count;
  return status;
}

/// In the standard environment.
template <class Kept> isobit_sql_status merge(small_group<Kept>& into, small_group<Kept> const& from) {
  isobit_sql_status status = ISOBIT_SQL_OK;
  if (from.wide != nullptr || !into.kept.add(from.kept)) {
    status = widen(into);
    if (status == ISOBIT_SQL_OK)
      status = from.wide != nullptr ? isobit_sql_combine(into.wide, from.wide, &isobit_sql_duckdb_memory)
                                    : from.kept.pour_into(*into.wide, from.count);
  }
  into.count += from.count;
  return status;
}

template <class Kept>
isobit_sql_status result_of(small_group<Kept> const& from, isobit_sql_result wanted, double* result) {
  if (from.wide == nullptr) return from.kept.result(from.count, wanted, result);
  isobit_sql_group all = *from.wide;
  all.count = from.count;
  return isobit_sql_finish(&all, wanted, result);
}

template <class Kept>
isobit_sql_status give(small_group<Kept> const& from, isobit_sql_aggregate const& aggregate, duckdb_vector result,
                       idx_t row) {
  if (!aggregate.gives_state)
    return result_of(from, aggregate.result, static_cast<double*>(duckdb_vector_get_data(result)) + row);
  unsigned char bytes[isobit_sql_most_state_bytes];
  std::size_t size = 0;
  isobit_sql_status const status =
      from.wide != nullptr ? isobit_sql_state(from.wide, bytes, &size) : from.kept.state(from.count, bytes, &size);
  if (status == ISOBIT_SQL_OK)
    duckdb_vector_assign_string_element_len(result, row, reinterpret_cast<char const*>(bytes), size);
  return status;
}

/// From so many rows on, their groups are looked at.
constexpr idx_t least_block = isobit_sql_block / 2;

template <class Kept> struct callbacks {
  static idx_t size(duckdb_function_info) { return sizeof(small_group<Kept>); }
  static void start(duckdb_function_info, duckdb_aggregate_state state) { new (state) small_group<Kept>; }

  static void combine(duckdb_function_info info, duckdb_aggregate_state* from, duckdb_aggregate_state* into,
                      idx_t count) {
    isobit_sql_failed(info, in_standard_rounding([&] {
                        isobit_sql_status status = ISOBIT_SQL_OK;
                        for (idx_t i = 0; i < count && status == ISOBIT_SQL_OK; ++i)
                          status = merge(group_of<Kept>(into[i]), group_of<Kept>(from[i]));
                        return status;
                      }));
  }

  static void finish(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector result, idx_t count,
                     idx_t offset) {
    isobit_sql_aggregate const& aggregate = *isobit_sql_overload_of(info)->aggregate;
    for (idx_t i = 0; i < count; ++i) {
      small_group<Kept> const& from = group_of<Kept>(states[i]);
      if (from.count < aggregate.least_count)
        isobit_sql_set_null(result, offset + i);
      else if (isobit_sql_failed(info, give(from, aggregate, result, offset + i)))
        return;
    }
  }

  static void destroy(duckdb_aggregate_state* states, idx_t count) {
    for (idx_t i = 0; i < count; ++i) {
      small_group<Kept>& from = group_of<Kept>(states[i]);
      if (from.wide == nullptr) continue;
      isobit_sql_release(from.wide, &isobit_sql_duckdb_memory);
      isobit_sql_duckdb_memory.release(nullptr, from.wide);
      from.wide = nullptr;
    }
  }
};

/// What DuckDB calls.
template <class Kept> constexpr isobit_sql_callbacks callbacks_of(duckdb_aggregate_update_t update) {
  using all = callbacks<Kept>;
  return {all::size, all::start, update, all::combine, all::finish, all::destroy};
}

}  // namespace isobit::sql
