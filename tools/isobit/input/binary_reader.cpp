#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>

#include <isobit/arithmetic/bits.hpp>

#include "../basics/failure.hpp"
#include "npy.hpp"
#include "reader.hpp"

namespace isobit::tool {
namespace {

/// Small enough to stay in the second-level cache between the copy and the sum.
constexpr std::size_t piece_size = std::size_t{64} << 10;

template <class Bits> Bits swapped(Bits x) noexcept {
  if constexpr (sizeof(Bits) == 8)
    return __builtin_bswap64(x);
  else if constexpr (sizeof(Bits) == 4)
    return __builtin_bswap32(x);
  else
    return __builtin_bswap16(x);
}

template <class Bits> void swap_all(void* data, std::size_t count) noexcept {
  auto* const bytes = static_cast<char*>(data);
  for (std::size_t i = 0; i < count; ++i) {
    Bits x;
    std::memcpy(&x, bytes + i * sizeof x, sizeof x);
    x = swapped(x);
    std::memcpy(bytes + i * sizeof x, &x, sizeof x);
  }
}

/// Whether there is a double of this value: 53 bits from the first that is set to the last.
template <std::integral Integer> constexpr bool is_double(Integer x) noexcept {
  std::uint64_t const magnitude = x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x);
  return magnitude == 0 || static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude) <= 53;
}

/// Numbers of a fixed size, one after another.
struct binary_layout {
  element_type type = element_type::f64;
  bool big_endian = false;
  bool is_complex = false;
  std::uint64_t offset = 0;  ///< of the first number
  std::uint64_t count = 0;   ///< of numbers; unknown where `open_ended`
  bool open_ended = false;
  bool skips_nan = false;
  std::string description;
};

class binary_reader final : public reader {
public:
  binary_reader(std::unique_ptr<input_bytes> bytes, binary_layout layout)
      : bytes_(std::move(bytes)), layout_(std::move(layout)), size_(size_of(layout_.type)) {}

  bool cut(chunk& piece) override {
    std::size_t const most = piece_size / size_;
    piece.count =
        layout_.open_ended || layout_.count - taken_ > most ? most : static_cast<std::size_t>(layout_.count - taken_);
    piece.offset = layout_.offset + taken_ * size_;
    if (bytes_->positioned() == nullptr && piece.count != 0) read_next(piece);
    taken_ += piece.count;
    if (piece.count == 0 && !layout_.open_ended) check_end();
    return piece.count != 0;
  }

  void decode(chunk& piece, block& numbers) const override {
    numbers.clear(is_single(), is_complex() ? 2 : 1);
    if (is_single())
      decode_as<float>(piece, numbers);
    else
      decode_as<double>(piece, numbers);
  }

  bool restrict_to(share part) override {
    if (bytes_->positioned() == nullptr) return false;
    std::uint64_t const unit = layout_.is_complex ? 2 : 1, elements = layout_.count / unit;
    auto const start = [&](std::uint64_t index) {
      return unit * (elements / part.count * index + std::min(elements % part.count, index));
    };
    taken_ = start(part.index);
    layout_.count = start(part.index + 1);
    return true;
  }

  [[nodiscard]] bool is_single() const noexcept override { return tool::is_single(layout_.type); }
  [[nodiscard]] bool is_complex() const noexcept override { return layout_.is_complex; }
  [[nodiscard]] std::string layout() const override { return layout_.description; }

private:
  [[noreturn]] void refuse_truncated(std::uint64_t have) const {
    throw failure(exit_code::bad_data, bytes_->name() + ": truncated: it ends after " + std::to_string(have) +
                                           " bytes of numbers, inside a number or before the last one");
  }

  void read_next(chunk& piece) {
    char* const to = piece.bytes.reserve(piece_size);
    std::size_t const wanted = piece.count * size_;
    std::size_t const got = bytes_->read(to, wanted);
    if (got % size_ != 0 || (!layout_.open_ended && got != wanted)) refuse_truncated(taken_ * size_ + got);
    piece.bytes.set_size(got);
    piece.count = got / size_;
  }

  void check_end() {
    bool const more = bytes_->positioned() == nullptr && !bytes_->peek(1).empty();
    if (more) throw failure(exit_code::bad_data, bytes_->name() + ": it goes on after the numbers its header promises");
  }

  /// Brings the piece to `to`, in this machine's byte order.
  void load(chunk& piece, void* to) const {
    std::size_t const wanted = piece.count * size_;
    if (auto const* const source = bytes_->positioned()) {
      std::size_t const got = source->read_at(piece.offset, static_cast<char*>(to), wanted);
      if (got != wanted) refuse_truncated(piece.offset - layout_.offset + got);
    } else {
      std::memcpy(to, piece.bytes.data(), wanted);
    }
    if (layout_.big_endian == (std::endian::native == std::endian::big) || size_ == 1) return;
    if (size_ == 8)
      swap_all<std::uint64_t>(to, piece.count);
    else if (size_ == 4)
      swap_all<std::uint32_t>(to, piece.count);
    else
      swap_all<std::uint16_t>(to, piece.count);
  }

  template <class T> void decode_as(chunk& piece, block& numbers) const {
    auto& values = numbers.column<T>(0);
    T* const to = values.reserve(piece_size / size_);
    if constexpr (std::same_as<T, float>) {
      if (layout_.type == element_type::f16)
        load_as<std::uint16_t>(piece, numbers, to, [](auto bits, std::size_t) { return widen(float16{bits}); });
      else if (layout_.type == element_type::bf16)
        load_as<std::uint16_t>(piece, numbers, to, [](auto bits, std::size_t) { return widen(bfloat16{bits}); });
      else
        load(piece, to);
    } else if (layout_.type == element_type::f64) {
      load(piece, to);
    } else {
      load_integers(piece, numbers, to);
    }
    numbers.rows = piece.count;
    if (layout_.is_complex) {
      numbers.rows = piece.count / 2;
      T* const imaginary = numbers.column<T>(1).reserve(piece_size / size_);
      for (std::size_t i = 0; i < numbers.rows; ++i) {
        imaginary[i] = to[2 * i + 1];
        to[i] = to[2 * i];
      }
      numbers.column<T>(1).set_size(numbers.rows);
    }
    values.set_size(numbers.rows);
    if (layout_.skips_nan) leave_out_nan<T>(numbers);
  }

  /// Loads what is no larger than a T and makes a T of each: widen(stored, index in the piece).
  template <class Stored, class T, class Widen> void load_as(chunk& piece, block& numbers, T* to, Widen widen) const {
    static_assert(sizeof(Stored) <= sizeof(T));
    auto& scratch = numbers.column<T>(1);
    auto const* const stored = reinterpret_cast<char const*>(scratch.reserve(piece_size / size_));
    load(piece, scratch.data());
    for (std::size_t i = 0; i < piece.count; ++i) {
      Stored x;
      std::memcpy(&x, stored + i * sizeof x, sizeof x);
      to[i] = widen(x, i);
    }
  }

  void load_integers(chunk& piece, block& numbers, double* to) const {
    auto const load_exactly = [&]<class Integer>(Integer) {
      load_as<Integer>(piece, numbers, to, [&](Integer x, std::size_t i) {
        if (!is_double(x))
          throw failure(exit_code::bad_data,
                        bytes_->name() + ": element " + std::to_string((piece.offset - layout_.offset) / size_ + i) +
                            " (from 0) is " + std::to_string(x) + ", which no f64 is; .astype('f8') would round it");
        return static_cast<double>(x);
      });
    };
    switch (layout_.type) {
    case element_type::i8:
      return load_exactly(std::int8_t{});
    case element_type::i16:
      return load_exactly(std::int16_t{});
    case element_type::i32:
      return load_exactly(std::int32_t{});
    case element_type::i64:
      return load_exactly(std::int64_t{});
    case element_type::u8:
      return load_exactly(std::uint8_t{});
    case element_type::u16:
      return load_exactly(std::uint16_t{});
    case element_type::u32:
      return load_exactly(std::uint32_t{});
    default:
      return load_exactly(std::uint64_t{});
    }
  }

  /// An element is missing where a part of it is.
  template <class T> static void leave_out_nan(block& numbers) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < numbers.rows; ++i) {
      bool is_missing = false;
      for (std::size_t c = 0; c < numbers.columns; ++c) {
        T const part = numbers.column<T>(c).data()[i];
        numbers.column<T>(c).data()[kept] = part;
        is_missing = is_missing || std::isnan(part);
      }
      if (!is_missing) ++kept;
    }
    for (std::size_t c = 0; c < numbers.columns; ++c) numbers.column<T>(c).set_size(kept);
    numbers.skipped.missing = numbers.rows - kept;
    numbers.rows = kept;
  }

  std::unique_ptr<input_bytes> bytes_;
  binary_layout layout_;
  std::size_t size_;
  std::uint64_t taken_ = 0;
};

void check_size(input_bytes const& bytes, binary_layout const& layout) {
  auto const* const source = bytes.positioned();
  if (source == nullptr) return;
  std::uint64_t const wanted = layout.offset + layout.count * size_of(layout.type);
  if (source->size() < wanted)
    throw failure(exit_code::bad_data, bytes.name() + ": truncated: its header promises " + std::to_string(wanted) +
                                           " bytes, there are " + std::to_string(source->size()));
  if (source->size() > wanted)
    throw failure(exit_code::bad_data, bytes.name() + ": it goes on after the numbers its header promises: " +
                                           std::to_string(source->size() - wanted) + " bytes more");
}

}  // namespace

std::unique_ptr<reader> make_raw_reader(std::unique_ptr<input_bytes> bytes, element_type type,
                                        input_options const& options) {
  binary_layout layout;
  layout.type = type;
  layout.big_endian = options.big_endian.value_or(false);
  layout.skips_nan = options.numbers.skips_missing;
  auto const* const source = bytes->positioned();
  layout.open_ended = source == nullptr;
  if (source != nullptr) {
    layout.count = source->size() / size_of(type);
    if (source->size() % size_of(type) != 0)
      throw failure(exit_code::bad_data, bytes->name() + ": its " + std::to_string(source->size()) +
                                             " bytes are no whole number of " + std::string(name_of(type)) +
                                             " elements; is it truncated, or another --type?");
  }
  return std::make_unique<binary_reader>(std::move(bytes), layout);
}

std::unique_ptr<reader> make_npy_reader(std::unique_ptr<input_bytes> bytes, input_options const& options) {
  std::size_t offset = 0;
  npy_header header;
  try {
    offset = npy_data_offset(bytes->peek(npy_prefix_size));
    header = parse_npy_header(bytes->peek(offset));
  } catch (failure const& problem) {
    throw failure(problem.code(), bytes->name() + ": " + problem.what());
  }
  std::string consumed(offset, '\0');
  bytes->read(consumed.data(), consumed.size());

  std::string shape;
  for (std::uint64_t const extent : header.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
  char const* const order = header.shape.size() < 2 ? "" : header.fortran_order ? " in Fortran order" : " in C order";
  binary_layout const layout{.type = header.type,
                             .big_endian = header.big_endian,
                             .is_complex = header.is_complex,
                             .offset = offset,
                             .count = header.count,
                             .skips_nan = options.numbers.skips_missing,
                             .description = "(" + shape + ")" + order};
  check_size(*bytes, layout);
  return std::make_unique<binary_reader>(std::move(bytes), layout);
}

}  // namespace isobit::tool
