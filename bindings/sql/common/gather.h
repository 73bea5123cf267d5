#ifndef ISOBIT_SQL_GATHER_H
#define ISOBIT_SQL_GATHER_H

#include "sums.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What an aggregate keeps of a group. Rows wait in a buffer, which grows with the group up to a block; full blocks are
    added up, many times faster than rows one by one, and small groups need no accumulator at all.

    All of this is C: a host's allocator may leave by longjmp, as PostgreSQL's does. The state may be moved in memory.
 */

enum { isobit_sql_few = 8, isobit_sql_block = 512 };

typedef struct isobit_sql_group {
  uint64_t count; /**< rows */
  uint32_t held;  /**< of these, rows that wait */
  uint32_t room;  /**< for so many, x first, y after the room of all x */
  double* more;   /**< where they wait, or null: in `few` */
  void* sums;     /**< of all others, or null: there are none */
  isobit_sql_kind kind;
  double few[isobit_sql_few];
} isobit_sql_group;

/** The host's memory. `allocate` may return null, or not return at all. */
typedef struct isobit_sql_memory {
  void* (*allocate)(void* host, size_t size);
  void (*release)(void* host, void* memory);
  void* host;
} isobit_sql_memory;

void isobit_sql_start(isobit_sql_group* group, isobit_sql_kind kind);
void isobit_sql_release(isobit_sql_group* group, isobit_sql_memory const* memory);

/** Afterwards there is room for a row. */
isobit_sql_status isobit_sql_make_room(isobit_sql_group* group, isobit_sql_memory const* memory);
static inline int isobit_sql_is_full(isobit_sql_group const* group) { return group->held == group->room; }
/** One row, where there is room for it; y is kept only for products. */
static inline void isobit_sql_add(isobit_sql_group* group, double x, double y) {
  double* const waiting = group->more ? group->more : group->few;
  waiting[group->held] = x;
  if (group->kind == ISOBIT_SQL_PRODUCTS) waiting[group->room + group->held] = y;
  ++group->held;
  ++group->count;
}
/** Many rows; y is read only for products. */
isobit_sql_status isobit_sql_add_rows(isobit_sql_group* group, double const* x, double const* y, size_t n,
                                      isobit_sql_memory const* memory);
/** What `count` rows of moments come to: m doubles that add up to their sum, and n to that of their squares. */
isobit_sql_status isobit_sql_add_moments(isobit_sql_group* group, double const* values, size_t m, double const* squares,
                                         size_t n, uint64_t count, isobit_sql_memory const* memory);
/** A state that was stored, as a row of products. */
isobit_sql_status isobit_sql_add_state(isobit_sql_group* group, unsigned char const* bytes, size_t size,
                                       isobit_sql_memory const* memory);
/** All rows of another group of the same kind, which stays as it is. */
isobit_sql_status isobit_sql_combine(isobit_sql_group* into, isobit_sql_group const* from,
                                     isobit_sql_memory const* memory);

/** Of count > 0 rows, and of more than one for variances. */
isobit_sql_status isobit_sql_finish(isobit_sql_group const* group, isobit_sql_result wanted, double* result);
isobit_sql_status isobit_sql_state(isobit_sql_group const* group, unsigned char* bytes, size_t* size);

/** A group as bytes, for another process of the same host, and back into one that has been started. */
size_t isobit_sql_packed_size(isobit_sql_group const* group);
isobit_sql_status isobit_sql_pack(isobit_sql_group const* group, unsigned char* bytes, size_t* size);
isobit_sql_status isobit_sql_unpack(isobit_sql_group* group, unsigned char const* bytes, size_t size,
                                    isobit_sql_memory const* memory);

#ifdef __cplusplus
}
#endif

#endif
