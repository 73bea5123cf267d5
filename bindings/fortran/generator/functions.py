"""The module isobit_functions, and what calls all of them for a test."""
from generator.common import HEAD, KINDS, REALS, generic

OF_ONE = ("exp exp2 exp10 expm1 exp2m1 exp10m1 log log2 log10 log1p log2p1 log10p1 sin cos tan sinpi cospi tanpi asin acos "
          "atan asinpi acospi atanpi sinh cosh tanh asinh acosh atanh cbrt rsqrt erf erfc tgamma lgamma sqrt").split()
OF_TWO = "atan2 atan2pi pow powr hypot".split()
OF_THREE = ["fma"]
WITH_INTEGER = "pown rootn compoundn".split()
OF_COMPLEX = "exp log sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh sqrt pow".split()
ARGUMENTS = {name: ("y", "x") if name.startswith("atan2") else ("x", "y") for name in OF_TWO}
ARGUMENTS |= {name: ("x", "y", "z") for name in OF_THREE}
C_KINDS = {"real32": "c_float", "real64": "c_double", "complex32": "c_float_complex", "complex64": "c_double_complex"}
COMPLEX_SUFFIXES = {"complex32": "f", "complex64": ""}
INTEGERS = ("int32", "int64")


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
    c_kind = C_KINDS[kind]
    return f"""    pure function c_{name}_{kind}({names}) bind(C, name="isobit_cr_{name}{REALS[kind]}") result(value)
      import :: {c_kind}
      real({c_kind}), value :: {names}
      real({c_kind}) :: value
    end function c_{name}_{kind}
"""


def function_with_integer(name, kind, integer):
    return f"""
  elemental function {name}_{kind}_{integer}(x, n) result(value)
    real({kind}), intent(in) :: x
    integer({integer}), intent(in) :: n
    real({kind}) :: value
    value = c_{name}_{kind}(x, int(n, c_int64_t))
  end function {name}_{kind}_{integer}
"""


def interface_with_integer(name, kind):
    c_kind = C_KINDS[kind]
    return f"""    pure function c_{name}_{kind}(x, n) bind(C, name="isobit_cr_{name}{REALS[kind]}") result(value)
      import :: {c_kind}, c_int64_t
      real({c_kind}), value :: x
      integer(c_int64_t), value :: n
      real({c_kind}) :: value
    end function c_{name}_{kind}
"""


def function_of_complex(name, kind, arguments):
    names = ", ".join(arguments)
    number = KINDS[kind][1]
    return f"""
  elemental function {name}_{kind}({names}) result(value)
    {number}, intent(in) :: {names}
    {number} :: value
    call c_{name}_{kind}({names}, value)
  end function {name}_{kind}
"""


def interface_of_complex(name, kind, arguments):
    names = ", ".join(arguments)
    c_kind = C_KINDS[kind]
    return f"""    pure subroutine c_{name}_{kind}({names}, value) bind(C, name="isobit_cr_c{name}{COMPLEX_SUFFIXES[kind]}")
      import :: {c_kind}
      complex({c_kind}), intent(in) :: {names}
      complex({c_kind}), intent(out) :: value
    end subroutine c_{name}_{kind}
"""


SINE_AND_COSINE = """
  elemental subroutine sincos_{kind}(x, sine, cosine)
    real({kind}), intent(in) :: x
    real({kind}), intent(out) :: sine, cosine
    call c_sincos_{kind}(x, sine, cosine)
  end subroutine sincos_{kind}
"""
INTERFACE_OF_SINE_AND_COSINE = """    pure subroutine c_sincos_{kind}(x, sine, cosine) bind(C, name="isobit_cr_sincos{suffix}")
      import :: {c_kind}
      real({c_kind}), value :: x
      real({c_kind}), intent(out) :: sine, cosine
    end subroutine c_sincos_{kind}
"""


def functions():
    of_reals = [(name, kind, ARGUMENTS.get(name, ("x",))) for name in OF_ONE + OF_TWO + OF_THREE for kind in REALS]
    of_complex = [(name, kind, ("z", "w") if name == "pow" else ("z",)) for name in OF_COMPLEX for kind in COMPLEX_SUFFIXES]
    with_integer = [(name, kind) for name in WITH_INTEGER for kind in REALS]
    text = HEAD + """!> Elementary functions, correctly rounded, of numbers and of arrays of any shape: isobit_exp(x), isobit_pow(x, y), of
!> complex numbers in both parts. isobit_pown(x, n) is x**n, isobit_rootn(x, n) x**(1/n), and isobit_compoundn(x, n)
!> (1 + x)**n.
module isobit_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_double_complex, c_float, c_float_complex, c_int64_t
  use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
  implicit none
  private
"""
    procedures = {}
    for name, kind, _ in of_reals + of_complex:
        procedures.setdefault(name, []).append(f"{name}_{kind}")
    for name, kind in with_integer:
        procedures.setdefault(name, []).extend(f"{name}_{kind}_{integer}" for integer in INTEGERS)
    procedures["sincos"] = [f"sincos_{kind}" for kind in REALS]
    text += "".join(f"  public :: isobit_{name}\n" for name in procedures) + "\n"
    text += "".join(generic(name, these) + "\n" for name, these in procedures.items())
    text += "  interface\n" + "".join(interface_of(*one) for one in of_reals)
    text += "".join(interface_with_integer(*one) for one in with_integer)
    text += "".join(interface_of_complex(*one) for one in of_complex)
    text += "".join(INTERFACE_OF_SINE_AND_COSINE.format(kind=kind, c_kind=C_KINDS[kind], suffix=REALS[kind]) for kind in REALS)
    text += "  end interface\n\ncontains\n" + "".join(function_of(*one) for one in of_reals)
    text += "".join(function_with_integer(*one, integer) for one in with_integer for integer in INTEGERS)
    text += "".join(function_of_complex(*one) for one in of_complex)
    text += "".join(SINE_AND_COSINE.format(kind=kind) for kind in REALS)
    return text + "\nend module isobit_functions\n"


def wrapper(name, suffix, declarations):
    names = ", ".join(names for _, names in declarations)
    text = f"""
  subroutine {name}_{suffix}({names}, results, count) bind(C, name="golden_{name}_{suffix}")
    integer(c_int), value :: count
"""
    for number, argument in declarations:
        text += f"    {number}, intent(in) :: " + ", ".join(f"{one}(count)" for one in argument.split(", ")) + "\n"
    return text + f"""    {declarations[0][0]}, intent(out) :: results(count)
    results = isobit_{name}({names})
  end subroutine {name}_{suffix}
"""


def golden_functions():
    text = HEAD + """!> Every function of arrays, for golden_functions_test.cpp.
module golden_functions
  use, intrinsic :: iso_c_binding, only: c_double, c_double_complex, c_float, c_float_complex, c_int, c_int64_t
  use isobit_functions
  implicit none
  private

contains
"""
    for suffix, kind in (("f64", "c_double"), ("f32", "c_float")):
        number = f"real({kind})"
        for name in [one for one in OF_ONE if one != "sqrt"] + OF_TWO:
            text += wrapper(name, suffix, [(number, "x, y" if name in OF_TWO else "x")])
        for name in WITH_INTEGER:
            text += wrapper(name, suffix, [(number, "x"), ("integer(c_int64_t)", "n")])
    for suffix, kind in (("c64", "c_double_complex"), ("c32", "c_float_complex")):
        for name in OF_COMPLEX:
            text += wrapper(name, suffix, [(f"complex({kind})", "x, y" if name == "pow" else "x")])
    return text + "\nend module golden_functions\n"
