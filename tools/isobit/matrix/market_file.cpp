#include "market_file.hpp"

#include <array>
#include <istream>
#include <new>
#include <stdexcept>
#include <streambuf>
#include <vector>

#include "../basics/failure.hpp"
#include "../input/foreign_format.hpp"
#include "result.hpp"

namespace isobit::tool {
namespace {

/// The bytes of an input as the library's functions read them.
class input_buffer final : public std::streambuf {
public:
  explicit input_buffer(input_bytes& bytes) : bytes_(bytes), room_(std::size_t{1} << 18) {}

protected:
  int_type underflow() override {
    std::size_t const got = bytes_.read(room_.data(), room_.size());
    setg(room_.data(), room_.data(), room_.data() + got);
    return got == 0 ? traits_type::eof() : traits_type::to_int_type(room_[0]);
  }

private:
  input_bytes& bytes_;
  std::vector<char> room_;
};

}  // namespace

class market_file::stream {
public:
  stream(std::string const& path, progress& watcher) : bytes_(path, watcher), buffer_(bytes_), in_(&buffer_) {
    if (auto const foreign = foreign_file(bytes_.peek(sniffed_size)); !foreign.empty())
      throw failure(exit_code::bad_data, name() + ": " + foreign);
  }
  std::istream& in() noexcept { return in_; }
  [[nodiscard]] std::string const& name() const noexcept { return bytes_.name(); }

private:
  input_bytes bytes_;
  input_buffer buffer_;
  std::istream in_;
};

/// Whatever is wrong is wrong with the file, and the message says which.
template <class Read> auto market_file::explained(Read read) {
  try {
    return read(stream_->in());
  } catch (error const& problem) {
    throw failure(exit_code::bad_data, name() + ": " + plain_message(problem));
  } catch (std::bad_alloc const&) {
    throw too_large();
  } catch (std::length_error const&) {
    throw too_large();
  }
}

failure market_file::too_large() const {
  return {exit_code::internal, name() + ": " + counted(about_.rows, "row", "rows") + " and " +
                                   counted(about_.columns, "column", "columns") + " take more memory than there is"};
}

market_file::market_file(std::string const& path, progress& watcher)
    : stream_(std::make_unique<stream>(path, watcher)) {
  about_ = explained([](std::istream& in) { return sparse::matrix_market::read_header(in); });
}

market_file::~market_file() = default;

std::string const& market_file::name() const noexcept { return stream_->name(); }

template <class T>
sparse_matrix<T> market_file::read_rows(std::int64_t first, std::int64_t count, driver_ref const& on) {
  return explained([&](std::istream& in) {
    return sparse::matrix_market::read_rows<T, std::int64_t>(in, about_, first, count, on);
  });
}
template <class T> dense_matrix<T> market_file::read_dense() {
  return explained([&](std::istream& in) { return sparse::matrix_market::read_dense<T>(in, about_); });
}

template sparse_matrix<double> market_file::read_rows(std::int64_t, std::int64_t, driver_ref const&);
template sparse_matrix<std::complex<double>> market_file::read_rows(std::int64_t, std::int64_t, driver_ref const&);
template dense_matrix<double> market_file::read_dense();
template dense_matrix<std::complex<double>> market_file::read_dense();

std::string words_of(matrix_header const& about) {
  constexpr std::array numbers{"real", "integer", "complex", "pattern"};
  constexpr std::array symmetries{"general", "symmetric", "skew-symmetric", "hermitian"};
  return std::string(about.is_array ? "array " : "coordinate ") + numbers[static_cast<std::size_t>(about.numbers)] +
         " " + symmetries[static_cast<std::size_t>(about.symmetry)];
}

}  // namespace isobit::tool
