#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <isobit/sparse.hpp>

#include "../basics/failure.hpp"
#include "../input/bytes.hpp"
#include "../input/reader.hpp"

namespace isobit::tool {

// Numbers are f64, and indices have 64 bits, so that no file is too large for its counts.
template <class T> using sparse_matrix = sparse::csr_matrix<T, std::int64_t>;
template <class T> using matrix_places = sparse::matrix_market::places<T>;
template <class T> using dense_matrix = sparse::matrix_market::dense_matrix<T>;
using matrix_header = sparse::matrix_market::header;

/// A Matrix Market file, compressed or not, whose header is read; the rest is, once. Throws `failure` for what is
/// wrong with it.
class market_file {
public:
  market_file(std::string const& path, progress& watcher);
  ~market_file();

  [[nodiscard]] matrix_header const& about() const noexcept { return about_; }
  [[nodiscard]] bool is_complex() const noexcept {
    return about_.numbers == sparse::matrix_market::number_kind::complex;
  }
  [[nodiscard]] std::string const& name() const noexcept;

  /// T is double or std::complex<double>.
  template <class T> sparse_matrix<T> read_sparse(driver_ref const& on) { return read_rows<T>(0, about_.rows, on); }
  /// Some of its rows, the columns as they are.
  template <class T> sparse_matrix<T> read_rows(std::int64_t first, std::int64_t count, driver_ref const& on);
  template <class T> dense_matrix<T> read_dense();
  /// What the lines of a rank's share of the file name, by `share` of its bytes; a file that is compressed is the first
  /// rank's. Nothing where a line is wrong: who reads from the start knows which.
  template <class T> std::optional<matrix_places<T>> read_share(share const& part);

private:
  template <class Read> auto explained(Read read);
  [[nodiscard]] failure too_large() const;

  class stream;
  std::unique_ptr<stream> stream_;
  matrix_header about_;
};

/// The first line's words: coordinate real general.
std::string words_of(matrix_header const& about);

}  // namespace isobit::tool
