// An implicit heat equation, as people write them: what the screenshots of an audit show. No reduction is isobit's.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace heat {

using field = std::vector<double>;

struct domain {
  MPI_Comm comm;
  int rank = 0, ranks = 1;
  std::size_t rows = 0, columns = 0;

  /// The cell rows of this rank, with a row of its neighbours' on either side.
  [[nodiscard]] field make_field() const { return field((rows + 2) * columns); }

  void exchange_halo(field& x) const {
    int const width = static_cast<int>(columns), up = rank > 0 ? rank - 1 : MPI_PROC_NULL,
              down = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&x[columns], width, MPI_DOUBLE, up, 0, &x[(rows + 1) * columns], width, MPI_DOUBLE, down, 0, comm,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&x[rows * columns], width, MPI_DOUBLE, down, 1, &x[0], width, MPI_DOUBLE, up, 1, comm,
                 MPI_STATUS_IGNORE);
  }
};

double dot(domain const& on, field const& x, field const& y) {
  double mine = 0, all = 0;
  for (std::size_t i = on.columns; i < (on.rows + 1) * on.columns; ++i) mine += x[i] * y[i];
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, on.comm);
  return all;
}

class conjugate_gradients {
public:
  explicit conjugate_gradients(domain const& on) : on_(on) {}

  int solve(field& x, field const& b) {
    field r = b, p = on_.make_field(), q = on_.make_field();
    apply(x, q);
    for (std::size_t i = 0; i < r.size(); ++i) r[i] -= q[i];
    p = r;
    double rho = squared_residual(r);
    int steps = 0;
    for (; steps < 60 && rho > 1e-18; ++steps) {
      apply(p, q);
      double const alpha = rho / dot(on_, p, q);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += alpha * p[i], r[i] -= alpha * q[i];
      double const next = squared_residual(r), beta = next / rho;
      for (std::size_t i = 0; i < p.size(); ++i) p[i] = r[i] + beta * p[i];
      rho = next;
    }
    return steps;
  }

private:
  void apply(field& x, field& y) const {
    on_.exchange_halo(x);
    std::size_t const w = on_.columns;
    for (std::size_t i = w; i < (on_.rows + 1) * w; ++i) {
      double const left = i % w != 0 ? x[i - 1] : 0, right = i % w + 1 != w ? x[i + 1] : 0;
      y[i] = 3 * x[i] - 0.5 * (left + right + x[i - w] + x[i + w]);
    }
  }

  double squared_residual(field const& r) const {
    double mine = 0, all = 0;
    for (std::size_t i = on_.columns; i < (on_.rows + 1) * on_.columns; ++i) mine += r[i] * r[i];
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, on_.comm);
    return all;
  }

  domain const& on_;
};

/// What flows into a rank less what flows out: over all ranks the inner flows cancel.
template <class Number> Number imbalance(domain const& on, field const& x) {
  std::size_t const w = on.columns, last = on.rows * w;
  Number mine = 0, all = 0;
  for (std::size_t i = 0; i < w; ++i) mine += static_cast<Number>((x[i] - x[w + i]) - (x[last + i] - x[last + w + i]));
  MPI_Allreduce(&mine, &all, 1, sizeof(Number) == 4 ? MPI_FLOAT : MPI_DOUBLE, MPI_SUM, on.comm);
  return all;
}

double hottest(domain const& on, field const& x) {
  double const mine = *std::max_element(x.begin(), x.end());
  double all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, on.comm);
  return all;
}

/// A profile over the columns, added up over all rows.
void profile(domain const& on, field const& x, std::vector<double>& result) {
  std::vector<double> mine(on.columns);
  for (std::size_t i = 0; i < on.rows * on.columns; ++i) mine[i % on.columns] += x[on.columns + i];
  MPI_Reduce(mine.data(), result.data(), static_cast<int>(on.columns), MPI_DOUBLE, MPI_SUM, 0, on.comm);
}

void merge_moments(void* in, void* in_out, int* count, MPI_Datatype*) {
  auto const* x = static_cast<double*>(in);
  auto* const y = static_cast<double*>(in_out);
  for (int i = 0; i + 1 < *count; i += 2) {
    double const mean = (x[i] + y[i]) / 2;
    y[i + 1] += x[i + 1] + (x[i] - mean) * (x[i] - mean);
    y[i] = mean;
  }
}

void print_moments(domain const& on, double mean) {
  double const mine[2] = {mean, 0};
  double all[2] = {};
  MPI_Op merge;
  MPI_Op_create(merge_moments, 1, &merge);
  MPI_Reduce(mine, all, 2, MPI_DOUBLE, merge, 0, on.comm);
  MPI_Op_free(&merge);
  if (on.rank == 0) std::printf("mean %.17g, variance %.17g\n", all[0], all[1]);
}

/// The first rank adds up what the others send, in the order in which it comes.
double collect_work(domain const& on, double work) {
  if (on.rank != 0) MPI_Send(&work, 1, MPI_DOUBLE, 0, 2, on.comm);
  for (int i = 1; on.rank == 0 && i < on.ranks; ++i) {
    double more = 0;
    MPI_Recv(&more, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 2, on.comm, MPI_STATUS_IGNORE);
    work += more;
  }
  return work;
}

void check_sizes(domain const& on) {
  long const mine = static_cast<long>(on.rows);
  long all = 0, least = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, on.comm);
  MPI_Allreduce(&mine, &least, 1, MPI_LONG, MPI_MIN, on.comm);
  if (on.rank == 0) std::printf("%ld rows, at least %ld a rank\n", all, least);
}

void run(domain const& on, int steps) {
  check_sizes(on);
  field x = on.make_field(), before;
  std::size_t const first = static_cast<std::size_t>(on.rank) * on.rows * on.columns;
  for (std::size_t i = on.columns; i < (on.rows + 1) * on.columns; ++i) {
    auto const cell = static_cast<double>(first + i);
    x[i] = std::sin(0.0021 * cell) + 0.3 * std::sin(1.7 * cell);
  }
  double const start = dot(on, x, x);
  conjugate_gradients solver(on);
  std::vector<double> columns(on.columns);
  double work = 0;
  for (int step = 0; step < steps; ++step) {
    before = x;
    work += solver.solve(x, before);
    double const drift = imbalance<double>(on, x) + imbalance<float>(on, x);
    if (step % 10 == 0) profile(on, x, columns);
    if (on.rank == 0 && step % 50 == 0) std::printf("step %d: drift %g\n", step, drift);
    if (hottest(on, x) < 1e-12) break;
  }
  print_moments(on, dot(on, x, x) / start);
  work = collect_work(on, work);
  if (on.rank == 0) std::printf("%g steps of conjugate gradients\n", work);
}

}  // namespace heat

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  heat::domain on{MPI_COMM_WORLD, 0, 1, 24, 32};
  MPI_Comm_rank(on.comm, &on.rank);
  MPI_Comm_size(on.comm, &on.ranks);
  heat::run(on, argc > 1 ? std::atoi(argv[1]) : 200);
  MPI_Finalize();
}
