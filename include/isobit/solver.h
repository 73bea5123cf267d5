#ifndef ISOBIT_SOLVER_H
#define ISOBIT_SOLVER_H

/**
 * Sparse systems a*x = b for C: the methods and preconditioners of solver.hpp, with the same bits for any number of
 * threads.
 *
 *     int32_t const offsets[] = {0, 2, 4}, indices[] = {0, 1, 0, 1};
 *     double const values[] = {4, 1, 1, 3}, b[] = {1, 2};
 *     double x[] = {0, 0}, residuals[100];
 *     isobit_solver_options how = isobit_solver_defaults();
 *     how.preconditioner = ISOBIT_JACOBI;
 *     how.history = residuals, how.history_capacity = 100;
 *     isobit_solver_report report;
 *     isobit_status status = isobit_dcsrsolve(2, offsets, indices, values, b, x, &how, &report, 0);
 *     if (status != ISOBIT_OK) fprintf(stderr, "%s\n", isobit_last_error());
 *     else if (report.outcome != ISOBIT_CONVERGED) fprintf(stderr, "%s\n", isobit_outcome_string(report.outcome));
 *
 * A matrix has as many columns as rows, and lies as in sparse.h. The letter before the name says the type, s float, d
 * double, c and z complex numbers of these, which are passed by pointers to void; indices are int32_t, with the suffix
 * _64 int64_t.
 *
 * ISOBIT_INVALID_ARGUMENT for indices that do not exist, a negative size, null with elements, options that cannot be,
 * and a matrix that the preconditioner cannot take; ISOBIT_SINGULAR for diagonals and pivots that it cannot divide by:
 * x and the report are then untouched. How an iteration ends is no status but an outcome, with the last iterate in x.
 */

#include <stddef.h>
#include <stdint.h>

#include <isobit/isobit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum isobit_method ISOBIT_AN_INT {
  ISOBIT_CG = 0,           /**< conjugate gradients: symmetric (Hermitian) positive definite matrices */
  ISOBIT_PIPELINED_CG = 1, /**< the same with other rounding errors, as over ranks with slow reductions */
  ISOBIT_BICGSTAB = 2,     /**< stabilised biconjugate gradients: any matrix */
  ISOBIT_GMRES = 3,        /**< generalised minimal residuals: any matrix */
  ISOBIT_MINRES = 4        /**< minimal residuals: symmetric matrices, definite or not */
} isobit_method;

typedef enum isobit_preconditioner ISOBIT_AN_INT {
  ISOBIT_NO_PRECONDITIONER = 0,
  ISOBIT_JACOBI = 1,
  ISOBIT_SSOR = 2,
  ISOBIT_IC0 = 3,
  ISOBIT_ILU0 = 4,
  ISOBIT_CHEBYSHEV = 5,
  ISOBIT_MULTIGRID = 6
} isobit_preconditioner;

/** Why an iteration ended. */
typedef enum isobit_outcome ISOBIT_AN_INT {
  ISOBIT_CONVERGED = 0,
  ISOBIT_EXHAUSTED = 1,  /**< as many iterations as were allowed */
  ISOBIT_BREAKDOWN = 2,  /**< a scalar that is divided by is zero: the method cannot go on */
  ISOBIT_INDEFINITE = 3, /**< matrix or preconditioner are not positive definite, which the method needs */
  ISOBIT_NOT_FINITE = 4, /**< an infinity or NaN came up */
  ISOBIT_STOPPED = 5     /**< the caller's function said so */
} isobit_outcome;

/** The name of an outcome, such as "converged". Never null. */
ISOBIT_API char const* isobit_outcome_string(isobit_outcome outcome);

typedef struct isobit_solver_options {
  isobit_method method;
  isobit_preconditioner preconditioner;
  double tolerance; /**< converged where the norm of the residual is at most this times that of b */
  ptrdiff_t most_iterations;
  ptrdiff_t restart; /**< GMRES starts anew after so many */

  double ssor_omega; /**< between 0 and 2 */
  int chebyshev_degree;
  double chebyshev_lower, chebyshev_upper; /**< bounds of the eigenvalues of inverse(D)*A; zeros: estimated */
  double multigrid_strength;               /**< neighbours with |a_ij| >= this times sqrt(|a_ii*a_jj|) are grouped */
  int multigrid_smoothing_steps;
  int multigrid_cycles; /**< 1 is a V-cycle, 2 a W-cycle */
  ptrdiff_t multigrid_most_levels;

  /** Null, or called with the norm of the residual at the start and after every iteration: 0 stops. */
  int (*after_each)(void* context, ptrdiff_t iteration, double residual);
  void* context;
  /** Null, or room for `history_capacity` norms: the first ones, from the start on. */
  double* history;
  size_t history_capacity;
} isobit_solver_options;

/** Conjugate gradients without a preconditioner, to a tolerance of 1e-10, and what solver.hpp has for all else. */
ISOBIT_API isobit_solver_options isobit_solver_defaults(void);

typedef struct isobit_solver_report {
  isobit_outcome outcome;
  ptrdiff_t iterations;
  double residual;      /**< its norm in the end; NaN where there is none, and nothing converged */
  size_t history_count; /**< how many norms there are, which may be more than there was room for */
} isobit_solver_report;

typedef struct isobit_refinement {
  int converged; /**< whether the last step left x as it was */
  int steps;
} isobit_refinement;

/* What differs from type to type: the name, the index, a number. */
#define ISOBIT_FOR_ALL_SYSTEMS(declare, stem)                                                \
  declare(isobit_s##stem, int32_t, float) declare(isobit_s##stem##_64, int64_t, float)       \
      declare(isobit_d##stem, int32_t, double) declare(isobit_d##stem##_64, int64_t, double) \
          declare(isobit_c##stem, int32_t, void) declare(isobit_c##stem##_64, int64_t, void) \
              declare(isobit_z##stem, int32_t, void) declare(isobit_z##stem##_64, int64_t, void)

/** Solves a*x = b from the x that it finds. `how` may be null: isobit_solver_defaults(). */
#define ISOBIT_DECLARE(name, index, number)                                                                       \
  ISOBIT_API isobit_status name(ptrdiff_t rows, index const* offsets, index const* indices, number const* values, \
                                number const* b, number* x, isobit_solver_options const* how,                     \
                                isobit_solver_report* report, size_t threads);
ISOBIT_FOR_ALL_SYSTEMS(ISOBIT_DECLARE, csrsolve)
#undef ISOBIT_DECLARE

/** Improves a solution x of a*x = b until it no longer changes, or `most_steps` times: what is left, b - a*x, is
    computed exactly and rounded once, and a correction solved for as `how` says, which need not be accurate: a
   tolerance of 1e-6 will do. For systems that are not too ill-conditioned x comes out with an error of hardly more than
   half of its last place. after_each and history are not used. */
#define ISOBIT_DECLARE(name, index, number)                                                                       \
  ISOBIT_API isobit_status name(ptrdiff_t rows, index const* offsets, index const* indices, number const* values, \
                                number const* b, number* x, isobit_solver_options const* how, int most_steps,     \
                                isobit_refinement* refinement, size_t threads);
ISOBIT_FOR_ALL_SYSTEMS(ISOBIT_DECLARE, csrrefine)
#undef ISOBIT_DECLARE

#undef ISOBIT_FOR_ALL_SYSTEMS

#ifdef __cplusplus
}
#endif

#endif
