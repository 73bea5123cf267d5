#include "certificate.hpp"

#include <complex>
#include <cstdint>
#include <map>

#include <isobit/isobit.hpp>

#include "data.hpp"
#include "sha256.hpp"

namespace isobit::tool {
namespace {

constexpr std::size_t sizes[] = {0, 1, 2, 3, 5, 16, 33, 100, 1000, 4100};
/// Enough for every driver to use several threads; for the classes that take different paths through the kernels.
constexpr std::size_t long_size = 20000;
constexpr bool is_long(data_class kind) {
  return kind == data_class::uniform || kind == data_class::wide || kind == data_class::cancelling ||
         kind == data_class::any_finite;
}

/// Collects the bits of the results of one class of data, operation by operation.
class recorder {
public:
  template <class T> void operator()(char const* operation, T result) {
    hashes_[operation].add_integer(bits_of(result));
  }
  template <class T> void operator()(char const* operation, std::complex<T> result) {
    (*this)(operation, result.real());
    (*this)(operation, result.imag());
  }
  void operator()(char const* operation, std::vector<std::byte> const& state) {
    hashes_[operation].add_integer(static_cast<std::uint64_t>(state.size()));
    hashes_[operation].add(state.data(), state.size());
  }
  void finish(std::string const& prefix, certificate& all) {
    for (auto& [operation, hash] : hashes_) all.groups.push_back({prefix + operation, hash.finish()});
  }

private:
  std::map<std::string, sha256> hashes_;
};

template <class T>
void record_reductions(driver_ref driver, std::vector<T> const& x, std::vector<T> const& y, recorder& record) {
  record("sum", sum(x, driver));
  record("asum", asum(x, driver));
  record("squared-norm", squared_norm(x, driver));
  record("nrm2", nrm2(x, driver));
  record("mean", mean(x, driver));
  record("variance", variance(x, 1, driver));
  record("variance", variance(x, 0, driver));
  record("dot", dot(x, y, driver));
  if (x.size() >= 2) {
    auto const size = static_cast<std::ptrdiff_t>(x.size());
    record("strided", sum(vector_view(x.data(), size / 2, 2), driver));
    record("strided", dot(vector_view(x.data() + size - 1, size, -1), y, driver));
  }
  if constexpr (std::same_as<T, float>) {
    record("to-double", sum<double>(x, driver));
    record("to-double", dot<double>(x, y, driver));
    record("to-double", nrm2<double>(x, driver));
    record("to-double", mean<double>(x, driver));
  }
  record("state", exact_sum(x, driver).serialise());
  record("state", exact_dot(x, y, driver).serialise());
}

template <class T> void record_scans(driver_ref driver, std::vector<T> const& x, recorder& record) {
  std::vector<T> prefixes(x.size());
  inclusive_scan(std::span<T const>(x), std::span<T>(prefixes), driver);
  for (T const prefix : prefixes) record("inclusive-scan", prefix);
  exclusive_scan(std::span<T const>(x), std::span<T>(prefixes), driver);
  for (T const prefix : prefixes) record("exclusive-scan", prefix);
}

template <class T> void record_groups(driver_ref driver, std::vector<T> const& x, recorder& record) {
  std::vector<std::size_t> offsets;
  for (std::size_t at = 0; at <= x.size(); at += 7) offsets.push_back(at);
  for (T const segment : segmented_sum(x, offsets, driver)) record("segmented-sum", segment);
  std::vector<std::uint32_t> keys;
  for (std::size_t i = 0; i < x.size(); ++i) keys.push_back(static_cast<std::uint32_t>(i * i % 13));
  for (auto const& [key, total] : sum_by_key(keys, x)) record("sum-by-key", total);
}

template <class T>
void record_complex(driver_ref driver, std::vector<T> const& x, std::vector<T> const& y, recorder& record) {
  auto const paired = [](std::vector<T> const& parts) {
    std::vector<std::complex<T>> numbers;
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) numbers.emplace_back(parts[i], parts[i + 1]);
    return numbers;
  };
  auto const z = paired(x), w = paired(y);
  record("complex", sum(z, driver));
  record("complex", dot(z, w, driver));
  record("complex", conjugated_dot(z, w, driver));
  record("complex", nrm2(z, driver));
}

template <class T> void record_class(driver_ref driver, data_class kind, recorder& record) {
  auto const record_size = [&](std::size_t n) {
    auto const x = make_numbers<T>(kind, n, 2 * n + 1);
    auto const y = make_numbers<T>(kind, n, 2 * n + 2);
    record_reductions(driver, x, y, record);
    record_scans(driver, x, record);
    record_groups(driver, x, record);
    record_complex(driver, x, y, record);
  };
  for (std::size_t const n : sizes) record_size(n);
  if (is_long(kind)) record_size(long_size);
}

}  // namespace

std::string certificate::hash() const {
  sha256 all;
  for (auto const& group : groups) {
    std::string const line = group.name + " " + group.hash + "\n";
    all.add(line.data(), line.size());
  }
  return all.finish();
}

certificate compute_certificate(driver_ref driver) {
  certificate all;
  for (std::size_t c = 0; c < data_class_count; ++c) {
    auto const kind = static_cast<data_class>(c);
    recorder doubles, floats;
    record_class<double>(driver, kind, doubles);
    doubles.finish("f64/" + std::string(data_class_names[c]) + "/", all);
    record_class<float>(driver, kind, floats);
    floats.finish("f32/" + std::string(data_class_names[c]) + "/", all);
  }
  return all;
}

}  // namespace isobit::tool
