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

DUCKDB_EXTENSION_EXTERN

/** An aggregate for arguments of one type. */
typedef struct isobit_sql_overload {
  isobit_sql_aggregate const* aggregate;
  duckdb_type argument; /**< double, float or blob; others are refused */
} isobit_sql_overload;

/** Adds an aggregate for a type to those of the same name. */
void isobit_sql_add_overload(duckdb_aggregate_function_set set, isobit_sql_overload const* overload);

static inline bool isobit_sql_is_valid(uint64_t const* validity, idx_t row) {
  return validity == NULL || (validity[row / 64] >> row % 64 & 1) != 0;
}

#endif
