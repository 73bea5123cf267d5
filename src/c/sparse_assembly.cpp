#include <isobit/sparse.h>

#include <complex>
#include <cstdint>
#include <variant>

#include <isobit/sparse.hpp>

#include "c/linalg_arguments.hpp"
#include "c/sparse_arguments.hpp"

namespace isobit::c_interface {
namespace {

/// Any of a template of numbers and indices.
template <template <class, class> class Of>
using of_any_type =
    std::variant<Of<float, std::int32_t>, Of<float, std::int64_t>, Of<double, std::int32_t>, Of<double, std::int64_t>,
                 Of<std::complex<float>, std::int32_t>, Of<std::complex<float>, std::int64_t>,
                 Of<std::complex<double>, std::int32_t>, Of<std::complex<double>, std::int64_t>>;

}  // namespace
}  // namespace isobit::c_interface

using namespace isobit;
using namespace isobit::c_interface;

struct isobit_assembler {
  of_any_type<sparse::assembler> value;
};
struct isobit_vector_assembler {
  of_any_type<sparse::vector_assembler> value;
};
struct isobit_coo_pattern {
  std::variant<sparse::coo_pattern<std::int32_t>, sparse::coo_pattern<std::int64_t>> value;
};

namespace isobit::c_interface {
namespace {

template <class Index>
isobit_status create_pattern(index rows, index columns, std::size_t count, Index const* i, Index const* j,
                             std::size_t threads, isobit_coo_pattern** result) {
  return run(threads, [&](auto const& driver) {
    require_pointers(result);
    *result =
        new isobit_coo_pattern{sparse::coo_pattern<Index>(rows, columns, array(i, count), array(j, count), driver)};
  });
}

template <class T, class Index>
void assemble(sparse::coo_pattern<Index> const& pattern, std::span<T const> contributions, std::size_t capacity,
              Index* offsets, Index* indices, T* values, std::size_t* entries, driver_ref const& driver) {
  if (offsets != nullptr || indices != nullptr)
    return hand_out(pattern.template assemble<T>(contributions, driver), capacity, offsets, indices, values, entries);
  require_pointers(entries);
  auto const count = static_cast<std::size_t>(pattern.entries());
  require_room(count, capacity);
  pattern.template set_values<T>(contributions, array(values, count), driver);
  *entries = count;
}

}  // namespace
}  // namespace isobit::c_interface

extern "C" {

void isobit_assembler_destroy(isobit_assembler* assembler) { delete assembler; }
void isobit_vector_assembler_destroy(isobit_vector_assembler* assembler) { delete assembler; }
void isobit_coo_pattern_destroy(isobit_coo_pattern* pattern) { delete pattern; }

isobit_status isobit_coo_pattern_create(index rows, index columns, size_t count, int32_t const* i, int32_t const* j,
                                        size_t threads, isobit_coo_pattern** result) {
  return create_pattern(rows, columns, count, i, j, threads, result);
}
isobit_status isobit_coo_pattern_create_64(index rows, index columns, size_t count, int64_t const* i, int64_t const* j,
                                           size_t threads, isobit_coo_pattern** result) {
  return create_pattern(rows, columns, count, i, j, threads, result);
}

#define ISOBIT_DEFINE_FOR(letter, suffix, index_, number_, element, real)                                              \
  isobit_status isobit_##letter##assembler##suffix(index rows, index columns, isobit_assembler** result) {             \
    return guard([&] {                                                                                                 \
      require_pointers(result);                                                                                        \
      *result = new isobit_assembler{sparse::assembler<scalar_of<element, real>, index_>(rows, columns)};              \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##assembler_add##suffix(isobit_assembler* assembler, index_ i, index_ j,                \
                                                       number_ value) {                                                \
    using assembler_of = sparse::assembler<scalar_of<element, real>, index_>;                                          \
    return guard([&] { inside<assembler_of>(assembler).add(i, j, number<real>(value)); });                             \
  }                                                                                                                    \
  isobit_status isobit_##letter##assembler_add_block##suffix(isobit_assembler* assembler, isobit_layout layout,        \
                                                             size_t row_count, index_ const* i, size_t column_count,   \
                                                             index_ const* j, element const* block, index ldblock) {   \
    using assembler_of = sparse::assembler<scalar_of<element, real>, index_>;                                          \
    return guard([&] {                                                                                                 \
      inside<assembler_of>(assembler).add(array(i, row_count), array(j, column_count),                                 \
                                          matrix(layout, elements<real>(block), static_cast<index>(row_count),         \
                                                 static_cast<index>(column_count), ldblock));                          \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##assembler_merge##suffix(isobit_assembler* assembler, isobit_assembler const* other) { \
    using assembler_of = sparse::assembler<scalar_of<element, real>, index_>;                                          \
    return guard([&] { inside<assembler_of>(assembler).merge(inside<assembler_of>(other)); });                         \
  }                                                                                                                    \
  isobit_status isobit_##letter##assembler_finish##suffix(isobit_assembler* assembler, size_t capacity,                \
                                                          index_* offsets, index_* indices, element* values,           \
                                                          size_t* entries, size_t threads) {                           \
    using assembler_of = sparse::assembler<scalar_of<element, real>, index_>;                                          \
    return run(threads, [&](auto const& driver) {                                                                      \
      hand_out(inside<assembler_of>(assembler).finish(driver), capacity, offsets, indices, elements<real>(values),     \
               entries);                                                                                               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##vector_assembler##suffix(index size, isobit_vector_assembler** result) {              \
    return guard([&] {                                                                                                 \
      require_pointers(result);                                                                                        \
      *result = new isobit_vector_assembler{sparse::vector_assembler<scalar_of<element, real>, index_>(size)};         \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##vector_assembler_add##suffix(isobit_vector_assembler* assembler, size_t count,        \
                                                              index_ const* i, element const* values) {                \
    using assembler_of = sparse::vector_assembler<scalar_of<element, real>, index_>;                                   \
    return guard([&] {                                                                                                 \
      inside<assembler_of>(assembler).add(array(i, count),                                                             \
                                          vector(elements<real>(values), static_cast<index>(count), 1));               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##vector_assembler_merge##suffix(isobit_vector_assembler* assembler,                    \
                                                                isobit_vector_assembler const* other) {                \
    using assembler_of = sparse::vector_assembler<scalar_of<element, real>, index_>;                                   \
    return guard([&] { inside<assembler_of>(assembler).merge(inside<assembler_of>(other)); });                         \
  }                                                                                                                    \
  isobit_status isobit_##letter##vector_assembler_finish##suffix(isobit_vector_assembler* assembler, size_t size,      \
                                                                 element* result, size_t threads) {                    \
    using assembler_of = sparse::vector_assembler<scalar_of<element, real>, index_>;                                   \
    return run(threads, [&](auto const& driver) {                                                                      \
      auto& all = inside<assembler_of>(assembler);                                                                     \
      require(size == static_cast<size_t>(all.size()), "as many results as the vector has elements are needed");       \
      auto const to = array(elements<real>(result), size);                                                             \
      std::ranges::copy(all.finish(driver), to.begin());                                                               \
    });                                                                                                                \
  }                                                                                                                    \
  isobit_status isobit_##letter##coo_assemble##suffix(                                                                 \
      isobit_coo_pattern const* pattern, size_t count, element const* contributions, size_t capacity, index_* offsets, \
      index_* indices, element* values, size_t* entries, size_t threads) {                                             \
    return run(threads, [&](auto const& driver) {                                                                      \
      using T = scalar_of<element, real>;                                                                              \
      assemble<T, index_>(inside<sparse::coo_pattern<index_>>(pattern), array(elements<real>(contributions), count),   \
                          capacity, offsets, indices, elements<real>(values), entries, driver);                        \
    });                                                                                                                \
  }
#define ISOBIT_DEFINE(letter, number_, element, real)               \
  ISOBIT_DEFINE_FOR(letter, , std::int32_t, number_, element, real) \
  ISOBIT_DEFINE_FOR(letter, _64, std::int64_t, number_, element, real)
ISOBIT_FOR_ALL(ISOBIT_DEFINE)

}  // extern "C"
