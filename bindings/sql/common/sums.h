#ifndef ISOBIT_SQL_SUMS_H
#define ISOBIT_SQL_SUMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The exact sums behind an aggregate, as C sees them: memory that the host has allocated, trivially copyable, with
    nothing to free. No function here calls back into the host or lets a C++ exception out. */

/** Which sums an aggregate needs. */
typedef enum isobit_sql_kind {
  ISOBIT_SQL_VALUES,   /**< the sum of x */
  ISOBIT_SQL_MOMENTS,  /**< the sums of x and of its squares */
  ISOBIT_SQL_PRODUCTS, /**< the sum of xy; wide enough for the state of any sum */
} isobit_sql_kind;

typedef enum isobit_sql_status {
  ISOBIT_SQL_OK,
  ISOBIT_SQL_OUT_OF_MEMORY,
  ISOBIT_SQL_BAD_BYTES,   /**< these are not the bytes of a state */
  ISOBIT_SQL_UNSUPPORTED, /**< what this machine cannot do, such as an ISOBIT_FORCE_ISA that it lacks */
} isobit_sql_status;

/** What is made of the sums of count > 0 rows. */
typedef enum isobit_sql_result {
  ISOBIT_SQL_SUM,
  ISOBIT_SQL_FLOAT_SUM, /**< rounded to a float, which is then widened */
  ISOBIT_SQL_MEAN,
  ISOBIT_SQL_VARIANCE, /**< of a sample, as the next: count > 1 */
  ISOBIT_SQL_DEVIATION,
} isobit_sql_result;

/** The most bytes that a state has: see BITS.md, Serialised state. */
enum { isobit_sql_most_state_bytes = 1024 };

size_t isobit_sql_sums_size(isobit_sql_kind kind);
void isobit_sql_sums_start(isobit_sql_kind kind, void* sums);
/** Adds n rows; y is read only for products. */
isobit_sql_status isobit_sql_sums_add(isobit_sql_kind kind, void* sums, double const* x, double const* y, size_t n);
/** Adds to moments what rows come to: m doubles that add up to their sum, and n to that of their squares. */
isobit_sql_status isobit_sql_sums_add_moments(void* sums, double const* values, size_t m, double const* squares,
                                              size_t n);
void isobit_sql_sums_merge(isobit_sql_kind kind, void* into, void const* from);

/** The result of the sums, where they are not null, and of n rows besides, for `count` rows in all. */
isobit_sql_status isobit_sql_sums_result(isobit_sql_kind kind, void const* sums, double const* x, double const* y,
                                         size_t n, uint64_t count, isobit_sql_result wanted, double* result);
/** The same as the bytes of a state. Not for moments. */
isobit_sql_status isobit_sql_sums_state(isobit_sql_kind kind, void const* sums, double const* x, double const* y,
                                        size_t n, unsigned char* bytes, size_t* size);

/** The bytes of every state that the kind keeps, one after the other: at most twice most_state_bytes. */
isobit_sql_status isobit_sql_sums_write(isobit_sql_kind kind, void const* sums, unsigned char* bytes, size_t* size);
isobit_sql_status isobit_sql_sums_read(isobit_sql_kind kind, void* sums, unsigned char const* bytes, size_t size);

/** Adds a state that has been stored to those of products. */
isobit_sql_status isobit_sql_sums_add_state(void* sums, unsigned char const* bytes, size_t size);
/** Whether these are the bytes of a state, and its value. */
isobit_sql_status isobit_sql_state_value(unsigned char const* bytes, size_t size, double* value);
/** Why the last call in this thread that failed did so, with this status; valid until the next one fails. */
char const* isobit_sql_why(isobit_sql_status status);

#ifdef __cplusplus
}
#endif

#endif
