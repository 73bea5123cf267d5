#include <limits>

#include <isobit/sum/norm.hpp>

#include "../matrix/market_file.hpp"
#include "../matrix/result.hpp"
#include "../output/output_files.hpp"
#include "matrix.hpp"

namespace isobit::tool {
namespace {

/// Writes a product, an array or not, and tells about it.
template <class Product>
void publish_product(Product const& product, matrix_options const& options, output_options const& output,
                     driver_ref const& on) {
  output_files outputs;
  outputs.add(options.output, [&](std::ostream& out) {
    if constexpr (requires { product.indices; })
      sparse::matrix_market::write(out, product);
    else
      sparse::matrix_market::write<typename decltype(product.values)::value_type>(out, product.view());
  });
  outputs.commit();
  number const norm{isobit::nrm2(product.values, on), false};
  json_object object;
  object.add("operation", "matrix multiply").add("transposed", options.is_transposed);
  object.add("rows", product.rows).add("columns", product.columns).add("entries", product.values.size());
  add_result(object, "norm_frobenius_", norm);
  object.add("output", options.output).add("files", std::vector{options.matrix, options.vectors});
  std::string const line = options.output + ": " + counted(product.rows, "row", "rows") + ", " +
                           counted(product.columns, "column", "columns") + "; Frobenius norm " + decimal(norm) + "  " +
                           hexadecimal(norm);
  print_result(object, line, options, output);
}

template <class T>
void multiply(market_file& left, market_file& right, progress& watcher, request const& wanted, driver_ref const& on) {
  auto a = left.read_sparse<T>(on);
  if (wanted.matrix.is_transposed) a = sparse::transposed(a);
  if (!right.about().is_array) {
    auto const b = right.read_sparse<T>(on);
    watcher.clear();
    return publish_product(sparse::product(a, b, on), wanted.matrix, wanted.output, on);
  }
  auto const x = right.read_dense<T>();
  watcher.clear();
  // Without rows, any number of columns takes no memory.
  if (x.columns != 0 && a.rows > std::numeric_limits<std::ptrdiff_t>::max() / x.columns)
    throw failure(exit_code::bad_data, right.name() + ": a product of " + counted(a.rows, "row", "rows") + " and " +
                                           counted(x.columns, "column", "columns") + " is more than can be counted");
  dense_matrix<T> y{a.rows, x.columns, std::vector<T>(static_cast<std::size_t>(a.rows * x.columns))};
  sparse::multiply(T(1), a, x.view(), T(0), column_major(y.values.data(), y.rows, y.columns), on);
  publish_product(y, wanted.matrix, wanted.output, on);
}

}  // namespace

exit_code run_matrix_multiply(request const& wanted, driver_ref const& on) {
  auto const& options = wanted.matrix;
  require_one_on_standard_output(options, wanted.output);
  progress watcher(size_of_file(options.matrix) + size_of_file(options.vectors), !wanted.output.quiet);
  market_file left(options.matrix, watcher), right(options.vectors, watcher);
  auto const needed = options.is_transposed ? left.about().rows : left.about().columns;
  if (right.about().rows != needed)
    throw failure(exit_code::bad_data, right.name() + ": " + counted(right.about().rows, "row", "rows") + ", and " +
                                           left.name() + (options.is_transposed ? ", transposed, has " : " has ") +
                                           counted(needed, "column", "columns"));
  if (left.is_complex() || right.is_complex())
    multiply<std::complex<double>>(left, right, watcher, wanted, on);
  else
    multiply<double>(left, right, watcher, wanted, on);
  return exit_code::success;
}

}  // namespace isobit::tool
