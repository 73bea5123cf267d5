/* The type isobit_state: the bytes of an exact sum (BITS.md, Serialised state), written as bytea is. */
#include "host.h"

#include <utils/builtins.h>

void isobit_sql_raise(isobit_sql_status status) {
  if (status == ISOBIT_SQL_BAD_BYTES)
    ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("isobit: these bytes are not a state of an aggregate")));
  ereport(ERROR, (errcode(status == ISOBIT_SQL_OUT_OF_MEMORY ? ERRCODE_OUT_OF_MEMORY : ERRCODE_FEATURE_NOT_SUPPORTED),
                  errmsg("%s", isobit_sql_why(status))));
}

void isobit_sql_check_stored(isobit_sql_status status) {
  if (status == ISOBIT_SQL_BAD_BYTES)
    ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("%s", isobit_sql_why(status))));
  isobit_sql_check(status);
}

Datum isobit_sql_stored(unsigned char const* bytes, size_t size) {
  bytea* const stored = palloc(VARHDRSZ + size);
  SET_VARSIZE(stored, VARHDRSZ + size);
  memcpy(VARDATA(stored), bytes, size);
  PG_RETURN_BYTEA_P(stored);
}

static double value_of(bytea* stored) {
  unsigned char const* const bytes = (unsigned char const*)VARDATA_ANY(stored);
  size_t const size = VARSIZE_ANY_EXHDR(stored);
  double value = 0;
  isobit_sql_check_stored(isobit_sql_state_value(bytes, size, &value));
  return value;
}

/* Bytes that are a state, or an error. */
static Datum checked(bytea* stored) {
  value_of(stored);
  PG_RETURN_BYTEA_P(stored);
}

PG_FUNCTION_INFO_V1(isobit_state_in);
Datum isobit_state_in(PG_FUNCTION_ARGS) {
  return checked(DatumGetByteaPP(DirectFunctionCall1(byteain, PG_GETARG_DATUM(0))));
}

PG_FUNCTION_INFO_V1(isobit_state_receive);
Datum isobit_state_receive(PG_FUNCTION_ARGS) {
  return checked(DatumGetByteaPP(DirectFunctionCall1(bytearecv, PG_GETARG_DATUM(0))));
}

PG_FUNCTION_INFO_V1(isobit_state_of_bytes);
Datum isobit_state_of_bytes(PG_FUNCTION_ARGS) { return checked(PG_GETARG_BYTEA_PP(0)); }

PG_FUNCTION_INFO_V1(isobit_state_value);
Datum isobit_state_value(PG_FUNCTION_ARGS) { PG_RETURN_FLOAT8(value_of(PG_GETARG_BYTEA_PP(0))); }
