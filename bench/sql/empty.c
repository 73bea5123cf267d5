/* What an aggregate costs in DuckDB before it does anything: empty(x), which adds nothing up, through the same
   interface and with as large a state as exact_sum(x). */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME empty
#include <duckdb_extension.h>

#include <stdbool.h>
#include <string.h>

DUCKDB_EXTENSION_EXTERN

enum { state_bytes = 32 };

static idx_t size(duckdb_function_info info) {
  (void)info;
  return state_bytes;
}
static void start(duckdb_function_info info, duckdb_aggregate_state state) {
  (void)info;
  memset(state, 0, state_bytes);
}
static void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  (void)info, (void)input, (void)states;
}
static void combine(duckdb_function_info info, duckdb_aggregate_state* from, duckdb_aggregate_state* into,
                    idx_t count) {
  (void)info, (void)from, (void)into, (void)count;
}
static void finish(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector result, idx_t count,
                   idx_t offset) {
  (void)info, (void)states;
  memset((double*)duckdb_vector_get_data(result) + offset, 0, count * sizeof(double));
}
static void destroy(duckdb_aggregate_state* states, idx_t count) { (void)states, (void)count; }

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access* access) {
  duckdb_aggregate_function function = duckdb_create_aggregate_function();
  duckdb_logical_type number = duckdb_create_logical_type(DUCKDB_TYPE_DOUBLE);
  bool registered;
  duckdb_aggregate_function_set_name(function, "empty");
  duckdb_aggregate_function_add_parameter(function, number);
  duckdb_aggregate_function_set_return_type(function, number);
  duckdb_aggregate_function_set_functions(function, size, start, update, combine, finish);
  duckdb_aggregate_function_set_destructor(function, destroy);
  registered = duckdb_register_aggregate_function(connection, function) == DuckDBSuccess;
  if (!registered) access->set_error(info, "DuckDB refused the function");
  duckdb_destroy_logical_type(&number);
  duckdb_destroy_aggregate_function(&function);
  return registered;
}
