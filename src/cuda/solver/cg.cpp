#include <isobit/cuda/solver.hpp>

#include <limits>
#include <string>

#include "cuda/reductions.hpp"
#include "cuda/solver/vectors.hpp"
#include "cuda/sparse/check.hpp"
#include "sparse/instantiate.hpp"

ISOBIT_NAMESPACE_BEGIN
namespace cuda::solver {

namespace {

[[noreturn]] void refuse(std::string const& message, status code = status::invalid_argument) {
  throw error(code, "isobit::cuda::solver: " + message);
}

/// What the GPU tells the host while it goes on: copied to memory of the host that it can write to.
template <class T> class watched_state {
public:
  watched_state() {
    check(cudaMallocHost(reinterpret_cast<void**>(&copy_), sizeof *copy_), "allocating memory of the host");
    if (auto const code = cudaEventCreateWithFlags(&copied_, cudaEventDisableTiming); code != cudaSuccess) {
      cudaFreeHost(copy_);
      check(code, "creating an event");
    }
  }
  ~watched_state() {
    cudaEventDestroy(copied_);
    cudaFreeHost(copy_);
  }
  watched_state(watched_state const&) = delete;
  watched_state& operator=(watched_state const&) = delete;

  void start_copy(place const& here, cg_state<T> const* from) {
    check(cudaMemcpyAsync(copy_, from, sizeof *copy_, cudaMemcpyDeviceToHost, here.stream()), "watching an iteration");
    check(cudaEventRecord(copied_, here.stream()), "watching an iteration");
  }
  [[nodiscard]] cg_state<T> const& wait() const {
    check(cudaEventSynchronize(copied_), "waiting for an iteration");
    return *copy_;
  }

private:
  cg_state<T>* copy_ = nullptr;
  cudaEvent_t copied_ = nullptr;
};

/// A system, and the memory that its iteration needs.
template <class T> class iteration {
public:
  iteration(call const& here, sparse::row_sums<T> const& a, std::span<T const> b, std::span<T> x,
            std::span<T const> divisors, options const& how)
      : here_(here), a_(a), b_(b), how_(how), open_(here, a.rows), vectors_(4 * aligned(b.size())), memory_(1) {
    T* const first = vectors_.data();
    std::size_t const n = aligned(b.size());
    v_ = {
        a.rows, x.data(), first, first + n, first + 2 * n, first + 3 * n, divisors.empty() ? nullptr : divisors.data()};
  }

  report run() {
    if (begin()) iterate();
    if (report_.converged() && find_first(here_, v_.size, v_.x, element_kind::not_finite) != v_.size)
      end(outcome::not_finite);
    return report_;
  }

private:
  /// A size at which the next vector may begin.
  static std::size_t aligned(std::size_t size) { return (size + 31) / 32 * 32; }

  /// Sets the goal. False where there is nothing to iterate; the report says why.
  bool begin() {
    T square = 0;
    start_dot(b_.data(), b_.data(), &memory_.data()->sums.square);
    here_.fetch(&square, &memory_.data()->sums.square, sizeof square);
    if (is_nonfinite(square)) return end(outcome::not_finite);
    if (square == 0) {
      if (find_first(here_, v_.size, b_.data(), element_kind::not_zero) != v_.size) return end(outcome::breakdown);
      check(cudaMemsetAsync(v_.x, 0, b_.size_bytes(), here_.stream()), "clearing the solution");
      note(0);
      return end(outcome::converged);
    }
    limits_ = {how_.tolerance * std::sqrt(static_cast<double>(square)), how_.most_iterations};
    return true;
  }

  void iterate() {
    auto* const memory = memory_.data();
    cg_memory<T> const empty = {};
    check(cudaMemcpyAsync(memory, &empty, sizeof empty, cudaMemcpyHostToDevice, here_.stream()), "starting to iterate");
    start_multiply(v_.x, v_.r);
    start_residual(here_, v_.size, b_.data(), v_.r);
    watched_state<T> watched;
    for (;;) {
      start_r(here_, v_, memory);
      if (v_.divisors != nullptr) start_dot(v_.r, v_.r, &memory->sums.square);
      start_x(here_, v_, memory, limits_);
      watched.start_copy(here_, &memory->before_r);
      // While the host waits and looks, the GPU has work.
      start_multiply(v_.p, v_.q);
      start_dot(v_.p, v_.q, &memory->sums.sigma);
      if (!goes_on(watched.wait())) return;
    }
  }

  bool goes_on(cg_state<T> const& state) {
    bool const is_news = state.noted > static_cast<long long>(report_.history.size());
    bool const wanted = !is_news || note(state.residual);
    if (state.done && (wanted || state.how == outcome::converged)) return end(state.how);
    return wanted || end(outcome::stopped);
  }

  void start_dot(T const* x, T const* y, T* result) {
    vector_view<T const> const left(x, v_.size), right(y, v_.size);
    reduce_products(here_, left, right, false, rounded_to(result, static_cast<std::uint64_t>(v_.size)));
  }
  void start_multiply(T const* x, T* y) {
    a_.x = x;
    sparse::start_rows<T>(here_, a_, {1, 0, y}, open_);
  }

  /// Whether the caller wants to go on.
  bool note(double residual) {
    report_.history.push_back(residual);
    report_.residual = residual;
    report_.iterations = static_cast<index>(report_.history.size()) - 1;
    return !how_.after_each || how_.after_each({report_.iterations, residual});
  }
  /// Always false.
  bool end(outcome how) {
    report_.how = how;
    if (report_.history.empty() && how != outcome::converged)
      report_.residual = std::numeric_limits<double>::quiet_NaN();
    return false;
  }

  call const& here_;
  sparse::row_sums<T> a_;
  std::span<T const> b_;
  options const& how_;
  sparse::open_rows_memory open_;
  device_array<T> vectors_;
  device_array<cg_memory<T>> memory_;
  cg_vectors<T> v_;
  cg_limits limits_ = {};
  report report_;
};

template <class T>
void check_system(place const& here, index rows, index columns, std::span<T const> b, std::span<T> x,
                  std::span<T const> divisors, options const& how) {
  auto const size = static_cast<std::size_t>(rows);
  if (rows != columns)
    refuse("a matrix of " + std::to_string(rows) + " rows and " + std::to_string(columns) + " columns is not square");
  if (b.size() != size || x.size() != size)
    refuse("b has " + std::to_string(b.size()) + " numbers and x " + std::to_string(x.size()) +
           ", and the matrix has " + std::to_string(rows) + " rows");
  if (!divisors.empty() && divisors.size() != size) refuse("the preconditioner is of a matrix of another size");
  here.require_array(b, "the right-hand side");
  here.require_array(x, "the solution");
  here.require_array(divisors, "the preconditioner");
  if (isobit::detail::overlap(b, std::span<T const>(x))) refuse("x shares memory with b; give it memory of its own");
  if (!(how.tolerance >= 0)) refuse("the tolerance must be a number, at least 0");
  if (how.most_iterations < 0) refuse("options::most_iterations is negative");
}

}  // namespace

namespace detail {

template <class T, class Index, class Offset>
report cg(on_stream const& on, sparse::csr_view<T, Index, Offset> const& a, std::span<T const> b, std::span<T> x,
          std::span<T const> divisors, options const& how) {
  call const here(on);
  sparse::check_matrix(here, a);
  check_system(here, a.rows, a.columns, b, x, divisors, how);
  if (a.rows == 0) return {};
  return iteration<T>(here, sparse::rows_times<T>(a, nullptr), b, x, divisors, how).run();
}

template <class T, class Index, class Offset>
device_array<T> diagonal(on_stream const& on, sparse::csr_view<T, Index, Offset> const& a) {
  place const here(on);
  sparse::check_matrix(here, a);
  if (a.rows != a.columns)
    refuse("a matrix of " + std::to_string(a.rows) + " rows and " + std::to_string(a.columns) +
           " columns is not square");
  device_array<T> result(static_cast<std::size_t>(a.rows));
  if (a.rows == 0) return result;
  sparse::open_rows_memory const open(here, a.rows);
  // The sum of each row's entries times 1 on the diagonal and 0 elsewhere: NaN where one of them is not finite.
  sparse::start_rows<T>(here, sparse::rows_times<T>(a, nullptr), {1, 0, result.data()}, open);
  if (auto const row = find_first(here, a.rows, result.data(), element_kind::not_finite); row != a.rows)
    refuse("row " + std::to_string(row) + " has an entry that is not finite");
  if (auto const row = find_first(here, a.rows, result.data(), element_kind::zero); row != a.rows)
    refuse("row " + std::to_string(row) + " has nothing on the diagonal, or a zero", status::singular);
  return result;
}

#define ISOBIT_INSTANTIATE(T, Index, Offset)                                                                        \
  template report cg(on_stream const&, sparse::csr_view<T, Index, Offset> const&, std::span<T const>, std::span<T>, \
                     std::span<T const>, options const&);                                                           \
  template device_array<T> diagonal(on_stream const&, sparse::csr_view<T, Index, Offset> const&);
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, float)
ISOBIT_FOR_ALL_INDICES(ISOBIT_INSTANTIATE, double)

}  // namespace detail
}  // namespace cuda::solver
ISOBIT_NAMESPACE_END
