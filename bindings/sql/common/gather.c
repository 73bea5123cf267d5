#include "gather.h"

#include <string.h>

static unsigned columns(isobit_sql_kind kind) { return kind == ISOBIT_SQL_PRODUCTS ? 2 : 1; }

static double* waiting_x(isobit_sql_group const* group) { return group->more ? group->more : (double*)group->few; }
/* Null where there is no second column. */
static double* waiting_y(isobit_sql_group const* group) {
  return columns(group->kind) == 2 ? waiting_x(group) + group->room : NULL;
}

void isobit_sql_start(isobit_sql_group* group, isobit_sql_kind kind) {
  memset(group, 0, sizeof *group);
  group->kind = kind;
  group->room = isobit_sql_few / columns(kind);
}

void isobit_sql_release(isobit_sql_group* group, isobit_sql_memory const* memory) {
  if (group->more) memory->release(memory->host, group->more);
  if (group->sums) memory->release(memory->host, group->sums);
  isobit_sql_start(group, group->kind);
}

static isobit_sql_status need_sums(isobit_sql_group* group, isobit_sql_memory const* memory) {
  void* sums;
  if (group->sums) return ISOBIT_SQL_OK;
  sums = memory->allocate(memory->host, isobit_sql_sums_size(group->kind));
  if (!sums) return ISOBIT_SQL_OUT_OF_MEMORY;
  isobit_sql_sums_start(group->kind, sums);
  group->sums = sums;
  return ISOBIT_SQL_OK;
}

static uint32_t next_room(isobit_sql_group const* group) { return group->room * (group->more ? 2 : 8); }

static isobit_sql_status grow(isobit_sql_group* group, isobit_sql_memory const* memory) {
  unsigned const width = columns(group->kind);
  uint32_t const room = next_room(group);
  size_t const column = group->held * sizeof(double);
  double* const more = memory->allocate(memory->host, width * room * sizeof(double));
  if (!more) return ISOBIT_SQL_OUT_OF_MEMORY;
  memcpy(more, waiting_x(group), column);
  if (width == 2) memcpy(more + room, waiting_y(group), column);
  if (group->more) memory->release(memory->host, group->more);
  group->more = more;
  group->room = room;
  return ISOBIT_SQL_OK;
}

static isobit_sql_status add_up(isobit_sql_group* group, isobit_sql_memory const* memory) {
  isobit_sql_status status = need_sums(group, memory);
  if (status == ISOBIT_SQL_OK)
    status = isobit_sql_sums_add(group->kind, group->sums, waiting_x(group), waiting_y(group), group->held);
  if (status == ISOBIT_SQL_OK) group->held = 0;
  return status;
}

isobit_sql_status isobit_sql_make_room(isobit_sql_group* group, isobit_sql_memory const* memory) {
  if (!isobit_sql_is_full(group)) return ISOBIT_SQL_OK;
  uint32_t const next = next_room(group);
  /* A buffer of half a block takes less memory than the sums, and their result less time. The largest is for groups of
     thousands of rows: of smaller ones there may be many. */
  unsigned const numbers = next * columns(group->kind);
  int const grows = numbers <= isobit_sql_block / 2 || (numbers <= isobit_sql_block && group->count >= 8 * next);
  return grows ? grow(group, memory) : add_up(group, memory);
}

isobit_sql_status isobit_sql_add_rows(isobit_sql_group* group, double const* x, double const* y, size_t n,
                                      isobit_sql_memory const* memory) {
  /* So many are added up where they are, as fast as from the buffer. */
  if (n >= isobit_sql_block / 2) {
    isobit_sql_status status = need_sums(group, memory);
    if (status == ISOBIT_SQL_OK) status = isobit_sql_sums_add(group->kind, group->sums, x, y, n);
    if (status == ISOBIT_SQL_OK) group->count += n;
    return status;
  }
  for (size_t i = 0; i < n; ++i) {
    if (isobit_sql_is_full(group)) {
      isobit_sql_status const status = isobit_sql_make_room(group, memory);
      if (status != ISOBIT_SQL_OK) return status;
    }
    isobit_sql_add(group, x[i], y ? y[i] : 0);
  }
  return ISOBIT_SQL_OK;
}

isobit_sql_status isobit_sql_add_moments(isobit_sql_group* group, double const* values, size_t m, double const* squares,
                                         size_t n, uint64_t count, isobit_sql_memory const* memory) {
  isobit_sql_status status = need_sums(group, memory);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_sums_add_moments(group->sums, values, m, squares, n);
  if (status == ISOBIT_SQL_OK) group->count += count;
  return status;
}

isobit_sql_status isobit_sql_add_state(isobit_sql_group* group, unsigned char const* bytes, size_t size,
                                       isobit_sql_memory const* memory) {
  isobit_sql_status status = need_sums(group, memory);
  if (status == ISOBIT_SQL_OK) status = isobit_sql_sums_add_state(group->sums, bytes, size);
  if (status == ISOBIT_SQL_OK) ++group->count;
  return status;
}

isobit_sql_status isobit_sql_combine(isobit_sql_group* into, isobit_sql_group const* from,
                                     isobit_sql_memory const* memory) {
  if (from->sums) {
    isobit_sql_status const status = need_sums(into, memory);
    if (status != ISOBIT_SQL_OK) return status;
    isobit_sql_sums_merge(into->kind, into->sums, from->sums);
    into->count += from->count - from->held;
  }
  return isobit_sql_add_rows(into, waiting_x(from), waiting_y(from), from->held, memory);
}

isobit_sql_status isobit_sql_finish(isobit_sql_group const* group, isobit_sql_result wanted, double* result) {
  return isobit_sql_sums_result(group->kind, group->sums, waiting_x(group), waiting_y(group), group->held, group->count,
                                wanted, result);
}

isobit_sql_status isobit_sql_state(isobit_sql_group const* group, unsigned char* bytes, size_t* size) {
  return isobit_sql_sums_state(group->kind, group->sums, waiting_x(group), waiting_y(group), group->held, bytes, size);
}

/* Packed: this, the rows that wait, column after column, and the states of the sums. */
typedef struct packed_header {
  uint64_t count;
  uint32_t held;
  uint32_t has_sums;
} packed_header;

size_t isobit_sql_packed_size(isobit_sql_group const* group) {
  return sizeof(packed_header) + columns(group->kind) * group->held * sizeof(double) +
         (group->sums ? 2 * isobit_sql_most_state_bytes : 0);
}

isobit_sql_status isobit_sql_pack(isobit_sql_group const* group, unsigned char* bytes, size_t* size) {
  packed_header const header = {group->count, group->held, group->sums != NULL};
  size_t const column = group->held * sizeof(double);
  unsigned char* at = bytes;
  size_t written = 0;
  isobit_sql_status status = ISOBIT_SQL_OK;
  memcpy(at, &header, sizeof header);
  at += sizeof header;
  memcpy(at, waiting_x(group), column);
  at += column;
  if (columns(group->kind) == 2) {
    memcpy(at, waiting_y(group), column);
    at += column;
  }
  if (group->sums) status = isobit_sql_sums_write(group->kind, group->sums, at, &written);
  *size = (size_t)(at - bytes) + written;
  return status;
}

isobit_sql_status isobit_sql_unpack(isobit_sql_group* group, unsigned char const* bytes, size_t size,
                                    isobit_sql_memory const* memory) {
  packed_header header;
  double x[isobit_sql_block], y[isobit_sql_block];
  unsigned const width = columns(group->kind);
  unsigned char const* at = bytes + sizeof header;
  size_t column, rest;
  isobit_sql_status status;
  if (size < sizeof header) return ISOBIT_SQL_BAD_BYTES;
  memcpy(&header, bytes, sizeof header);
  rest = size - sizeof header;
  column = header.held * sizeof(double);
  if (header.held > isobit_sql_block / width || rest < width * column || header.count < header.held)
    return ISOBIT_SQL_BAD_BYTES;
  if (header.has_sums) {
    status = need_sums(group, memory);
    if (status == ISOBIT_SQL_OK)
      status = isobit_sql_sums_read(group->kind, group->sums, at + width * column, rest - width * column);
    if (status != ISOBIT_SQL_OK) return status;
    group->count = header.count - header.held;
  }
  memcpy(x, at, column);
  if (width == 2) memcpy(y, at + column, column);
  return isobit_sql_add_rows(group, x, width == 2 ? y : NULL, header.held, memory);
}
