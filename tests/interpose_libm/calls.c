// A program that knows nothing of isobit: calls functions of libm by name, as its input says, a call a line, and prints
// result, errno and the exceptions that are raised.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct unary {
  char const* name;
  double (*of_double)(double);
  float (*of_float)(float);
};
struct binary {
  char const* name;
  double (*of_double)(double, double);
  float (*of_float)(float, float);
};

#define BOTH(name) \
  { #name, name, name##f }
static struct unary const unary_functions[] = {
    BOTH(exp),   BOTH(exp2),  BOTH(exp10), BOTH(expm1), BOTH(log),  BOTH(log2),   BOTH(log10), BOTH(log1p), BOTH(sin),
    BOTH(cos),   BOTH(tan),   BOTH(asin),  BOTH(acos),  BOTH(atan), BOTH(sinh),   BOTH(cosh),  BOTH(tanh),  BOTH(asinh),
    BOTH(acosh), BOTH(atanh), BOTH(cbrt),  BOTH(erf),   BOTH(erfc), BOTH(tgamma), BOTH(lgamma)};
static struct binary const binary_functions[] = {BOTH(pow), BOTH(atan2), BOTH(hypot)};

static int exceptions_before_printing(void) {
  int const raised = fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
  feclearexcept(FE_ALL_EXCEPT);
  return raised;
}

static void print_state(int error, int raised) {
  printf(" %s%s%s%s%s",
         error == EDOM     ? "EDOM"
         : error == ERANGE ? "ERANGE"
         : error == 0      ? "0"
                           : "?",
         raised & FE_INVALID ? " invalid" : "", raised & FE_DIVBYZERO ? " divbyzero" : "",
         raised & FE_OVERFLOW ? " overflow" : "", raised & FE_UNDERFLOW ? " underflow" : "");
}

// Calls f and prints what came of it; `call` is an expression.
#define REPORT(type, call)                           \
  do {                                               \
    errno = 0;                                       \
    feclearexcept(FE_ALL_EXCEPT);                    \
    type const volatile result = (call);             \
    int const error = errno;                         \
    int const raised = exceptions_before_printing(); \
    printf("%a", (double)result);                    \
    print_state(error, raised);                      \
    printf("\n");                                    \
    return 1;                                        \
  } while (0)

static int call(char const* name, int is_float, double x, double y) {
  for (size_t i = 0; i < sizeof unary_functions / sizeof unary_functions[0]; ++i)
    if (strcmp(name, unary_functions[i].name) == 0) {
      if (is_float) REPORT(float, unary_functions[i].of_float((float)x));
      REPORT(double, unary_functions[i].of_double(x));
    }
  for (size_t i = 0; i < sizeof binary_functions / sizeof binary_functions[0]; ++i)
    if (strcmp(name, binary_functions[i].name) == 0) {
      if (is_float) REPORT(float, binary_functions[i].of_float((float)x, (float)y));
      REPORT(double, binary_functions[i].of_double(x, y));
    }
  if (strcmp(name, "sincos") == 0) {
    double sine, cosine;
    sincos(x, &sine, &cosine);
    printf("%a %a\n", sine, cosine);
    return 1;
  }
  if (strcmp(name, "signgam") == 0) {
    int sign = 0;
    if (is_float)
      lgammaf_r((float)x, &sign), lgammaf((float)x);
    else
      lgamma_r(x, &sign), lgamma(x);
    printf("%d %d\n", signgam, sign);
    return 1;
  }
  return 0;
}

// Lines are "exp double 1.5" or "pow float 2 0.5".
int main(void) {
  char line[256], name[32], type[32], x[64], y[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    int const words = sscanf(line, "%31s %31s %63s %63s", name, type, x, y);
    if (words < 3 || !call(name, strcmp(type, "float") == 0, strtod(x, NULL), words == 4 ? strtod(y, NULL) : 0)) {
      fprintf(stderr, "what is %s", line);
      return 1;
    }
  }
  return 0;
}
