// A sparse system on the CPU and on a GPU: assembled, preconditioned and solved on each, with one result. Writes both
// solutions to files, for cmp. example_cuda_matches_cpu_solver [FOLDER]
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <isobit/cuda/solver.hpp>
#include <isobit/cuda/sparse.hpp>
#include <isobit/solver.hpp>

namespace {

/// Contributions to the matrix of a cube's points, each tied to its neighbours: every tie adds four of them.
struct contributions {
  std::vector<int> i, j;
  std::vector<double> values;

  void add(int row, int column, double value) { i.push_back(row), j.push_back(column), values.push_back(value); }
  void tie(int a, int b, double weight) {
    add(a, a, weight), add(b, b, weight);
    add(a, b, -weight), add(b, a, -weight);
  }
};

contributions make_contributions(int side) {
  contributions all;
  int const plane = side * side;
  for (int point = 0; point < side * plane; ++point) {
    double const weight = 1.0 / (1 + point % 7);
    all.add(point, point, 0.01);
    if (point % side + 1 < side) all.tie(point, point + 1, weight);
    if (point / side % side + 1 < side) all.tie(point, point + side, weight);
    if (point / plane + 1 < side) all.tie(point, point + plane, 0.3 * weight);
  }
  return all;
}

bool write(std::string const& path, std::vector<double> const& x) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<char const*>(x.data()), static_cast<std::streamsize>(x.size() * sizeof(double)));
  return file.good();
}

}  // namespace

int main(int argc, char** argv) try {
  std::string const folder = argc > 1 ? argv[1] : ".";
  int const side = 32, n = side * side * side;
  auto const from = make_contributions(side);
  std::vector<double> b(n);
  for (int k = 0; k < n; ++k) b[static_cast<std::size_t>(k)] = 1.0 / (k + 1);
  isobit::solver::options const how{.tolerance = 1e-12};

  auto const a = isobit::sparse::from_triplets<double, int>(n, n, from.i, from.j, from.values);
  isobit::solver::local_space<double> const here(n);
  auto const m = isobit::solver::jacobi(here, a.view());
  std::vector<double> x(b.size());
  auto const on_cpu = isobit::solver::cg(a.view(), b, x, m.get(), how);
  std::printf("CPU: %td iterations, residual %.17g\n", on_cpu.iterations, on_cpu.residual);
  if (!write(folder + "/solution_cpu.bin", x)) return 1;

  namespace gpu = isobit::cuda;
  auto const device_a = gpu::sparse::from_triplets<double, int>(
      n, n, gpu::device_array<int>(from.i), gpu::device_array<int>(from.j), gpu::device_array<double>(from.values));
  gpu::solver::jacobi<double> const device_m(device_a);
  gpu::device_array<double> const device_b(b), device_x(std::vector<double>(b.size()));
  auto const on_gpu = gpu::solver::cg(device_a, device_b, device_x, &device_m, how);
  std::printf("GPU: %td iterations, residual %.17g\n", on_gpu.iterations, on_gpu.residual);
  auto const y = device_x.fetch();
  if (!write(folder + "/solution_gpu.bin", y)) return 1;

  bool const same = x == y && on_cpu.history == on_gpu.history;
  std::puts(same ? "isobit: one solution" : "isobit: the solutions differ");
  return same ? 0 : 1;
} catch (isobit::error const& problem) {
  std::printf("SKIPPED: %s\n", problem.what());
  return problem.code() == isobit::status::unsupported ? 77 : 1;
}
