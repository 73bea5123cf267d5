/* The type isobit_state: the bytes of an exact sum (BITS.md, Serialised state), written as bytea is. */
#include "host.h"

#include <utils/builtins.h>

void isobit_sql_raise(isobit_sql_status status) {
  if (status == ISOBIT_SQL_OUT_OF_MEMORY)
    ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("isobit: out of memory")));
  ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), errmsg("isobit: these bytes are not a state of an aggregate")));
}

void isobit_sql_refuse_bytes(unsigned char const* bytes, size_t size) {
  char why[256];
  isobit_sql_why_refused(bytes, size, why, sizeof why);
  ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("%s", why)));
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
  isobit_sql_status const status = isobit_sql_state_value(bytes, size, &value);
  if (status == ISOBIT_SQL_BAD_BYTES) isobit_sql_refuse_bytes(bytes, size);
  isobit_sql_check(status);
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
