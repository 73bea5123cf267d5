/* The aggregate of states that have been stored, and how all are registered. */
#include "host.h"

static void* allocate(void* host, size_t size) {
  (void)host;
  return duckdb_malloc(size);
}
static void release(void* host, void* memory) {
  (void)host;
  duckdb_free(memory);
}
isobit_sql_memory const isobit_sql_duckdb_memory = {allocate, release, NULL};

static isobit_sql_group* group_of(duckdb_aggregate_state state) { return (isobit_sql_group*)state; }

static idx_t state_size(duckdb_function_info info) {
  (void)info;
  return sizeof(isobit_sql_group);
}
static void start(duckdb_function_info info, duckdb_aggregate_state state) {
  isobit_sql_start(group_of(state), isobit_sql_overload_of(info)->aggregate->kind);
}
static void destroy(duckdb_aggregate_state* states, idx_t count) {
  for (idx_t i = 0; i < count; ++i) isobit_sql_release(group_of(states[i]), &isobit_sql_duckdb_memory);
}

static void update_with_states(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  duckdb_vector const vector = duckdb_data_chunk_get_vector(input, 0);
  duckdb_string_t* const stored = duckdb_vector_get_data(vector);
  uint64_t const* const validity = duckdb_vector_get_validity(vector);
  idx_t const count = duckdb_data_chunk_get_size(input);
  for (idx_t row = 0; row < count; ++row) {
    unsigned char const* bytes;
    size_t size;
    if (!isobit_sql_is_valid(validity, row)) continue;
    bytes = (unsigned char const*)duckdb_string_t_data(&stored[row]);
    size = duckdb_string_t_length(stored[row]);
    if (isobit_sql_failed(info, isobit_sql_add_state(group_of(states[row]), bytes, size, &isobit_sql_duckdb_memory)))
      return;
  }
}

/* Numbers that DuckDB would round before they are summed, or that it could sum exactly itself. */
static void update_refused(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state* states) {
  idx_t const count = duckdb_data_chunk_get_size(input);
  uint64_t const* const validity = duckdb_vector_get_validity(duckdb_data_chunk_get_vector(input, 0));
  (void)states;
  for (idx_t row = 0; row < count; ++row)
    if (isobit_sql_is_valid(validity, row)) {
      duckdb_aggregate_function_set_error(info, "isobit: exact aggregates take DOUBLE and FLOAT; the sum() of integers "
                                                "and DECIMAL is exact already; else cast them to DOUBLE");
      return;
    }
}

static void combine(duckdb_function_info info, duckdb_aggregate_state* from, duckdb_aggregate_state* into,
                    idx_t count) {
  for (idx_t i = 0; i < count; ++i)
    if (isobit_sql_failed(info, isobit_sql_combine(group_of(into[i]), group_of(from[i]), &isobit_sql_duckdb_memory)))
      return;
}

static isobit_sql_status give(isobit_sql_group const* group, isobit_sql_aggregate const* aggregate,
                              duckdb_vector result, idx_t row) {
  unsigned char bytes[isobit_sql_most_state_bytes];
  size_t size = 0;
  isobit_sql_status status;
  if (!aggregate->gives_state)
    return isobit_sql_finish(group, aggregate->result, (double*)duckdb_vector_get_data(result) + row);
  status = isobit_sql_state(group, bytes, &size);
  if (status == ISOBIT_SQL_OK) duckdb_vector_assign_string_element_len(result, row, (char const*)bytes, size);
  return status;
}

static void finish(duckdb_function_info info, duckdb_aggregate_state* states, duckdb_vector result, idx_t count,
                   idx_t offset) {
  isobit_sql_aggregate const* const aggregate = isobit_sql_overload_of(info)->aggregate;
  for (idx_t i = 0; i < count; ++i) {
    isobit_sql_group const* const group = group_of(states[i]);
    if (group->count < aggregate->least_count) {
      isobit_sql_set_null(result, offset + i);
    } else if (isobit_sql_failed(info, give(group, aggregate, result, offset + i))) {
      return;
    }
  }
}

static isobit_sql_callbacks const callbacks_of_states = {state_size, start,  update_with_states,
                                                         combine,    finish, destroy};

static isobit_sql_callbacks const* callbacks_of(isobit_sql_aggregate const* aggregate) {
  if (aggregate->of_states) return &callbacks_of_states;
  switch (aggregate->kind) {
  case ISOBIT_SQL_VALUES:
    return &isobit_sql_callbacks_of_values;
  case ISOBIT_SQL_MOMENTS:
    return &isobit_sql_callbacks_of_moments;
  case ISOBIT_SQL_PRODUCTS:
    break;
  }
  return &isobit_sql_callbacks_of_products;
}

static duckdb_logical_type new_type(duckdb_type type) {
  return type == DUCKDB_TYPE_DECIMAL ? duckdb_create_decimal_type(38, 10) : duckdb_create_logical_type(type);
}

void isobit_sql_add_overload(duckdb_aggregate_function_set set, isobit_sql_overload const* overload) {
  isobit_sql_aggregate const* const aggregate = overload->aggregate;
  bool refused = false;
  isobit_sql_callbacks const* const callbacks = callbacks_of(aggregate);
  duckdb_aggregate_function function = duckdb_create_aggregate_function();
  duckdb_logical_type result = new_type(aggregate->gives_state ? DUCKDB_TYPE_BLOB : DUCKDB_TYPE_DOUBLE);
  duckdb_aggregate_function_set_name(function, aggregate->name);
  for (int i = 0; i < aggregate->arguments; ++i) {
    duckdb_logical_type argument = new_type(overload->arguments[i]);
    refused |= !aggregate->of_states && overload->arguments[i] != DUCKDB_TYPE_DOUBLE &&
               overload->arguments[i] != DUCKDB_TYPE_FLOAT;
    duckdb_aggregate_function_add_parameter(function, argument);
    duckdb_destroy_logical_type(&argument);
  }
  duckdb_aggregate_function_set_return_type(function, result);
  duckdb_aggregate_function_set_functions(function, callbacks->size, callbacks->start,
                                          refused ? update_refused : callbacks->update, callbacks->combine,
                                          callbacks->finish);
  duckdb_aggregate_function_set_destructor(function, callbacks->destroy);
  duckdb_aggregate_function_set_extra_info(function, (void*)overload, NULL);
  duckdb_add_aggregate_function_to_set(set, function);
  duckdb_destroy_logical_type(&result);
  duckdb_destroy_aggregate_function(&function);
}
