// What stays with the real BLAS and LAPACK. It passes through here to be counted and named in the report.

#include "symbols.hpp"

#define ISOBIT_LEFT(name) ISOBIT_BLAS_LEFT_FORTRAN(name, real_blas) ISOBIT_BLAS_LEFT_C(name, real_blas)
#define ISOBIT_MOVES(name) ISOBIT_BLAS_LEFT_FORTRAN(name, any) ISOBIT_BLAS_LEFT_C(name, any)
#define ISOBIT_LAPACK(name) ISOBIT_BLAS_LEFT_FORTRAN(name, real_blas)
#define ISOBIT_REAL(X, stem) X(s##stem) X(d##stem)
#define ISOBIT_COMPLEX(X, stem) X(c##stem) X(z##stem)
#define ISOBIT_EVERY(X, stem) ISOBIT_REAL(X, stem) ISOBIT_COMPLEX(X, stem)

// ISOBIT_EACH(A, X, a, b, ...) is A(X, a) A(X, b) ...
#define ISOBIT_AGAIN_1(...) ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(ISOBIT_AGAIN_2(__VA_ARGS__))))
#define ISOBIT_AGAIN_2(...) ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(ISOBIT_AGAIN_3(__VA_ARGS__))))
#define ISOBIT_AGAIN_3(...) ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(ISOBIT_AGAIN_4(__VA_ARGS__))))
#define ISOBIT_AGAIN_4(...) __VA_ARGS__
#define ISOBIT_PARENTHESES ()
#define ISOBIT_EACH(A, X, ...) __VA_OPT__(ISOBIT_AGAIN_1(ISOBIT_NEXT(A, X, __VA_ARGS__)))
#define ISOBIT_NEXT(A, X, stem, ...) A(X, stem) __VA_OPT__(ISOBIT_NEXT_NAME ISOBIT_PARENTHESES(A, X, __VA_ARGS__))
#define ISOBIT_NEXT_NAME() ISOBIT_NEXT

// Moving and exchanging numbers, and finding the largest, has the same bits everywhere.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_MOVES, copy, swap);
ISOBIT_EACH(ISOBIT_REAL, ISOBIT_MOVES, amax, amin, max, min);

// Linear systems.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_LAPACK, gesvx, gecon, gerfs, geequ, geequb, getrf2, gbsv, gbsvx, gbtrf, gbtrs, gbcon,
            gtsv, gtsvx, gttrf, gttrs, gtcon, posvx, pocon, porfs, poequ, potri, potrf2, pstrf, ppsv, pptrf, pptrs,
            pptri, pbsv, pbtrf, pbtrs, pbcon, pftrf, pftrs, pftri, ptsv, pttrf, pttrs, sysv, sysvx, sytrf, sytrs, sytri,
            sycon, spsv, sptrf, sptrs, sptri, trtri, trcon, trrfs, tftri, tfsm);
ISOBIT_EACH(ISOBIT_COMPLEX, ISOBIT_LAPACK, hesv, hesvx, hetrf, hetrs, hetri, hecon, hpsv, hptrf, hptrs, hptri);

// Least squares and orthogonal factorizations.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_LAPACK, gels, gelsd, gelss, gelsy, gglse, ggglm, geqrf, geqrfp, geqp3, geqrt, gelqf,
            geqlf, gerqf, gemqrt, tzrzf, tpqrt);
ISOBIT_EACH(ISOBIT_REAL, ISOBIT_LAPACK, orgqr, orglq, orgql, orgrq, orgbr, orghr, orgtr, ormqr, ormlq, ormql, ormrq,
            ormbr, ormhr, ormtr, ormrz, orcsd);
ISOBIT_EACH(ISOBIT_COMPLEX, ISOBIT_LAPACK, ungqr, unglq, ungql, ungrq, ungbr, unghr, ungtr, unmqr, unmlq, unmql, unmrq,
            unmbr, unmhr, unmtr, unmrz, uncsd);

// Eigenvalues and singular values.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_LAPACK, geev, geevx, gees, geesx, gehrd, gebal, gebak, hseqr, trevc, trevc3, trexc,
            trsen, trsyl, ggev, ggev3, gges, gges3, ggevx, gghrd, hgeqz, tgexc, tgsen, tgevc, tgsyl, gesvd, gesdd,
            gesvdx, gejsv, gesvj, gebrd, bdsqr, steqr, stedc, stemr, stein, pteqr, ggsvd3);
ISOBIT_EACH(ISOBIT_REAL, ISOBIT_LAPACK, syev, syevd, syevr, syevx, sytrd, sygv, sygvd, sygvx, sygst, sbev, sbevd, sbevx,
            sbtrd, spev, spevd, spevx, spgv, sbgv, stev, stevd, stevr, stevx, stebz, sterf, bdsdc);
ISOBIT_EACH(ISOBIT_COMPLEX, ISOBIT_LAPACK, heev, heevd, heevr, heevx, hetrd, hegv, hegvd, hegvx, hegst, hbev, hbevd,
            hbevx, hbtrd, hpev, hpevd, hpevx, hpgv, hbgv);

// Norms.
ISOBIT_EACH(ISOBIT_EVERY, ISOBIT_LAPACK, lange, langb, langt, lansy, lantr);
ISOBIT_EACH(ISOBIT_COMPLEX, ISOBIT_LAPACK, lanhe, lanhb);
