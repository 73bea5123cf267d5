#ifndef ISOBIT_SQL_POSTGRESQL_HOST_H
#define ISOBIT_SQL_POSTGRESQL_HOST_H

/* What the files of the PostgreSQL extension share. They are C: ereport and palloc leave by longjmp, which must not
   pass over C++. */
#include <postgres.h>

#include <fmgr.h>

#include "gather.h"

/** Raises the error that a status stands for. */
void isobit_sql_raise(isobit_sql_status status);
static inline void isobit_sql_check(isobit_sql_status status) {
  if (unlikely(status != ISOBIT_SQL_OK)) isobit_sql_raise(status);
}
/** The same of a call with a state that was stored: bytes that are none are 22P03. */
void isobit_sql_check_stored(isobit_sql_status status);

/** A state of the type isobit_state. */
Datum isobit_sql_stored(unsigned char const* bytes, size_t size);

#endif
