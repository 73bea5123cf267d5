#include "market_file.hpp"

#include <algorithm>
#include <cstring>
#include <istream>
#include <new>
#include <stdexcept>
#include <streambuf>
#include <vector>

#include "../basics/failure.hpp"
#include "../input/foreign_format.hpp"
#include "../output/plural.hpp"
#include "result.hpp"

namespace isobit::tool {
namespace {

/// Bytes as the library's functions read them.
class buffer : public std::streambuf {
public:
  /// How many were taken.
  [[nodiscard]] std::uint64_t taken() const { return filled_ - static_cast<std::uint64_t>(egptr() - gptr()); }

protected:
  /// The next ones into the room; none at the end.
  virtual std::size_t fill(char* to, std::size_t capacity) = 0;
  int_type underflow() override {
    std::size_t const got = fill(room_.data(), room_.size());
    setg(room_.data(), room_.data(), room_.data() + got);
    filled_ += got;
    return got == 0 ? traits_type::eof() : traits_type::to_int_type(room_[0]);
  }

private:
  std::vector<char> room_ = std::vector<char>(std::size_t{1} << 18);
  std::uint64_t filled_ = 0;
};

/// Those of an input.
class input_buffer final : public buffer {
public:
  explicit input_buffer(input_bytes& bytes) : bytes_(bytes) {}

private:
  std::size_t fill(char* to, std::size_t capacity) override { return bytes_.read(to, capacity); }
  input_bytes& bytes_;
};

/// Those of a file from one offset up to another.
class part_buffer final : public buffer {
public:
  part_buffer(file const& from, std::uint64_t first, std::uint64_t end) : from_(from), next_(first), end_(end) {}

private:
  std::size_t fill(char* to, std::size_t capacity) override {
    std::size_t const got =
        from_.read_at(next_, to, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, end_ - next_)));
    next_ += got;
    return got;
  }
  file const& from_;
  std::uint64_t next_, end_;
};

/// Where the first line begins that begins at this offset, or behind it; the file's end where none does.
std::uint64_t start_of_line(file const& in, std::uint64_t offset) {
  char some[4096];
  for (std::uint64_t at = offset - 1;;) {
    std::size_t const got = in.read_at(at, some, sizeof some);
    if (got == 0) return in.size();
    if (void const* const end = std::memchr(some, '\n', got); end != nullptr)
      return at + static_cast<std::uint64_t>(static_cast<char const*>(end) - some) + 1;
    at += got;
  }
}

}  // namespace

class market_file::stream {
public:
  stream(std::string const& path, progress& watcher) : bytes_(path, watcher), buffer_(bytes_), in_(&buffer_) {
    if (auto const foreign = foreign_file(bytes_.peek(sniffed_size)); !foreign.empty())
      throw failure(exit_code::bad_data, name() + ": " + foreign);
  }
  std::istream& in() noexcept { return in_; }
  /// The file, where its bytes can be read at any offset; else null.
  [[nodiscard]] file const* positioned() const noexcept { return bytes_.positioned(); }
  /// Where what was not taken yet begins.
  [[nodiscard]] std::uint64_t position() const { return buffer_.taken(); }
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
  return {exit_code::internal, name() + ": " + plural(about_.rows, "row") + " and " + plural(about_.columns, "column") +
                                   " take more memory than there is"};
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

template <class T> std::optional<matrix_places<T>> market_file::read_share(share const& part) {
  file const* const whole = stream_->positioned();
  std::uint64_t const first = stream_->position();
  if (whole == nullptr && part.index != 0) return matrix_places<T>();
  return explained([&](std::istream& in) -> std::optional<matrix_places<T>> {
    try {
      if (whole == nullptr) return sparse::matrix_market::read_places<T>(in, about_);
      auto const border = [&](std::size_t k) {
        auto const bytes = static_cast<unsigned __int128>(whole->size() - first);
        return k == 0 ? first : start_of_line(*whole, first + static_cast<std::uint64_t>(bytes * k / part.count));
      };
      part_buffer mine(*whole, border(part.index), border(part.index + 1));
      std::istream lines(&mine);
      return sparse::matrix_market::read_places<T>(lines, about_);
    } catch (error const&) {
      return std::nullopt;
    }
  });
}

template std::optional<matrix_places<double>> market_file::read_share(share const&);
template sparse_matrix<double> market_file::read_rows(std::int64_t, std::int64_t, driver_ref const&);
template sparse_matrix<std::complex<double>> market_file::read_rows(std::int64_t, std::int64_t, driver_ref const&);
template dense_matrix<double> market_file::read_dense();
template dense_matrix<std::complex<double>> market_file::read_dense();

std::string words_of(matrix_header const& about) {
  return std::string(about.is_array ? "array " : "coordinate ") + name_of(about.numbers) + " " +
         name_of(about.symmetry);
}

}  // namespace isobit::tool
