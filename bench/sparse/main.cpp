// [--quick] [--threads N] [--plain avx512|avx2|portable] [--only multiply|iterate|derive|assemble]: sparse matrices
// against plain arithmetic and, where it is found, Eigen.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <isobit/isobit.hpp>
#include <isobit/solver.hpp>

#if defined(ISOBIT_BENCH_EIGEN)
#include <Eigen/SparseCore>
#endif

#include "common/arguments.hpp"
#include "common/harness.hpp"
#include "common/random.hpp"
#include "conjugate_gradients.hpp"
#include "plain.hpp"
#include "plain_assembly.hpp"

namespace bench::sparse {
namespace {

bool all_exact = true;
row_product multiply = nullptr;

/// Two calls that take turns: nanoseconds of each, the ratio of the second to the first, and its quartiles.
template <class First, class Second>
void compare(std::string const& what, double units, common::effort const& how, First first, Second second) {
  auto const repeated = [](auto& call) {
    return [&call](std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) call();
    };
  };
  auto const times = common::measure({{"plain", repeated(first)}, {"isobit", repeated(second)}}, how);
  std::printf("%-40s %9.3f %9.3f %8.2f   %.2f-%.2f\n", what.c_str(), times[0].quiet_nanoseconds / units,
              times[1].quiet_nanoseconds / units, times[1].quiet_ratio, times[1].ratios.lower, times[1].ratios.upper);
  std::fflush(stdout);
}

double normal(common::splitmix64& random) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += common::fraction(random());
  return sum;
}

/// The Laplacian of a cube of n^3 points, of which each sees its 6 or 26 neighbours.
matrix stencil(int n, bool corners) {
  matrix a;
  a.rows = a.columns = std::ptrdiff_t{n} * n * n;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        for (int k = 0; k < 27; ++k) {
          int const dx = k % 3 - 1, dy = k / 3 % 3 - 1, dz = k / 9 - 1,
                    steps = std::abs(dx) + std::abs(dy) + std::abs(dz);
          bool const inside = std::min({x + dx, y + dy, z + dz}) >= 0 && std::max({x + dx, y + dy, z + dz}) < n;
          if (!inside || (!corners && steps > 1)) continue;
          a.indices.push_back(x + dx + n * (y + dy + n * (z + dz)));
          a.values.push_back(steps != 0 ? -1 : corners ? 26 : 6);
        }
        a.offsets.push_back(static_cast<int>(a.indices.size()));
      }
  return a;
}

/// The same places with coefficients that have all bits, as where a material varies.
matrix with_any_coefficients(matrix a) {
  common::splitmix64 random(5);
  for (double& value : a.values) value *= 1 + common::fraction(random());
  return a;
}

matrix random_rows(int rows, int least, int most, int band) {
  matrix a;
  a.rows = a.columns = rows;
  common::splitmix64 random(7);
  for (int row = 0; row < rows; ++row) {
    auto const begin = static_cast<std::ptrdiff_t>(a.indices.size());
    for (auto k = random.below(static_cast<std::uint64_t>(most - least + 1)) + static_cast<std::uint64_t>(least); k > 0;
         --k) {
      int const column = row - band + static_cast<int>(random.below(static_cast<std::uint64_t>(2 * band + 1)));
      a.indices.push_back(column < 0 ? -column : column >= rows ? 2 * (rows - 1) - column : column);
      a.values.push_back(normal(random));
    }
    std::sort(a.indices.begin() + begin, a.indices.end());
    a.offsets.push_back(static_cast<int>(a.indices.size()));
  }
  return a;
}

std::vector<double> vector_of(std::string const& kind, std::size_t n) {
  std::vector<double> x(n);
  common::splitmix64 random(11);
  for (double& one : x)
    one = kind == "uniform" ? common::fraction(random())
          : kind == "wide"  ? std::ldexp(normal(random), static_cast<int>(random.below(200)) - 100)
                            : normal(random);
  return x;
}

void check_rows(matrix const& a, std::vector<double> const& x, std::vector<double> const& y) {
  common::splitmix64 random(13);
  for (int k = 0; k < 500; ++k) {
    auto const row = random.below(y.size());
    std::vector<double> left, right;
    for (auto at = static_cast<std::size_t>(a.offsets[row]); at < static_cast<std::size_t>(a.offsets[row + 1]); ++at) {
      left.push_back(a.values[at]);
      right.push_back(x[static_cast<std::size_t>(a.indices[at])]);
    }
    if (isobit::exact_dot(left, right).round<double>() == y[row]) continue;
    std::printf("WRONG: row %llu\n", static_cast<unsigned long long>(row));
    all_exact = false;
    return;
  }
}

void multiply_in_parts(matrix const& a, std::vector<double> const& x, std::vector<double>& y, std::size_t threads) {
  auto const count = static_cast<std::ptrdiff_t>(threads);
  auto run = [&](std::size_t part) {
    auto const k = static_cast<std::ptrdiff_t>(part);
    multiply(a, a.rows * k / count, a.rows * (k + 1) / count, x.data(), y.data());
  };
  isobit::threads(threads).run(threads, run);
}

void multiply_all(std::string const& name, matrix const& a, std::size_t threads, common::effort const& how) {
  auto const entries = static_cast<double>(a.entries());
  for (std::string const kind : {"normal", "uniform", "wide"}) {
    auto const x = vector_of(kind, static_cast<std::size_t>(a.columns));
    std::vector<double> y(static_cast<std::size_t>(a.rows));
    auto const exactly = [&] {
      isobit::sparse::multiply(a, x, isobit::vector_view<double>(y), isobit::threads(threads));
    };
    compare(
        name + ", " + kind, entries, how, [&] { multiply_in_parts(a, x, y, threads); }, exactly);
    exactly();
    check_rows(a, x, y);
  }
}

/// What matrices become, and what becomes of more than one column: nanoseconds a product of two entries.
void derive_all(std::string const& name, matrix const& a, std::size_t threads, common::effort const& how) {
  isobit::threads const on(threads);
  double products = 0;
  for (int const column : a.indices)
    products += a.offsets[static_cast<std::size_t>(column) + 1] - a.offsets[static_cast<std::size_t>(column)];
  matrix plain, exact;
  compare(
      name + ", a*a", products, how, [&] { plain = product(a, a); },
      [&] { exact = isobit::sparse::product(a, a, on); });
#if defined(ISOBIT_BENCH_EIGEN)
  using eigen_matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  eigen_matrix const eigen = Eigen::Map<eigen_matrix const>(a.rows, a.columns, a.entries(), a.offsets.data(),
                                                            a.indices.data(), a.values.data());
  eigen_matrix result;
  compare(
      name + ", a*a, against Eigen", products, how, [&] { result = eigen * eigen; },
      [&] { exact = isobit::sparse::product(a, a, on); });
#endif
  auto const rows = static_cast<std::size_t>(a.rows);
  auto const x = vector_of("normal", 8 * rows);
  std::vector<double> y(8 * rows);
  auto const entries = static_cast<double>(a.entries());
  compare(
      name + ", 8 columns", 8 * entries, how,
      [&] {
        for (std::size_t j = 0; j < 8; ++j) multiply(a, 0, a.rows, x.data() + j * rows, y.data() + j * rows);
      },
      [&] {
        isobit::sparse::multiply(1.0, a, isobit::column_major(x.data(), a.rows, 8), 0.0,
                                 isobit::column_major(y.data(), a.rows, 8), on);
      });
  auto const t = isobit::sparse::transposed(a);
  compare(
      name + ", transposed and kept, against a*x", entries, how, [&] { multiply(a, 0, a.rows, x.data(), y.data()); },
      [&] {
        isobit::sparse::multiply(1.0, t, isobit::vector_view(x.data(), a.rows), 0.0,
                                 isobit::vector_view(y.data(), a.rows), on);
      });
  compare(
      name + ", transposed, against a plain loop", entries, how,
      [&] {
        std::fill_n(y.begin(), a.columns, 0.0);
        for (std::size_t i = 0; i < rows; ++i)
          for (auto k = static_cast<std::size_t>(a.offsets[i]); k < static_cast<std::size_t>(a.offsets[i + 1]); ++k)
            y[static_cast<std::size_t>(a.indices[k])] += a.values[k] * x[i];
      },
      [&] {
        isobit::sparse::multiply_transposed(1.0, a, isobit::vector_view(x.data(), a.rows), 0.0,
                                            isobit::vector_view(y.data(), a.rows), on);
      });
  using complex = std::complex<double>;
  isobit::sparse::csr_matrix<complex> z{a.rows, a.columns, a.offsets, a.indices, {}};
  for (double const value : a.values) z.values.emplace_back(value, value / 3);
  std::vector<complex> from(rows), to(rows);
  for (std::size_t i = 0; i < rows; ++i) from[i] = {x[i], x[rows + i]};
  compare(
      name + ", complex", entries, how, [&] { multiply_complex(z, from.data(), to.data()); },
      [&] { isobit::sparse::multiply(z, from, isobit::vector_view<complex>(to), on); });
}

/// The contributions of tetrahedra, six in each of n^3 cubes, by element or in any order.
contributions tetrahedra(int n, bool shuffled) {
  contributions c;
  common::splitmix64 random(17);
  int const s = n + 1, step[] = {1, s, s * s}, orders[6][2] = {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}};
  c.rows = s * s * s;
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        for (auto const& order : orders) {
          int const corner = x + s * (y + s * z), second = corner + step[order[0]];
          int const nodes[] = {corner, second, second + step[order[1]], corner + 1 + s + s * s};
          for (int row : nodes)
            for (int column : nodes) c.i.push_back(row), c.j.push_back(column), c.values.push_back(normal(random));
        }
  for (std::size_t k = c.values.size(); shuffled && k > 1; --k) {
    auto const other = random.below(k);
    std::swap(c.i[k - 1], c.i[other]), std::swap(c.j[k - 1], c.j[other]), std::swap(c.values[k - 1], c.values[other]);
  }
  return c;
}

void assemble_all(std::string const& order, contributions const& c, std::size_t threads, common::effort const& how) {
  auto const count = static_cast<double>(c.values.size());
  auto const assemble = [&] {
    return isobit::sparse::from_triplets<double, int>(c.rows, c.rows, c.i, c.j, c.values, isobit::threads(threads));
  };
  auto a = assemble();
  matrix plain;
  compare(
      "assembly, plain sums, " + order, count, how, [&] { plain = assemble_plainly(c, threads); },
      [&] { a = assemble(); });
#if defined(ISOBIT_BENCH_EIGEN)
  std::vector<Eigen::Triplet<double>> triplets;
  for (std::size_t k = 0; k < c.values.size(); ++k) triplets.emplace_back(c.i[k], c.j[k], c.values[k]);
  Eigen::SparseMatrix<double, Eigen::RowMajor> eigen(c.rows, c.rows);
  compare(
      "assembly, Eigen, " + order, count, how, [&] { eigen.setFromTriplets(triplets.begin(), triplets.end()); },
      [&] { a = assemble(); });
#endif
  isobit::sparse::coo_pattern<int> const pattern(c.rows, c.rows, c.i, c.j);
  auto const places = places_in(a, c);
  auto b = a;
  compare(
      "values only, " + order, count, how, [&] { add_plainly(places, c.values, plain.values, threads); },
      [&] { pattern.set_values<double>(c.values, b, isobit::threads(threads)); });
  if (a.values == b.values) return;
  std::printf("WRONG: two assemblies differ\n");
  all_exact = false;
}

/// Nanoseconds a row and iteration of conjugate gradients with Jacobi's preconditioner.
void iterate(std::string const& name, matrix const& a, std::size_t threads, common::effort const& how) {
  constexpr int iterations = 20;
  auto const b = vector_of("normal", static_cast<std::size_t>(a.rows));
  std::vector<double> x(b.size()), y(b.size());
  plain_conjugate_gradients plain(a, multiply, threads);
  isobit::solver::local_space<double> const here(a.rows, isobit::threads(threads));
  isobit::solver::csr_map const map(here, a.view());
  auto const m = isobit::solver::jacobi(here, a.view());
  compare(
      name, static_cast<double>(a.rows) * iterations, how,
      [&] {
        std::fill(x.begin(), x.end(), 0.0);
        plain.solve(b, x, iterations);
      },
      [&] {
        std::fill(y.begin(), y.end(), 0.0);
        isobit::solver::cg(here, map, b, y, m.get(), {.tolerance = 0, .most_iterations = iterations});
      });
  for (std::size_t i = 0; i < x.size(); ++i)
    if (std::fabs(x[i] - y[i]) > 1e-9 * (1 + std::fabs(y[i]))) {
      std::printf("WRONG: plain and exact iterations end elsewhere\n");
      all_exact = false;
      return;
    }
}

}  // namespace
}  // namespace bench::sparse

int main(int argc, char** argv) {
  using namespace bench::sparse;
  std::size_t threads = 1;
  double seconds = 0.5;
  bool quick = false;
  std::string only, plain;
  common::arguments("isobit_bench_sparse")
      .add("--threads", threads)
      .add("--seconds", seconds)
      .add("--quick", quick)
      .add("--only", only)
      .add("--plain", plain)
      .read_or_exit(argc, argv);
  multiply = find_product(plain);
  common::effort how;
  how.seconds_per_case = seconds;
  how.processor_time = threads == 1;
  std::printf("%-40s %9s %9s %8s\n", "nanoseconds an entry, row or contribution", "plain", "isobit", "ratio");
  auto const wanted = [&](char const* what) { return only.empty() || only == what; };
  if (wanted("multiply")) {
    multiply_all("7 points, 20^3", stencil(20, false), threads, how);
    multiply_all("7 of all bits, 20^3", with_any_coefficients(stencil(20, false)), threads, how);
    multiply_all("27 points, 14^3", stencil(14, true), threads, how);
    multiply_all("5 to 100 in a row, 1600 rows", random_rows(1600, 5, 100, 800), threads, how);
    if (!quick) {
      multiply_all("7 points, 144^3", stencil(144, false), threads, how);
      multiply_all("7 of all bits, 144^3", with_any_coefficients(stencil(144, false)), threads, how);
      multiply_all("27 points, 96^3", stencil(96, true), threads, how);
      multiply_all("5 to 100 in a row, 500000 rows", random_rows(500000, 5, 100, 499999), threads, how);
    }
  }
  if (wanted("iterate")) {
    iterate("an iteration, 7 points, 20^3", stencil(20, false), threads, how);
    if (!quick) {
      iterate("an iteration, 7 points, 100^3", stencil(100, false), threads, how);
      iterate("an iteration, 27 points, 100^3", stencil(100, true), threads, how);
    }
  }
  if (wanted("derive")) {
    derive_all("7 points", stencil(quick ? 12 : 60, false), threads, how);
    derive_all("27 points", stencil(quick ? 8 : 40, true), threads, how);
    derive_all("5 to 100 in a row", random_rows(quick ? 200 : 20000, 5, 100, quick ? 100 : 10000), threads, how);
  }
  if (wanted("assemble"))
    for (bool const shuffled : {true, false})
      assemble_all(shuffled ? "shuffled" : "by element", tetrahedra(quick ? 12 : 47, shuffled), threads, how);
  return all_exact ? 0 : 1;
}
