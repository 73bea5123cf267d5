/* The SQLite extension: SELECT load_extension('isobit'). Every aggregate is a window function, too. */
#include <stdio.h>
#include <string.h>

#include <sqlite3ext.h>

#include "aggregates.h"
#include "moving.h"

SQLITE_EXTENSION_INIT1

/* SQLite allocates it for each group and clears it; the sums follow. */
typedef struct frame {
  sqlite3_int64 started;
} frame;

static isobit_sql_aggregate const* aggregate_of(sqlite3_context* context) {
  return (isobit_sql_aggregate const*)sqlite3_user_data(context);
}

static void* sums_of(frame* group) { return group + 1; }

static void report(sqlite3_context* context, isobit_sql_status status) {
  if (status == ISOBIT_SQL_OUT_OF_MEMORY)
    sqlite3_result_error_nomem(context);
  else if (status != ISOBIT_SQL_OK)
    sqlite3_result_error(context, isobit_sql_why(status), -1);
}

static void report_argument(sqlite3_context* context, char const* what) {
  char message[256];
  snprintf(message, sizeof message, "%s: %s", aggregate_of(context)->name, what);
  sqlite3_result_error(context, message, -1);
}

/* A number that is a double; others would be rounded before they are summed. */
static int read_number(sqlite3_context* context, sqlite3_value* value, double* number) {
  switch (sqlite3_value_type(value)) {
  case SQLITE_FLOAT:
    *number = sqlite3_value_double(value);
    return 1;
  case SQLITE_INTEGER: {
    sqlite3_int64 const whole = sqlite3_value_int64(value);
    *number = (double)whole;
    if (*number < 0x1p63 && (sqlite3_int64)*number == whole) return 1;
    report_argument(context, "an integer has more than 53 significant bits; sum() of integers is exact already");
    return 0;
  }
  default:
    report_argument(context, "the argument is neither a number nor NULL; CAST it AS REAL");
    return 0;
  }
}

static void move_state(sqlite3_context* context, void* sums, sqlite3_value* value, int leaves) {
  unsigned char const* const bytes = sqlite3_value_blob(value);
  size_t const size = (size_t)sqlite3_value_bytes(value);
  report(context,
         leaves ? isobit_sql_moving_retract_state(sums, bytes, size) : isobit_sql_moving_add_state(sums, bytes, size));
}

static void move_row(sqlite3_context* context, int count, sqlite3_value** values, int leaves) {
  isobit_sql_aggregate const* const aggregate = aggregate_of(context);
  frame* const group =
      sqlite3_aggregate_context(context, (int)(sizeof(frame) + isobit_sql_moving_size(aggregate->kind)));
  double numbers[2] = {0, 0};
  if (!group) return sqlite3_result_error_nomem(context);
  if (!group->started) {
    isobit_sql_moving_start(aggregate->kind, sums_of(group));
    group->started = 1;
  }
  for (int i = 0; i < count; ++i)
    if (sqlite3_value_type(values[i]) == SQLITE_NULL) return;
  if (aggregate->of_states) {
    if (sqlite3_value_type(values[0]) != SQLITE_BLOB) return report_argument(context, "the argument is not a state");
    return move_state(context, sums_of(group), values[0], leaves);
  }
  for (int i = 0; i < count; ++i)
    if (!read_number(context, values[i], &numbers[i])) return;
  if (leaves)
    isobit_sql_moving_retract(aggregate->kind, sums_of(group), numbers[0], numbers[1]);
  else
    isobit_sql_moving_add(aggregate->kind, sums_of(group), numbers[0], numbers[1]);
}

static void enter(sqlite3_context* context, int count, sqlite3_value** values) { move_row(context, count, values, 0); }
static void leave(sqlite3_context* context, int count, sqlite3_value** values) { move_row(context, count, values, 1); }

static void answer(sqlite3_context* context) {
  isobit_sql_aggregate const* const aggregate = aggregate_of(context);
  frame* const group = sqlite3_aggregate_context(context, 0);
  isobit_sql_status status;
  if (!group || !group->started || isobit_sql_moving_count(aggregate->kind, sums_of(group)) < aggregate->least_count)
    return sqlite3_result_null(context);
  if (aggregate->gives_state) {
    unsigned char bytes[isobit_sql_most_state_bytes];
    size_t size = 0;
    status = isobit_sql_moving_state(aggregate->kind, sums_of(group), bytes, &size);
    if (status == ISOBIT_SQL_OK) sqlite3_result_blob(context, bytes, (int)size, SQLITE_TRANSIENT);
  } else {
    double result = 0;
    status = isobit_sql_moving_result(aggregate->kind, sums_of(group), aggregate->result, &result);
    if (status == ISOBIT_SQL_OK) sqlite3_result_double(context, result);
  }
  report(context, status);
}

static void value_of_state(sqlite3_context* context, int count, sqlite3_value** values) {
  unsigned char const* bytes;
  size_t size;
  double value;
  isobit_sql_status status;
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return sqlite3_result_null(context);
  if (sqlite3_value_type(values[0]) != SQLITE_BLOB)
    return sqlite3_result_error(context, "exact_value: the argument is not a state", -1);
  bytes = sqlite3_value_blob(values[0]);
  size = (size_t)sqlite3_value_bytes(values[0]);
  status = isobit_sql_state_value(bytes, size, &value);
  if (status == ISOBIT_SQL_OK) sqlite3_result_double(context, value);
  report(context, status);
}

__attribute__((visibility("default"))) int sqlite3_isobit_init(sqlite3* database, char** message,
                                                               sqlite3_api_routines const* routines) {
  int const flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int status;
  SQLITE_EXTENSION_INIT2(routines)
  if (sqlite3_libversion_number() < 3025000) {
    *message = sqlite3_mprintf("isobit: SQLite 3.25 or newer is needed, for window functions");
    return SQLITE_ERROR;
  }
  status = sqlite3_create_function_v2(database, "exact_value", 1, flags, NULL, value_of_state, NULL, NULL, NULL);
  for (int i = 0; i < isobit_sql_aggregate_count && status == SQLITE_OK; ++i) {
    isobit_sql_aggregate const* const aggregate = &isobit_sql_aggregates[i];
    status = sqlite3_create_window_function(database, aggregate->name, aggregate->arguments, flags, (void*)aggregate,
                                            enter, answer, answer, leave, NULL);
  }
  return status;
}
