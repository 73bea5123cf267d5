#include "reduction/datatype.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

ISOBIT_NAMESPACE_BEGIN
namespace interpose {

namespace {

struct known_type {
  MPI_Datatype handle;
  element type;
  bool sums = false, multiplies = false;  // as far as the MPI does
};

constexpr number_format long_double_format = sizeof(long double) == 8  ? number_format::binary64
                                             : __LDBL_MANT_DIG__ == 64 ? number_format::x87
                                                                       : number_format::binary128;

number_format format_of_size(int size) noexcept {
  return size == 4 ? number_format::binary32 : size == 8 ? number_format::binary64 : number_format::binary128;
}

int size_of(MPI_Datatype type) {
  int size = 0;
  REAL(Type_size)(type, &size);
  return size;
}

std::atomic<bool> error_noted = false;
void note_error(MPI_Comm*, int*, ...) { error_noted = true; }

/// Whether the MPI itself computes this. Asked while its errors return.
bool computes(MPI_Datatype type, MPI_Op op) {
  alignas(32) unsigned char in[32] = {}, in_out[32] = {};
  error_noted = false;
  return REAL(Reduce_local)(in, in_out, 1, type, op) == MPI_SUCCESS && !error_noted;
}

/// While one lives, errors on a communicator return. Not by MPI_ERRORS_RETURN: in Intel's header of the standard's ABI
/// that is the number of MPI_ERRORS_ABORT.
class errors_returned {
public:
  explicit errors_returned(MPI_Comm comm) : comm_(comm) {
    MPI_Errhandler noting = MPI_ERRHANDLER_NULL;
    REAL(Comm_get_errhandler)(comm, &handler_);
    REAL(Comm_create_errhandler)(note_error, &noting);
    REAL(Comm_set_errhandler)(comm, noting);
    REAL(Errhandler_free)(&noting);
  }
  ~errors_returned() {
    REAL(Comm_set_errhandler)(comm_, handler_);
    REAL(Errhandler_free)(&handler_);
  }
  errors_returned(errors_returned const&) = delete;
  errors_returned& operator=(errors_returned const&) = delete;

private:
  MPI_Comm comm_;
  MPI_Errhandler handler_;
};

class type_table {
public:
  type_table() {
    // Where an error without a communicator goes depends on the MPI.
    errors_returned const in_world(MPI_COMM_WORLD), in_self(MPI_COMM_SELF);
    add_predefined();
    duplicates_ = accepts_duplicates();
    parameterised_ = accepts_parameterised();
  }

  [[nodiscard]] known_type const* find(MPI_Datatype handle) const noexcept {
    auto const found = std::ranges::find(known_, handle, &known_type::handle);
    return found != known_.end() ? &*found : nullptr;
  }
  [[nodiscard]] bool is_integer(MPI_Datatype handle) const noexcept {
    return std::ranges::find(integers_, handle) != integers_.end();
  }
  /// Whether numbers of this type are integers whatever a program does with them. Bytes may be pieces of anything.
  [[nodiscard]] bool holds_integers(MPI_Datatype handle) const noexcept {
    if (std::ranges::find(pairs_of_integers_, handle) != pairs_of_integers_.end()) return true;
    return is_integer(handle) && (size_of(handle) > 1 || handle == MPI_C_BOOL || handle == MPI_CXX_BOOL);
  }
  [[nodiscard]] bool duplicates() const noexcept { return duplicates_; }
  [[nodiscard]] bool parameterised() const noexcept { return parameterised_; }

private:
  void add(MPI_Datatype handle, number_format format, bool is_complex) {
    if (handle == MPI_DATATYPE_NULL || find(handle) != nullptr) return;
    known_.push_back({handle, {format, is_complex}, computes(handle, MPI_SUM), computes(handle, MPI_PROD)});
  }
  /// Fortran's types, whose size depends on the compiler.
  void add_by_size(MPI_Datatype handle, bool is_complex) {
    if (handle != MPI_DATATYPE_NULL) add(handle, format_of_size(size_of(handle) / (is_complex ? 2 : 1)), is_complex);
  }

  void add_predefined() {
    using enum number_format;
    add(MPI_DOUBLE, binary64, false);
    add(MPI_FLOAT, binary32, false);
    add_by_size(MPI_DOUBLE_PRECISION, false);
    add_by_size(MPI_REAL, false);
    add(MPI_LONG_DOUBLE, long_double_format, false);
    add(MPI_C_FLOAT_COMPLEX, binary32, true);
    add(MPI_C_DOUBLE_COMPLEX, binary64, true);
    add(MPI_C_LONG_DOUBLE_COMPLEX, long_double_format, true);
    add(MPI_CXX_FLOAT_COMPLEX, binary32, true);
    add(MPI_CXX_DOUBLE_COMPLEX, binary64, true);
    add(MPI_CXX_LONG_DOUBLE_COMPLEX, long_double_format, true);
    add_by_size(MPI_COMPLEX, true);
    add_by_size(MPI_DOUBLE_COMPLEX, true);
#ifdef MPI_REAL4
    add(MPI_REAL4, binary32, false);
#endif
#ifdef MPI_REAL8
    add(MPI_REAL8, binary64, false);
#endif
#ifdef MPI_REAL16
    add(MPI_REAL16, binary128, false);
#endif
#ifdef MPI_COMPLEX8
    add(MPI_COMPLEX8, binary32, true);
#endif
#ifdef MPI_COMPLEX16
    add(MPI_COMPLEX16, binary64, true);
#endif
#ifdef MPI_COMPLEX32
    add(MPI_COMPLEX32, binary128, true);
#endif
    integers_ = {MPI_INT,           MPI_LONG,           MPI_LONG_LONG, MPI_SHORT,         MPI_SIGNED_CHAR,
                 MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED,  MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG,
                 MPI_CHAR,          MPI_BYTE,           MPI_INT8_T,    MPI_INT16_T,       MPI_INT32_T,
                 MPI_INT64_T,       MPI_UINT8_T,        MPI_UINT16_T,  MPI_UINT32_T,      MPI_UINT64_T,
                 MPI_AINT,          MPI_OFFSET,         MPI_COUNT,     MPI_INTEGER,       MPI_LOGICAL,
                 MPI_C_BOOL,        MPI_CXX_BOOL,       MPI_WCHAR,     MPI_CHARACTER};
#ifdef MPI_INTEGER1
    integers_.push_back(MPI_INTEGER1);
#endif
#ifdef MPI_INTEGER2
    integers_.push_back(MPI_INTEGER2);
#endif
#ifdef MPI_INTEGER4
    integers_.push_back(MPI_INTEGER4);
#endif
#ifdef MPI_INTEGER8
    integers_.push_back(MPI_INTEGER8);
#endif
#ifdef MPI_INTEGER16
    integers_.push_back(MPI_INTEGER16);
#endif
#ifdef MPI_LOGICAL1
    integers_.push_back(MPI_LOGICAL1);
#endif
#ifdef MPI_LOGICAL2
    integers_.push_back(MPI_LOGICAL2);
#endif
#ifdef MPI_LOGICAL4
    integers_.push_back(MPI_LOGICAL4);
#endif
#ifdef MPI_LOGICAL8
    integers_.push_back(MPI_LOGICAL8);
#endif
  }

  static bool accepts_duplicates() {
    MPI_Datatype copy;
    if (REAL(Type_dup)(MPI_DOUBLE, &copy) != MPI_SUCCESS) return false;
    bool const result = computes(copy, MPI_SUM);
    REAL(Type_free)(&copy);
    return result;
  }
  static bool accepts_parameterised() {
    MPI_Datatype type;
    return REAL(Type_create_f90_real)(15, MPI_UNDEFINED, &type) == MPI_SUCCESS && computes(type, MPI_SUM);
  }

  std::vector<known_type> known_;
  std::vector<MPI_Datatype> integers_;
  std::vector<MPI_Datatype> pairs_of_integers_{MPI_2INT, MPI_LONG_INT, MPI_SHORT_INT, MPI_2INTEGER};
  bool duplicates_ = false, parameterised_ = false;
};

type_table const& types() {
  static auto const* const table = new type_table;  // reductions in destructors at exit ask, too
  return *table;
}

std::optional<passed_record::reason> reason_for(bool computed) {
  return computed ? std::nullopt : std::optional(passed_record::reason::rejected);
}

reading read_known(known_type const& known, operation what) {
  return {known.type, what, reason_for(what == operation::sum ? known.sums : known.multiplies)};
}

/// A type that is none of the predefined ones.
reading read_derived(MPI_Datatype type, operation what) {
  int integers = 0, addresses = 0, inner_types = 0, combiner = 0;
  REAL(Type_get_envelope)(type, &integers, &addresses, &inner_types, &combiner);
  if (combiner == MPI_COMBINER_DUP) {
    MPI_Datatype original;
    REAL(Type_get_contents)(type, 0, 0, 1, nullptr, nullptr, &original);
    reading result = read_types(original, what == operation::sum ? MPI_SUM : MPI_PROD);
    int inner_combiner = 0;
    REAL(Type_get_envelope)(original, &integers, &addresses, &inner_types, &inner_combiner);
    if (inner_combiner == MPI_COMBINER_DUP) REAL(Type_free)(&original);
    if (!result.passed && !types().duplicates()) result.passed = passed_record::reason::rejected;
    return result;
  }
  bool const is_complex = combiner == MPI_COMBINER_F90_COMPLEX;
  if (is_complex || combiner == MPI_COMBINER_F90_REAL) {
    int const size = size_of(type) / (is_complex ? 2 : 1);
    // Both of the long formats take 16 bytes and have the same range; x87's has 18 decimal digits.
    constexpr int digits_of_x87 = 18;
    int wanted[2] = {};  // digits, which may be undefined and then is negative, and range
    REAL(Type_get_contents)(type, integers, 0, 0, wanted, nullptr, nullptr);
    auto const format = size == 16 && wanted[0] <= digits_of_x87 ? long_double_format : format_of_size(size);
    return {{format, is_complex}, what, reason_for(types().parameterised())};
  }
  if (combiner == MPI_COMBINER_F90_INTEGER) return {{}, what, passed_record::reason::reproducible};
  return {
      {}, what, combiner == MPI_COMBINER_NAMED ? passed_record::reason::unknown_type : passed_record::reason::rejected};
}

struct type_makeup {
  int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
  explicit type_makeup(MPI_Datatype type) { REAL(Type_get_envelope)(type, &integers, &addresses, &types, &combiner); }
};

/// visit(type) for each type that this one is made of, itself if it is made of none.
template <class Visit> void visit_bases(MPI_Datatype type, Visit visit) {
  type_makeup const makeup(type);
  if (makeup.types == 0) return visit(type);
  std::vector<int> integers(static_cast<std::size_t>(makeup.integers));
  std::vector<MPI_Aint> addresses(static_cast<std::size_t>(makeup.addresses));
  std::vector<MPI_Datatype> inner(static_cast<std::size_t>(makeup.types));
  REAL(Type_get_contents)
  (type, makeup.integers, makeup.addresses, makeup.types, integers.data(), addresses.data(), inner.data());
  for (MPI_Datatype& one : inner) {
    visit_bases(one, visit);
    if (type_makeup(one).types > 0) REAL(Type_free)(&one);
  }
}

/// Whether an element holds nothing but integers.
bool is_of_integers(MPI_Datatype type) {
  bool result = type != MPI_DATATYPE_NULL;
  if (result)
    visit_bases(type, [&](MPI_Datatype base) {
      result &= types().holds_integers(base) || type_makeup(base).combiner == MPI_COMBINER_F90_INTEGER;
    });
  return result;
}

struct named_operation {
  MPI_Op handle;
  char const* name;
};
std::vector<named_operation> const& predefined_operations() {
  static auto const* const all = new std::vector<named_operation>{
      {MPI_SUM, "MPI_SUM"},         {MPI_PROD, "MPI_PROD"},   {MPI_MAX, "MPI_MAX"},        {MPI_MIN, "MPI_MIN"},
      {MPI_LAND, "MPI_LAND"},       {MPI_BAND, "MPI_BAND"},   {MPI_LOR, "MPI_LOR"},        {MPI_BOR, "MPI_BOR"},
      {MPI_LXOR, "MPI_LXOR"},       {MPI_BXOR, "MPI_BXOR"},   {MPI_MAXLOC, "MPI_MAXLOC"},  {MPI_MINLOC, "MPI_MINLOC"},
      {MPI_REPLACE, "MPI_REPLACE"}, {MPI_NO_OP, "MPI_NO_OP"}, {MPI_OP_NULL, "MPI_OP_NULL"}};
  return *all;
}

}  // namespace

void learn_types() { types(); }

reading read_types(MPI_Datatype type, MPI_Op op) {
  using enum passed_record::reason;
  bool const is_sum = op == MPI_SUM;
  if (!is_sum && op != MPI_PROD) {
    bool const predefined =
        std::ranges::find(predefined_operations(), op, &named_operation::handle) != predefined_operations().end();
    return {{}, operation::sum, predefined ? reproducible : is_of_integers(type) ? integer_operation : user_operation};
  }
  operation const what = is_sum ? operation::sum : operation::product;
  if (known_type const* const known = types().find(type)) return read_known(*known, what);
  if (type == MPI_DATATYPE_NULL) return {{}, what, rejected};
  if (types().is_integer(type)) return {{}, what, reproducible};
  return read_derived(type, what);
}

MPI_Datatype base_of(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL) return type;
  MPI_Datatype first = MPI_DATATYPE_NULL;
  visit_bases(type, [&](MPI_Datatype base) {
    if (first == MPI_DATATYPE_NULL) first = base;
  });
  return first;
}

std::string name_of_type(MPI_Datatype type) {
  char name[MPI_MAX_OBJECT_NAME] = {};
  int length = 0;
  if (type == MPI_DATATYPE_NULL) return "MPI_DATATYPE_NULL";
  REAL(Type_get_name)(type, name, &length);
  return length > 0 ? std::string(name, static_cast<std::size_t>(length)) : "derived type";
}

std::string name_of_operation(MPI_Op op) {
  auto const found = std::ranges::find(predefined_operations(), op, &named_operation::handle);
  return found != predefined_operations().end() ? found->name : "user operation";
}

}  // namespace interpose
ISOBIT_NAMESPACE_END
