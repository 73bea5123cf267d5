#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <array>
#include <span>
#include <vector>

#include <numpy/ndarraytypes.h>
#include <numpy/ufuncobject.h>

#include <isobit/math.hpp>
#include <isobit/sum/exact.hpp>

#include "parts.hpp"
#include "ufunc_loops.hpp"

namespace isobit_python {

namespace {

namespace nb = nanobind;
namespace cr = isobit::cr;

using isobit::driver_ref;
template <class T> using of_one = void(std::span<T const>, std::span<T>, driver_ref const&);
template <class T> using of_two = void(std::span<T const>, std::span<T const>, std::span<T>, driver_ref const&);
template <class T> using into_two = void(std::span<T const>, std::span<T>, std::span<T>, driver_ref const&);
template <class T> using one_number = T(T);
template <class T> using two_numbers = T(T, T);
template <class T> using three_numbers = T(T, T, T);

/// A function of the library for the element types it has; NumPy's loops find it here.
template <template <class> class Function> struct entry {
  char const* name;
  char const* doc;
  Function<float>* narrow;
  Function<double>* wide;

  template <class T> [[nodiscard]] Function<T>* of() const noexcept {
    if constexpr (std::same_as<T, float>)
      return narrow;
    else
      return wide;
  }
};

constexpr entry<of_one> functions_of_one[] = {
    {"exp", "e**x", cr::exp, cr::exp},
    {"exp2", "2**x", cr::exp2, cr::exp2},
    {"exp10", "10**x", cr::exp10, cr::exp10},
    {"expm1", "e**x - 1", cr::expm1, cr::expm1},
    {"log", "The natural logarithm", cr::log, cr::log},
    {"log2", "The logarithm to base 2", cr::log2, cr::log2},
    {"log10", "The logarithm to base 10", cr::log10, cr::log10},
    {"log1p", "log(1 + x)", cr::log1p, cr::log1p},
    {"sin", "The sine of an angle in radians", cr::sin, cr::sin},
    {"cos", "The cosine of an angle in radians", cr::cos, cr::cos},
    {"tan", "The tangent of an angle in radians", cr::tan, cr::tan},
    {"sinpi", "sin(pi x)", cr::sinpi, cr::sinpi},
    {"cospi", "cos(pi x)", cr::cospi, cr::cospi},
    {"tanpi", "tan(pi x)", cr::tanpi, cr::tanpi},
    {"asinpi", "asin(x) / pi", cr::asinpi, cr::asinpi},
    {"acospi", "acos(x) / pi", cr::acospi, cr::acospi},
    {"atanpi", "atan(x) / pi", cr::atanpi, cr::atanpi},
    {"exp2m1", "2**x - 1", cr::exp2m1, cr::exp2m1},
    {"exp10m1", "10**x - 1", cr::exp10m1, cr::exp10m1},
    {"log2p1", "log2(1 + x)", cr::log2p1, cr::log2p1},
    {"log10p1", "log10(1 + x)", cr::log10p1, cr::log10p1},
    {"asin", "The angle whose sine is x", cr::asin, cr::asin},
    {"acos", "The angle whose cosine is x", cr::acos, cr::acos},
    {"atan", "The angle whose tangent is x", cr::atan, cr::atan},
    {"sinh", "The hyperbolic sine", cr::sinh, cr::sinh},
    {"cosh", "The hyperbolic cosine", cr::cosh, cr::cosh},
    {"tanh", "The hyperbolic tangent", cr::tanh, cr::tanh},
    {"asinh", "The inverse of sinh", cr::asinh, cr::asinh},
    {"acosh", "The inverse of cosh", cr::acosh, cr::acosh},
    {"atanh", "The inverse of tanh", cr::atanh, cr::atanh},
    {"cbrt", "The cube root", cr::cbrt, cr::cbrt},
    {"rsqrt", "1 / square root of x", cr::rsqrt, cr::rsqrt},
    {"erf", "The error function", cr::erf, cr::erf},
    {"erfc", "1 - erf(x)", cr::erfc, cr::erfc},
    {"tgamma", "The gamma function", cr::tgamma, cr::tgamma},
    {"lgamma", "log |gamma(x)|", cr::lgamma, cr::lgamma},
};
constexpr entry<of_two> functions_of_two[] = {
    {"atan2", "The angle of the point (x2, x1)", cr::atan2, cr::atan2},
    {"pow", "x1**x2", cr::pow, cr::pow},
    {"hypot", "The square root of x1**2 + x2**2", cr::hypot, cr::hypot},
    {"atan2pi", "atan2(y, x) / pi", cr::atan2pi, cr::atan2pi},
    {"powr", "exp(y log(x)): pow for x >= 0, with NaN for 0**0, inf**0 and 1**inf", cr::powr, cr::powr},
};
constexpr entry<into_two> functions_into_two[] = {
    {"sincos", "(sin(x), cos(x))", cr::sincos, cr::sincos},
};
constexpr entry<one_number> operations_of_one[] = {
    {"sqrt", "The square root", cr::sqrt, cr::sqrt},
};
constexpr entry<two_numbers> operations_of_two[] = {
    {"divide", "x1 / x2", cr::divide, cr::divide},
};
constexpr entry<three_numbers> operations_of_three[] = {
    {"fma", "x1 * x2 + x3, rounded once", cr::fma, cr::fma},
};

/// Calls a function of the library with whole runs, as NumPy's loops have them.
template <class T> struct apply {
  static void to(of_one<T>* f, ufunc_run<T, 1, 1> const& run) {
    run.each([f](auto in, auto out, std::size_t n) { f({in[0], n}, {out[0], n}, {}); });
  }
  static void to(of_two<T>* f, ufunc_run<T, 2, 1> const& run) {
    run.each([f](auto in, auto out, std::size_t n) { f({in[0], n}, {in[1], n}, {out[0], n}, {}); });
  }
  static void to(into_two<T>* f, ufunc_run<T, 1, 2> const& run) {
    run.each([f](auto in, auto out, std::size_t n) { f({in[0], n}, {out[0], n}, {out[1], n}, {}); });
  }
  static void to(one_number<T>* f, ufunc_run<T, 1, 1> const& run) {
    run.each([f](auto in, auto out, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) out[0][i] = f(in[0][i]);
    });
  }
  static void to(two_numbers<T>* f, ufunc_run<T, 2, 1> const& run) {
    run.each([f](auto in, auto out, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) out[0][i] = f(in[0][i], in[1][i]);
    });
  }
  static void to(three_numbers<T>* f, ufunc_run<T, 3, 1> const& run) {
    run.each([f](auto in, auto out, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) out[0][i] = f(in[0][i], in[1][i], in[2][i]);
    });
  }
};

template <template <class> class Function, class T, std::size_t Inputs, std::size_t Outputs>
void loop(char** at, npy_intp const* sizes, npy_intp const* steps, void* which) {
  if (sizes[0] == 0) return;
  auto const* const f = static_cast<entry<Function> const*>(which);
  in_numpy_loop([&] {
    apply<T>::to(f->template of<T>(), ufunc_run<T, Inputs, Outputs>(at, steps, static_cast<std::size_t>(sizes[0])));
  });
}

/// Through double, whose rounding shows in no float16: no value of these functions at a float16 lies so close to the
/// middle of two that it becomes it. The test goes through all 65536.
void half_loop(char** at, npy_intp const* sizes, npy_intp const* steps, void* which) {
  if (sizes[0] == 0) return;
  auto const* const f = static_cast<entry<of_one> const*>(which);
  in_numpy_loop([&] {
    ufunc_run<isobit::float16, 1, 1> const run(at, steps, static_cast<std::size_t>(sizes[0]));
    std::vector<double> wide;
    run.each([&](auto in, auto out, std::size_t n) {
      wide.resize(n);
      // A signalling NaN would raise an exception on its way to double.
      for (std::size_t i = 0; i < n; ++i) wide[i] = static_cast<double>(isobit::widen(isobit::canonical(in[0][i])));
      f->wide(wide, wide, {});
      for (std::size_t i = 0; i < n; ++i) {
        isobit::exact value;
        value.add(wide[i]);
        out[0][i] = value.round<isobit::float16>();
      }
    });
  });
}

/// The loops of a kind of function, and their types: as NumPy wants them, for as long as a ufunc may live.
struct loops {
  std::vector<PyUFuncGenericFunction> functions;
  std::vector<char> types;
  int inputs, outputs;

  loops(int in, int out) : inputs(in), outputs(out) {}
  loops& add(PyUFuncGenericFunction function, char type) {
    functions.push_back(function);
    types.insert(types.end(), static_cast<std::size_t>(inputs + outputs), type);
    return *this;
  }
};

template <template <class> class Function, int Inputs, int Outputs> loops both_types() {
  return loops(Inputs, Outputs)
      .add(loop<Function, float, Inputs, Outputs>, NPY_FLOAT)
      .add(loop<Function, double, Inputs, Outputs>, NPY_DOUBLE);
}

template <class Entries> void add_all(nb::dict& ufuncs, Entries const& entries, loops& with) {
  using one = std::remove_cvref_t<decltype(entries[0])>;
  for (auto const& f : entries) {
    // NumPy keeps the address of this list, and the ufuncs live as long as the process.
    auto* const data = new std::vector<void*>(with.functions.size(), const_cast<one*>(&f));
    PyObject* const ufunc = PyUFunc_FromFuncAndData(with.functions.data(), data->data(), with.types.data(),
                                                    static_cast<int>(with.functions.size()), with.inputs, with.outputs,
                                                    PyUFunc_None, f.name, f.doc, 0);
    if (ufunc == nullptr) throw nb::python_error();
    ufuncs[f.name] = nb::steal<nb::object>(ufunc);
  }
}

/// Every function by its name.
nb::dict ufuncs() {
  if (_import_umath() < 0) throw nb::python_error();
  // float16 first: NumPy takes the first loop that an argument can be cast to safely.
  static loops one = loops(1, 1)
                         .add(half_loop, NPY_HALF)
                         .add(loop<of_one, float, 1, 1>, NPY_FLOAT)
                         .add(loop<of_one, double, 1, 1>, NPY_DOUBLE);
  static loops two = both_types<of_two, 2, 1>();
  static loops pair = both_types<into_two, 1, 2>();
  static loops unary = both_types<one_number, 1, 1>();
  static loops binary = both_types<two_numbers, 2, 1>();
  static loops ternary = both_types<three_numbers, 3, 1>();
  nb::dict all;
  add_all(all, functions_of_one, one);
  add_all(all, functions_of_two, two);
  add_all(all, functions_into_two, pair);
  add_all(all, operations_of_one, unary);
  add_all(all, operations_of_two, binary);
  add_all(all, operations_of_three, ternary);
  return all;
}

}  // namespace

void add_ufuncs(nb::module_& module) { module.attr("ufuncs") = ufuncs(); }

}  // namespace isobit_python
