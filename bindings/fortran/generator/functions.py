"""The module isobit_functions, and what calls all of them for a test."""
from generator.common import HEAD, REALS, generic

OF_ONE = ("exp exp2 exp10 expm1 exp2m1 exp10m1 log log2 log10 log1p log2p1 log10p1 sin cos tan sinpi cospi tanpi asin acos "
          "atan asinpi acospi atanpi sinh cosh tanh asinh acosh atanh cbrt rsqrt erf erfc tgamma lgamma sqrt").split()
OF_TWO = "atan2 atan2pi pow powr hypot".split()
OF_COMPLEX = "exp log sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh".split()
COMPLEX = {"complex32": ("real32", "c_float_complex", "f"), "complex64": ("real64", "c_double_complex", "")}


def function_of(name, kind, arguments):
    names = ", ".join(arguments)
    return f"""
  elemental function {name}_{kind}({names}) result(value)
    real({kind}), intent(in) :: {names}
    real({kind}) :: value
    value = c_{name}_{kind}({names})
  end function {name}_{kind}
"""


def interface_of(name, kind, arguments):
    names = ", ".join(arguments)
    c_kind = {"real32": "c_float", "real64": "c_double"}[kind]
    return f"""    pure function c_{name}_{kind}({names}) bind(C, name="isobit_cr_{name}{REALS[kind]}") result(value)
      import :: {c_kind}
      real({c_kind}), value :: {names}
      real({c_kind}) :: value
    end function c_{name}_{kind}
"""


def complex_function_of(name, kind, arguments):
    names, (real, _, _) = ", ".join(arguments), COMPLEX[kind]
    return f"""
  elemental function {name}_{kind}({names}) result(value)
    complex({real}), intent(in) :: {names}
    complex({real}) :: value
    call c_{name}_{kind}({names}, value)
  end function {name}_{kind}
"""


def complex_interface_of(name, kind, arguments):
    names, (_, c_kind, suffix) = ", ".join(arguments), COMPLEX[kind]
    return f"""    pure subroutine c_{name}_{kind}({names}, value) bind(C, name="isobit_cr_c{name}{suffix}")
      import :: {c_kind}
      complex({c_kind}), intent(in) :: {names}
      complex({c_kind}), intent(out) :: value
    end subroutine c_{name}_{kind}
"""


def functions():
    every = [(name, kind, ("x",)) for name in OF_ONE for kind in REALS]
    every += [(name, kind, ("y", "x") if name == "atan2" else ("x", "y")) for name in OF_TWO for kind in REALS]
    of_complex = [(name, kind, ("z",)) for name in OF_COMPLEX for kind in COMPLEX]
    of_complex += [("pow", kind, ("z", "w")) for kind in COMPLEX]
    names = list(dict.fromkeys(name for name, _, _ in every))
    text = HEAD + """!> Elementary functions, correctly rounded, of real and complex numbers and of arrays of any shape: isobit_exp(x),
!> isobit_pow(x, y).
module isobit_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_double_complex, c_float, c_float_complex
  use, intrinsic :: iso_fortran_env, only: real32, real64
  implicit none
  private
"""
    text += "".join(f"  public :: isobit_{name}\n" for name in names) + "\n"
    for name in names:
        text += generic(name, [f"{name}_{kind}" for other, kind, _ in every + of_complex if other == name]) + "\n"
    text += "  interface\n" + "".join(interface_of(*one) for one in every)
    text += "".join(complex_interface_of(*one) for one in of_complex) + "  end interface\n\ncontains\n"
    text += "".join(function_of(*one) for one in every) + "".join(complex_function_of(*one) for one in of_complex)
    return text + "\nend module isobit_functions\n"


def golden_functions():
    text = HEAD + """!> Every function of arrays, for golden_functions_test.cpp.
module golden_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_float, c_int
  use isobit_functions
  implicit none
  private

contains
"""
    for name in [one for one in OF_ONE if one != "sqrt"] + OF_TWO:
        for suffix, kind in (("f64", "c_double"), ("f32", "c_float")):
            arguments = "x, y" if name in OF_TWO else "x"
            declared = "x(count), y(count)" if name in OF_TWO else "x(count)"
            text += f"""
  subroutine {name}_{suffix}({arguments}, results, count) bind(C, name="golden_{name}_{suffix}")
    integer(c_int), value :: count
    real({kind}), intent(in) :: {declared}
    real({kind}), intent(out) :: results(count)
    results = isobit_{name}({arguments})
  end subroutine {name}_{suffix}
"""
    return text + "\nend module golden_functions\n"
