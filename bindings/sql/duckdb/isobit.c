/* The DuckDB extension, through its stable C interface: LOAD 'isobit.duckdb_extension'. */
#include "host.h"

#include <string.h>

static void value_of_states(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  idx_t const count = duckdb_data_chunk_get_size(input);
  duckdb_vector const column = duckdb_data_chunk_get_vector(input, 0);
  duckdb_string_t* const states = duckdb_vector_get_data(column);
  uint64_t const* const validity = duckdb_vector_get_validity(column);
  double* const values = duckdb_vector_get_data(output);
  for (idx_t row = 0; row < count; ++row) {
    unsigned char const* bytes;
    size_t size;
    isobit_sql_status status;
    if (!isobit_sql_is_valid(validity, row)) {
      isobit_sql_set_null(output, row);
      continue;
    }
    bytes = (unsigned char const*)duckdb_string_t_data(&states[row]);
    size = duckdb_string_t_length(states[row]);
    status = isobit_sql_state_value(bytes, size, &values[row]);
    if (status != ISOBIT_SQL_OK) {
      duckdb_scalar_function_set_error(info, isobit_sql_why(status));
      return;
    }
  }
}

static bool register_value(duckdb_connection connection) {
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_logical_type blob = duckdb_create_logical_type(DUCKDB_TYPE_BLOB);
  duckdb_logical_type number = duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE);
  bool registered;
  duckdb_scalar_function_set_name(function, "exact_value");
  duckdb_scalar_function_add_parameter(function, blob);
  duckdb_scalar_function_set_return_type(function, number);
  duckdb_scalar_function_set_function(function, value_of_states);
  registered = duckdb_register_scalar_function(connection, function) == DuckDBSuccess;
  duckdb_destroy_logical_type(&number);
  duckdb_destroy_logical_type(&blob);
  duckdb_destroy_scalar_function(&function);
  return registered;
}

/* Doubles and floats; the others are here to be refused, and DuckDB takes these for smaller integers, too. Of two
   arguments all pairs: for one that is missing DuckDB would round its numbers. */
static duckdb_type const number_types[] = {DUCKDB_TYPE_DOUBLE,  DUCKDB_TYPE_FLOAT,   DUCKDB_TYPE_BIGINT,
                                           DUCKDB_TYPE_UBIGINT, DUCKDB_TYPE_HUGEINT, DUCKDB_TYPE_UHUGEINT,
                                           DUCKDB_TYPE_DECIMAL};
enum { number_type_count = sizeof number_types / sizeof *number_types };
static isobit_sql_overload overloads[isobit_sql_aggregate_count][number_type_count * number_type_count];

/* All aggregates of a name, from `first` on. */
static bool register_name(duckdb_connection connection, int first) {
  char const* const name = isobit_sql_aggregates[first].name;
  duckdb_aggregate_function_set set = duckdb_create_aggregate_function_set(name);
  bool registered;
  for (int i = first; i < isobit_sql_aggregate_count && strcmp(isobit_sql_aggregates[i].name, name) == 0; ++i) {
    isobit_sql_aggregate const* const aggregate = &isobit_sql_aggregates[i];
    int const types = number_type_count;
    int const count = aggregate->of_states ? 1 : aggregate->arguments == 1 ? types : types * types;
    for (int pair = 0; pair < count; ++pair) {
      isobit_sql_overload* const overload = &overloads[i][pair];
      overload->aggregate = aggregate;
      overload->arguments[0] = aggregate->of_states ? DUCKDB_TYPE_BLOB : number_types[pair % types];
      overload->arguments[1] = number_types[pair / types];
      isobit_sql_add_overload(set, overload);
    }
  }
  registered = duckdb_register_aggregate_function_set(connection, set) == DuckDBSuccess;
  duckdb_destroy_aggregate_function_set(&set);
  return registered;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
  bool registered = register_value(connection);
  for (int i = 0; i < isobit_sql_aggregate_count; ++i)
    if (i == 0 || strcmp(isobit_sql_aggregates[i].name, isobit_sql_aggregates[i - 1].name) != 0)
      registered = registered && register_name(connection, i);
  if (!registered) access->set_error(info, "isobit: DuckDB refused a function");
  return registered;
}
