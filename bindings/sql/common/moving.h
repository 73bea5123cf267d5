#ifndef ISOBIT_SQL_MOVING_H
#define ISOBIT_SQL_MOVING_H

#include "sums.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sums of a frame that moves: rows enter, and rows that entered leave again. Where none has left, or all have, they
    are what they would be of the rows that are there, the sign of a zero included. In memory of the host's, as sums. */

size_t isobit_sql_moving_size(isobit_sql_kind kind);
void isobit_sql_moving_start(isobit_sql_kind kind, void* moving);
/** y is read only for products. */
void isobit_sql_moving_add(isobit_sql_kind kind, void* moving, double x, double y);
void isobit_sql_moving_retract(isobit_sql_kind kind, void* moving, double x, double y);
/** The same with states that were stored, for products. */
isobit_sql_status isobit_sql_moving_add_state(void* moving, unsigned char const* bytes, size_t size);
isobit_sql_status isobit_sql_moving_retract_state(void* moving, unsigned char const* bytes, size_t size);

/** The rows in the frame. */
uint64_t isobit_sql_moving_count(isobit_sql_kind kind, void const* moving);
isobit_sql_status isobit_sql_moving_result(isobit_sql_kind kind, void const* moving, isobit_sql_result wanted,
                                           double* result);
isobit_sql_status isobit_sql_moving_state(isobit_sql_kind kind, void const* moving, unsigned char* bytes, size_t* size);

#ifdef __cplusplus
}
#endif

#endif
