/* Aggregates over groups: transitions, and what parallel workers exchange. */
#include "host.h"

PG_MODULE_MAGIC;

/* A group, and where its memory comes from: that of the aggregate. */
typedef struct group_here {
  isobit_sql_group group;
  MemoryContext context;
} group_here;

static void* allocate(void* context, size_t size) { return MemoryContextAlloc((MemoryContext)context, size); }
static void release(void* context, void* memory) {
  (void)context;
  pfree(memory);
}

static isobit_sql_memory memory_of(group_here const* here) {
  isobit_sql_memory const memory = {allocate, release, here->context};
  return memory;
}

static group_here* start(FunctionCallInfo fcinfo, isobit_sql_kind kind) {
  MemoryContext context;
  group_here* here;
  if (!AggCheckCallContext(fcinfo, &context))
    ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE),
                    errmsg("isobit: this function is a part of an aggregate and cannot be called by itself")));
  here = MemoryContextAlloc(context, sizeof *here);
  isobit_sql_start(&here->group, kind);
  here->context = context;
  return here;
}

static inline group_here* group_of(FunctionCallInfo fcinfo, isobit_sql_kind kind) {
  return PG_ARGISNULL(0) ? start(fcinfo, kind) : (group_here*)PG_GETARG_POINTER(0);
}

static inline void add(group_here* here, double x, double y) {
  if (unlikely(isobit_sql_is_full(&here->group))) {
    isobit_sql_memory const memory = memory_of(here);
    isobit_sql_check(isobit_sql_make_room(&here->group, &memory));
  }
  isobit_sql_add(&here->group, x, y);
}

/* Transitions: isobit_add_<kind>_<type>(internal, x [, y]). */
#define ISOBIT_ADD(name, kind, get)                  \
  PG_FUNCTION_INFO_V1(name);                         \
  Datum name(PG_FUNCTION_ARGS) {                     \
    group_here* const here = group_of(fcinfo, kind); \
    if (!PG_ARGISNULL(1)) add(here, get(1), 0);      \
    PG_RETURN_POINTER(here);                         \
  }
#define ISOBIT_ADD_PRODUCT(name, get)                                    \
  PG_FUNCTION_INFO_V1(name);                                             \
  Datum name(PG_FUNCTION_ARGS) {                                         \
    group_here* const here = group_of(fcinfo, ISOBIT_SQL_PRODUCTS);      \
    if (!PG_ARGISNULL(1) && !PG_ARGISNULL(2)) add(here, get(1), get(2)); \
    PG_RETURN_POINTER(here);                                             \
  }
ISOBIT_ADD(isobit_add_values_float8, ISOBIT_SQL_VALUES, PG_GETARG_FLOAT8)
ISOBIT_ADD(isobit_add_values_float4, ISOBIT_SQL_VALUES, PG_GETARG_FLOAT4)
ISOBIT_ADD(isobit_add_moments_float8, ISOBIT_SQL_MOMENTS, PG_GETARG_FLOAT8)
ISOBIT_ADD(isobit_add_moments_float4, ISOBIT_SQL_MOMENTS, PG_GETARG_FLOAT4)
ISOBIT_ADD_PRODUCT(isobit_add_products_float8, PG_GETARG_FLOAT8)

PG_FUNCTION_INFO_V1(isobit_add_state);
Datum isobit_add_state(PG_FUNCTION_ARGS) {
  group_here* const here = group_of(fcinfo, ISOBIT_SQL_PRODUCTS);
  if (!PG_ARGISNULL(1)) {
    bytea* const stored = PG_GETARG_BYTEA_PP(1);
    isobit_sql_memory const memory = memory_of(here);
    unsigned char const* const bytes = (unsigned char const*)VARDATA_ANY(stored);
    isobit_sql_check_stored(isobit_sql_add_state(&here->group, bytes, VARSIZE_ANY_EXHDR(stored), &memory));
  }
  PG_RETURN_POINTER(here);
}

/* Numbers that would be rounded before they are summed. */
PG_FUNCTION_INFO_V1(isobit_refuse);
Datum isobit_refuse(PG_FUNCTION_ARGS) {
  (void)fcinfo;
  ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                  errmsg("isobit: exact aggregates take real and double precision, not numeric or bigint"),
                  errdetail("As a double precision number it would be rounded before it is summed."),
                  errhint("sum() of numeric and bigint is exact already; else cast to double precision.")));
  PG_RETURN_NULL();
}

/* What workers exchange. The kind of a group is the first byte of its packed form. */
PG_FUNCTION_INFO_V1(isobit_combine);
Datum isobit_combine(PG_FUNCTION_ARGS) {
  group_here const* const from = PG_ARGISNULL(1) ? NULL : (group_here*)PG_GETARG_POINTER(1);
  group_here* into = PG_ARGISNULL(0) ? NULL : (group_here*)PG_GETARG_POINTER(0);
  if (from == NULL && into == NULL) PG_RETURN_NULL();
  if (into == NULL) into = start(fcinfo, from->group.kind);
  if (from != NULL) {
    isobit_sql_memory const memory = memory_of(into);
    isobit_sql_check(isobit_sql_combine(&into->group, &from->group, &memory));
  }
  PG_RETURN_POINTER(into);
}

PG_FUNCTION_INFO_V1(isobit_pack);
Datum isobit_pack(PG_FUNCTION_ARGS) {
  group_here const* const here = (group_here*)PG_GETARG_POINTER(0);
  bytea* const packed = palloc(VARHDRSZ + 1 + isobit_sql_packed_size(&here->group));
  unsigned char* const bytes = (unsigned char*)VARDATA(packed);
  size_t size = 0;
  bytes[0] = (unsigned char)here->group.kind;
  isobit_sql_check(isobit_sql_pack(&here->group, bytes + 1, &size));
  SET_VARSIZE(packed, VARHDRSZ + 1 + size);
  PG_RETURN_BYTEA_P(packed);
}

PG_FUNCTION_INFO_V1(isobit_unpack);
Datum isobit_unpack(PG_FUNCTION_ARGS) {
  bytea* const packed = PG_GETARG_BYTEA_PP(0);
  size_t const size = VARSIZE_ANY_EXHDR(packed);
  unsigned char const* const bytes = (unsigned char const*)VARDATA_ANY(packed);
  group_here* here;
  isobit_sql_memory memory;
  if (size == 0 || bytes[0] > ISOBIT_SQL_PRODUCTS) isobit_sql_raise(ISOBIT_SQL_BAD_BYTES);
  here = start(fcinfo, (isobit_sql_kind)bytes[0]);
  memory = memory_of(here);
  isobit_sql_check(isobit_sql_unpack(&here->group, bytes + 1, size - 1, &memory));
  PG_RETURN_POINTER(here);
}

/* Results. NULL for no rows, or too few. */
static group_here const* rows_of(FunctionCallInfo fcinfo, uint64 least) {
  group_here const* const here = PG_ARGISNULL(0) ? NULL : (group_here*)PG_GETARG_POINTER(0);
  return here == NULL || here->group.count < least ? NULL : here;
}

static double result_of(group_here const* here, isobit_sql_result wanted) {
  double result = 0;
  isobit_sql_check(isobit_sql_finish(&here->group, wanted, &result));
  return result;
}

#define ISOBIT_FINISH(name, wanted, least, give)           \
  PG_FUNCTION_INFO_V1(name);                               \
  Datum name(PG_FUNCTION_ARGS) {                           \
    group_here const* const here = rows_of(fcinfo, least); \
    if (here == NULL) PG_RETURN_NULL();                    \
    give(result_of(here, wanted));                         \
  }
ISOBIT_FINISH(isobit_finish_sum, ISOBIT_SQL_SUM, 1, PG_RETURN_FLOAT8)
ISOBIT_FINISH(isobit_finish_float_sum, ISOBIT_SQL_FLOAT_SUM, 1, PG_RETURN_FLOAT4)
ISOBIT_FINISH(isobit_finish_mean, ISOBIT_SQL_MEAN, 1, PG_RETURN_FLOAT8)
ISOBIT_FINISH(isobit_finish_variance, ISOBIT_SQL_VARIANCE, 2, PG_RETURN_FLOAT8)
ISOBIT_FINISH(isobit_finish_deviation, ISOBIT_SQL_DEVIATION, 2, PG_RETURN_FLOAT8)

PG_FUNCTION_INFO_V1(isobit_finish_state);
Datum isobit_finish_state(PG_FUNCTION_ARGS) {
  group_here const* const here = rows_of(fcinfo, 1);
  unsigned char bytes[isobit_sql_most_state_bytes];
  size_t size = 0;
  if (here == NULL) PG_RETURN_NULL();
  isobit_sql_check(isobit_sql_state(&here->group, bytes, &size));
  return isobit_sql_stored(bytes, size);
}
