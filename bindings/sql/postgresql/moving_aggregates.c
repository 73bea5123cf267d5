/* The same aggregates over frames that move: rows enter and leave. */
#include "host.h"

#include "moving.h"

/* The kind; the sums follow. */
typedef struct frame {
  isobit_sql_kind kind;
  uint32 unused; /* so that the sums are aligned */
} frame;

static void* sums_of(frame* here) { return here + 1; }

static frame* frame_of(FunctionCallInfo fcinfo, isobit_sql_kind kind) {
  MemoryContext context;
  frame* here;
  if (!PG_ARGISNULL(0)) return (frame*)PG_GETARG_POINTER(0);
  if (!AggCheckCallContext(fcinfo, &context))
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("isobit: this function is a part of an aggregate and cannot be called by itself")));
  here = MemoryContextAlloc(context, sizeof *here + isobit_sql_moving_size(kind));
  here->kind = kind;
  isobit_sql_moving_start(kind, sums_of(here));
  return here;
}

/* isobit_enter_<kind>_<type>(internal, x [, y]), and isobit_leave_... */
#define ISOBIT_MOVE(name, kind, move, get)                      \
  PG_FUNCTION_INFO_V1(name);                                    \
  Datum name(PG_FUNCTION_ARGS) {                                \
    frame* const here = frame_of(fcinfo, kind);                 \
    if (!PG_ARGISNULL(1)) move(kind, sums_of(here), get(1), 0); \
    PG_RETURN_POINTER(here);                                    \
  }
#define ISOBIT_MOVE_PRODUCT(name, move, get)                                                            \
  PG_FUNCTION_INFO_V1(name);                                                                            \
  Datum name(PG_FUNCTION_ARGS) {                                                                        \
    frame* const here = frame_of(fcinfo, ISOBIT_SQL_PRODUCTS);                                          \
    if (!PG_ARGISNULL(1) && !PG_ARGISNULL(2)) move(ISOBIT_SQL_PRODUCTS, sums_of(here), get(1), get(2)); \
    PG_RETURN_POINTER(here);                                                                            \
  }
ISOBIT_MOVE(isobit_enter_values_float8, ISOBIT_SQL_VALUES, isobit_sql_moving_add, PG_GETARG_FLOAT8)
ISOBIT_MOVE(isobit_leave_values_float8, ISOBIT_SQL_VALUES, isobit_sql_moving_retract, PG_GETARG_FLOAT8)
ISOBIT_MOVE(isobit_enter_values_float4, ISOBIT_SQL_VALUES, isobit_sql_moving_add, PG_GETARG_FLOAT4)
ISOBIT_MOVE(isobit_leave_values_float4, ISOBIT_SQL_VALUES, isobit_sql_moving_retract, PG_GETARG_FLOAT4)
ISOBIT_MOVE(isobit_enter_moments_float8, ISOBIT_SQL_MOMENTS, isobit_sql_moving_add, PG_GETARG_FLOAT8)
ISOBIT_MOVE(isobit_leave_moments_float8, ISOBIT_SQL_MOMENTS, isobit_sql_moving_retract, PG_GETARG_FLOAT8)
ISOBIT_MOVE(isobit_enter_moments_float4, ISOBIT_SQL_MOMENTS, isobit_sql_moving_add, PG_GETARG_FLOAT4)
ISOBIT_MOVE(isobit_leave_moments_float4, ISOBIT_SQL_MOMENTS, isobit_sql_moving_retract, PG_GETARG_FLOAT4)
ISOBIT_MOVE_PRODUCT(isobit_enter_products_float8, isobit_sql_moving_add, PG_GETARG_FLOAT8)
ISOBIT_MOVE_PRODUCT(isobit_leave_products_float8, isobit_sql_moving_retract, PG_GETARG_FLOAT8)

static Datum move_state(FunctionCallInfo fcinfo,
                        isobit_sql_status (*move)(void* moving, unsigned char const* bytes, size_t size)) {
  frame* const here = frame_of(fcinfo, ISOBIT_SQL_PRODUCTS);
  if (!PG_ARGISNULL(1)) {
    bytea* const stored = PG_GETARG_BYTEA_PP(1);
    unsigned char const* const bytes = (unsigned char const*)VARDATA_ANY(stored);
    isobit_sql_check_stored(move(sums_of(here), bytes, VARSIZE_ANY_EXHDR(stored)));
  }
  PG_RETURN_POINTER(here);
}

PG_FUNCTION_INFO_V1(isobit_enter_state);
Datum isobit_enter_state(PG_FUNCTION_ARGS) { return move_state(fcinfo, isobit_sql_moving_add_state); }
PG_FUNCTION_INFO_V1(isobit_leave_state);
Datum isobit_leave_state(PG_FUNCTION_ARGS) { return move_state(fcinfo, isobit_sql_moving_retract_state); }

/* Null for fewer rows. */
static frame* rows_of(FunctionCallInfo fcinfo, uint64 least) {
  frame* const here = PG_ARGISNULL(0) ? NULL : (frame*)PG_GETARG_POINTER(0);
  return here == NULL || isobit_sql_moving_count(here->kind, sums_of(here)) < least ? NULL : here;
}

static double result_of(frame* here, isobit_sql_result wanted) {
  double result = 0;
  isobit_sql_check(isobit_sql_moving_result(here->kind, sums_of(here), wanted, &result));
  return result;
}

#define ISOBIT_FINISH_FRAME(name, wanted, least, give) \
  PG_FUNCTION_INFO_V1(name);                           \
  Datum name(PG_FUNCTION_ARGS) {                       \
    frame* const here = rows_of(fcinfo, least);        \
    if (here == NULL) PG_RETURN_NULL();                \
    give(result_of(here, wanted));                     \
  }
ISOBIT_FINISH_FRAME(isobit_frame_sum, ISOBIT_SQL_SUM, 1, PG_RETURN_FLOAT8)
ISOBIT_FINISH_FRAME(isobit_frame_float_sum, ISOBIT_SQL_FLOAT_SUM, 1, PG_RETURN_FLOAT4)
ISOBIT_FINISH_FRAME(isobit_frame_mean, ISOBIT_SQL_MEAN, 1, PG_RETURN_FLOAT8)
ISOBIT_FINISH_FRAME(isobit_frame_variance, ISOBIT_SQL_VARIANCE, 2, PG_RETURN_FLOAT8)
ISOBIT_FINISH_FRAME(isobit_frame_deviation, ISOBIT_SQL_DEVIATION, 2, PG_RETURN_FLOAT8)

PG_FUNCTION_INFO_V1(isobit_frame_state);
Datum isobit_frame_state(PG_FUNCTION_ARGS) {
  frame* const here = rows_of(fcinfo, 1);
  unsigned char bytes[isobit_sql_most_state_bytes];
  size_t size = 0;
  if (here == NULL) PG_RETURN_NULL();
  isobit_sql_check(isobit_sql_moving_state(here->kind, sums_of(here), bytes, &size));
  return isobit_sql_stored(bytes, size);
}
