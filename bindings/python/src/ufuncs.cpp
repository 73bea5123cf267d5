#define NPY_NO_DEPRECATED_API NPY_1_25_API_VERSION
#define NPY_TARGET_VERSION NPY_1_25_API_VERSION
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <numpy/ndarraytypes.h>
#include <numpy/ufuncobject.h>

#include <isobit/math.hpp>

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
  Function<isobit::float16>* half = nullptr;
  Function<isobit::bfloat16>* brain = nullptr;

  template <class T> [[nodiscard]] Function<T>* of() const noexcept {
    if constexpr (std::same_as<T, float>)
      return narrow;
    else if constexpr (std::same_as<T, double>)
      return wide;
    else if constexpr (std::same_as<T, isobit::float16>)
      return half;
    else
      return brain;
  }
};

#define ISOBIT_ALL_TYPES(f) cr::f, cr::f, cr::f, cr::f
constexpr entry<of_one> functions_of_one[] = {
    {"exp", "e**x", ISOBIT_ALL_TYPES(exp)},
    {"exp2", "2**x", ISOBIT_ALL_TYPES(exp2)},
    {"exp10", "10**x", ISOBIT_ALL_TYPES(exp10)},
    {"expm1", "e**x - 1", ISOBIT_ALL_TYPES(expm1)},
    {"log", "The natural logarithm", ISOBIT_ALL_TYPES(log)},
    {"log2", "The logarithm to base 2", ISOBIT_ALL_TYPES(log2)},
    {"log10", "The logarithm to base 10", ISOBIT_ALL_TYPES(log10)},
    {"log1p", "log(1 + x)", ISOBIT_ALL_TYPES(log1p)},
    {"sin", "The sine of an angle in radians", ISOBIT_ALL_TYPES(sin)},
    {"cos", "The cosine of an angle in radians", ISOBIT_ALL_TYPES(cos)},
    {"tan", "The tangent of an angle in radians", ISOBIT_ALL_TYPES(tan)},
    {"sinpi", "sin(pi x)", ISOBIT_ALL_TYPES(sinpi)},
    {"cospi", "cos(pi x)", ISOBIT_ALL_TYPES(cospi)},
    {"tanpi", "tan(pi x)", ISOBIT_ALL_TYPES(tanpi)},
    {"asinpi", "asin(x) / pi", ISOBIT_ALL_TYPES(asinpi)},
    {"acospi", "acos(x) / pi", ISOBIT_ALL_TYPES(acospi)},
    {"atanpi", "atan(x) / pi", ISOBIT_ALL_TYPES(atanpi)},
    {"exp2m1", "2**x - 1", ISOBIT_ALL_TYPES(exp2m1)},
    {"exp10m1", "10**x - 1", ISOBIT_ALL_TYPES(exp10m1)},
    {"log2p1", "log2(1 + x)", ISOBIT_ALL_TYPES(log2p1)},
    {"log10p1", "log10(1 + x)", ISOBIT_ALL_TYPES(log10p1)},
    {"asin", "The angle whose sine is x", ISOBIT_ALL_TYPES(asin)},
    {"acos", "The angle whose cosine is x", ISOBIT_ALL_TYPES(acos)},
    {"atan", "The angle whose tangent is x", ISOBIT_ALL_TYPES(atan)},
    {"sinh", "The hyperbolic sine", ISOBIT_ALL_TYPES(sinh)},
    {"cosh", "The hyperbolic cosine", ISOBIT_ALL_TYPES(cosh)},
    {"tanh", "The hyperbolic tangent", ISOBIT_ALL_TYPES(tanh)},
    {"asinh", "The inverse of sinh", ISOBIT_ALL_TYPES(asinh)},
    {"acosh", "The inverse of cosh", ISOBIT_ALL_TYPES(acosh)},
    {"atanh", "The inverse of tanh", ISOBIT_ALL_TYPES(atanh)},
    {"cbrt", "The cube root", ISOBIT_ALL_TYPES(cbrt)},
    {"rsqrt", "1 / square root of x", ISOBIT_ALL_TYPES(rsqrt)},
    {"erf", "The error function", ISOBIT_ALL_TYPES(erf)},
    {"erfc", "1 - erf(x)", ISOBIT_ALL_TYPES(erfc)},
    {"tgamma", "The gamma function", ISOBIT_ALL_TYPES(tgamma)},
    {"lgamma", "log |gamma(x)|", ISOBIT_ALL_TYPES(lgamma)},
};
constexpr entry<of_two> functions_of_two[] = {
    {"atan2", "The angle of the point (x2, x1)", ISOBIT_ALL_TYPES(atan2)},
    {"pow", "x1**x2", ISOBIT_ALL_TYPES(pow)},
    {"hypot", "The square root of x1**2 + x2**2", ISOBIT_ALL_TYPES(hypot)},
    {"atan2pi", "atan2(y, x) / pi", ISOBIT_ALL_TYPES(atan2pi)},
    {"powr", "exp(y log(x)): pow for x >= 0, with NaN for 0**0, inf**0 and 1**inf", ISOBIT_ALL_TYPES(powr)},
};
#undef ISOBIT_ALL_TYPES
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

template <template <class> class Function, int Inputs, int Outputs> loops wide_types() {
  return loops(Inputs, Outputs)
      .add(loop<Function, float, Inputs, Outputs>, NPY_FLOAT)
      .add(loop<Function, double, Inputs, Outputs>, NPY_DOUBLE);
}
/// float16 first: NumPy takes the first loop that an argument can be cast to safely.
template <template <class> class Function, int Inputs> loops all_types() {
  return loops(Inputs, 1)
      .add(loop<Function, isobit::float16, Inputs, 1>, NPY_HALF)
      .add(loop<Function, float, Inputs, 1>, NPY_FLOAT)
      .add(loop<Function, double, Inputs, 1>, NPY_DOUBLE);
}

/// What a reduction of nothing is, where NumPy's function of this name has such a value.
int identity_of(std::string_view name) { return name == "hypot" ? PyUFunc_Zero : PyUFunc_None; }

template <class Entries> void add_all(nb::dict& ufuncs, Entries const& entries, loops& with) {
  using one = std::remove_cvref_t<decltype(entries[0])>;
  for (auto const& f : entries) {
    // NumPy keeps the address of this list, and the ufuncs live as long as the process.
    auto* const data = new std::vector<void*>(with.functions.size(), const_cast<one*>(&f));
    PyObject* const ufunc = PyUFunc_FromFuncAndData(with.functions.data(), data->data(), with.types.data(),
                                                    static_cast<int>(with.functions.size()), with.inputs, with.outputs,
                                                    identity_of(f.name), f.name, f.doc, 0);
    if (ufunc == nullptr) throw nb::python_error();
    ufuncs[f.name] = nb::steal<nb::object>(ufunc);
  }
}

/// Every function by its name.
nb::dict ufuncs() {
  if (_import_umath() < 0) throw nb::python_error();
  static loops one = all_types<of_one, 1>();
  static loops two = all_types<of_two, 2>();
  static loops pair = wide_types<into_two, 1, 2>();
  static loops unary = wide_types<one_number, 1, 1>();
  static loops binary = wide_types<two_numbers, 2, 1>();
  static loops ternary = wide_types<three_numbers, 3, 1>();
  nb::dict all;
  add_all(all, functions_of_one, one);
  add_all(all, functions_of_two, two);
  add_all(all, functions_into_two, pair);
  add_all(all, operations_of_one, unary);
  add_all(all, operations_of_two, binary);
  add_all(all, operations_of_three, ternary);
  return all;
}

/// NumPy knows bfloat16 by the number that whoever defines it was given.
template <template <class> class Function, std::size_t Inputs, class Entries>
void add_loops_of(int type, nb::dict const& all, Entries const& entries) {
  using one = std::remove_cvref_t<decltype(entries[0])>;
  std::array<int, Inputs + 1> types;
  types.fill(type);
  for (auto const& f : entries)
    if (PyUFunc_RegisterLoopForType(reinterpret_cast<PyUFuncObject*>(nb::object(all[f.name]).ptr()), type,
                                    loop<Function, isobit::bfloat16, Inputs, 1>, types.data(),
                                    const_cast<one*>(&f)) < 0)
      throw nb::python_error();
}

void add_bfloat16_loops(int type, nb::dict const& all) {
  add_loops_of<of_one, 1>(type, all, functions_of_one);
  add_loops_of<of_two, 2>(type, all, functions_of_two);
}

}  // namespace

void add_ufuncs(nb::module_& module) {
  module.attr("ufuncs") = ufuncs();
  module.def("add_bfloat16_loops", add_bfloat16_loops);
}

}  // namespace isobit_python
