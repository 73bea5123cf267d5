#ifndef ISOBIT_SQL_DUCKDB_HOST_H
#define ISOBIT_SQL_DUCKDB_HOST_H

/* The oldest interface that has all that is called here: the extension loads in every DuckDB since. */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME isobit
#include <duckdb_extension.h>

#include <stdbool.h>

#include "aggregates.h"
#include "gather.h"

#ifdef __cplusplus
extern "C" {
#endif

DUCKDB_EXTENSION_EXTERN

/** An aggregate for arguments of some types. */
typedef struct isobit_sql_overload {
  isobit_sql_aggregate const* aggregate;
  duckdb_type arguments[2]; /**< doubles, floats or a blob; others are refused */
} isobit_sql_overload;

/** Adds an aggregate for a type to those of the same name. */
void isobit_sql_add_overload(duckdb_aggregate_function_set set, isobit_sql_overload const* overload);

/** What DuckDB calls for the states of an aggregate. */
typedef struct isobit_sql_callbacks {
  duckdb_aggregate_state_size size;
  duckdb_aggregate_init_t start;
  duckdb_aggregate_update_t update;
  duckdb_aggregate_combine_t combine;
  duckdb_aggregate_finalize_t finish;
  duckdb_aggregate_destroy_t destroy;
} isobit_sql_callbacks;
/** Of numbers; states that have been stored go to an isobit_sql_group. */
extern isobit_sql_callbacks const isobit_sql_callbacks_of_values;
extern isobit_sql_callbacks const isobit_sql_callbacks_of_moments;
extern isobit_sql_callbacks const isobit_sql_callbacks_of_products;

/** DuckDB's allocator. */
extern isobit_sql_memory const isobit_sql_duckdb_memory;

static inline isobit_sql_overload const* isobit_sql_overload_of(duckdb_function_info info) {
  return (isobit_sql_overload const*)duckdb_aggregate_function_get_extra_info(info);
}

static inline bool isobit_sql_failed(duckdb_function_info info, isobit_sql_status status) {
  if (status != ISOBIT_SQL_OK) duckdb_aggregate_function_set_error(info, isobit_sql_why(status));
  return status != ISOBIT_SQL_OK;
}

static inline bool isobit_sql_is_valid(uint64_t const* validity, idx_t row) {
  return validity == NULL || (validity[row / 64] >> row % 64 & 1) != 0;
}

static inline void isobit_sql_set_null(duckdb_vector result, idx_t row) {
  duckdb_vector_ensure_validity_writable(result);
  duckdb_validity_set_row_invalid(duckdb_vector_get_validity(result), row);
}

/** Whether all rows belong to one group, as they do where there is no GROUP BY: no loop that ends early, so that it is
    vectorised. */
static inline bool isobit_sql_is_one_group(duckdb_aggregate_state const* states, idx_t count) {
  uintptr_t differences = 0;
  for (idx_t row = 0; row < count; ++row) differences |= (uintptr_t)states[row] ^ (uintptr_t)states[0];
  return differences == 0;
}

#ifdef __cplusplus
}
#endif

#endif
