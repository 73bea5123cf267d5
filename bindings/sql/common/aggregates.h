#ifndef ISOBIT_SQL_AGGREGATES_H
#define ISOBIT_SQL_AGGREGATES_H

#include "sums.h"

/** The aggregates, for hosts where C registers functions; in PostgreSQL a script does. */
typedef struct isobit_sql_aggregate {
  char const* name;
  int arguments;
  isobit_sql_kind kind;
  int of_states;   /**< the argument is a state, not a number */
  int gives_state; /**< and so is the result; else it is `result` */
  isobit_sql_result result;
  uint64_t least_count; /**< fewer rows give NULL */
} isobit_sql_aggregate;

enum { isobit_sql_aggregate_count = 8 };

static isobit_sql_aggregate const isobit_sql_aggregates[isobit_sql_aggregate_count] = {
    {"exact_sum", 1, ISOBIT_SQL_VALUES, 0, 0, ISOBIT_SQL_SUM, 1},
    {"exact_avg", 1, ISOBIT_SQL_VALUES, 0, 0, ISOBIT_SQL_MEAN, 1},
    {"exact_var_samp", 1, ISOBIT_SQL_MOMENTS, 0, 0, ISOBIT_SQL_VARIANCE, 2},
    {"exact_stddev", 1, ISOBIT_SQL_MOMENTS, 0, 0, ISOBIT_SQL_DEVIATION, 2},
    {"exact_dot", 2, ISOBIT_SQL_PRODUCTS, 0, 0, ISOBIT_SQL_SUM, 1},
    {"exact_state", 1, ISOBIT_SQL_VALUES, 0, 1, ISOBIT_SQL_SUM, 1},
    {"exact_state", 2, ISOBIT_SQL_PRODUCTS, 0, 1, ISOBIT_SQL_SUM, 1},
    {"exact_merge", 1, ISOBIT_SQL_PRODUCTS, 1, 1, ISOBIT_SQL_SUM, 1},
};

#endif
