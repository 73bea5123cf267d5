#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>

#include "../basics/failure.hpp"
#include "element_value.hpp"
#include "items.hpp"
#include "npy_file.hpp"
#include "reader.hpp"
#include "shape.hpp"

namespace isobit::tool {
namespace {

template <class Bits> void swap_all(void* data, std::size_t count) noexcept {
  auto* const bytes = static_cast<char*>(data);
  for (std::size_t i = 0; i < count; ++i) {
    Bits x;
    std::memcpy(&x, bytes + i * sizeof x, sizeof x);
    x = swapped(x);
    std::memcpy(bytes + i * sizeof x, &x, sizeof x);
  }
}

/// What the numbers are.
struct binary_layout {
  element_type type = element_type::f64;
  bool big_endian = false;
  bool is_complex = false;
  bool skips_nan = false;
  std::string description;
};

class binary_reader final : public reader {
public:
  binary_reader(std::unique_ptr<input_bytes> bytes, item_layout items, binary_layout layout)
      : items_(std::move(bytes), items), layout_(std::move(layout)), size_(size_of(layout_.type)) {}

  bool cut(chunk& piece) override { return items_.cut(piece); }

  void decode(chunk& piece, block& numbers) const override {
    numbers.clear(is_single(), is_complex() ? 2 : 1);
    if (is_single())
      decode_as<float>(piece, numbers);
    else
      decode_as<double>(piece, numbers);
  }

  bool restrict_to(share part) override {
    std::uint64_t const unit = layout_.is_complex ? 2 : 1, elements = items_.count() / unit;
    auto const start = [&](std::uint64_t index) {
      return unit * (elements / part.count * index + std::min(elements % part.count, index));
    };
    return items_.restrict_to(start(part.index), start(part.index + 1));
  }

  [[nodiscard]] bool is_single() const noexcept override { return tool::is_single(layout_.type); }
  [[nodiscard]] bool is_complex() const noexcept override { return layout_.is_complex; }
  [[nodiscard]] std::string layout() const override { return layout_.description; }

private:
  [[nodiscard]] bool is_native() const noexcept {
    return layout_.big_endian == (std::endian::native == std::endian::big) || size_ == 1;
  }
  /// Whether the numbers are stored as floats or doubles of this size that need no change.
  [[nodiscard]] bool is_ready_made(std::size_t size) const noexcept {
    bool const is_number = layout_.type == element_type::f64 || layout_.type == element_type::f32;
    return is_number && size_ == size && is_native() && !layout_.is_complex && !layout_.skips_nan;
  }

  /// Brings the piece to `to`, in this machine's byte order.
  void load(chunk& piece, void* to) const {
    items_.load(piece, to);
    if (is_native()) return;
    if (size_ == 8)
      swap_all<std::uint64_t>(to, piece.count);
    else if (size_ == 4)
      swap_all<std::uint32_t>(to, piece.count);
    else
      swap_all<std::uint16_t>(to, piece.count);
  }

  template <class T> void decode_as(chunk& piece, block& numbers) const {
    auto& values = numbers.column<T>(0);
    if (is_ready_made(sizeof(T)))
      if (char const* const there = items_.show(piece); there != nullptr) {
        values.borrow({reinterpret_cast<T const*>(there), piece.count});
        numbers.rows = piece.count;
        return;
      }
    T* const to = values.reserve(items_.most());
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
      T* const imaginary = numbers.column<T>(1).reserve(items_.most());
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
    auto const* const stored = reinterpret_cast<char const*>(scratch.reserve(items_.most()));
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
          throw failure(exit_code::bad_data, items_.name() + ": element " + std::to_string(items_.first_of(piece) + i) +
                                                 " (from 0) is " + std::to_string(x) +
                                                 ", which no f64 is; .astype('f8') would round it");
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

  item_cutter items_;
  binary_layout layout_;
  std::size_t size_;
};

}  // namespace

std::unique_ptr<reader> make_raw_reader(std::unique_ptr<input_bytes> bytes, element_type type,
                                        input_options const& options) {
  item_layout items{.size = size_of(type)};
  auto const* const source = bytes->positioned();
  items.open_ended = source == nullptr;
  if (source != nullptr) {
    items.count = source->size() / size_of(type);
    if (source->size() % size_of(type) != 0)
      throw failure(exit_code::bad_data, bytes->name() + ": its " + std::to_string(source->size()) +
                                             " bytes are no whole number of " + std::string(name_of(type)) +
                                             " elements; is it truncated, or another --type?");
  }
  return std::make_unique<binary_reader>(std::move(bytes), items,
                                         binary_layout{.type = type,
                                                       .big_endian = options.big_endian.value_or(false),
                                                       .skips_nan = options.numbers.skips_missing,
                                                       .description = {}});
}

std::unique_ptr<reader> make_npy_reader(std::unique_ptr<input_bytes> bytes, std::vector<std::string> const& columns,
                                        input_options const& options) {
  npy_start const start = read_npy_start(*bytes);
  auto const& header = start.header;
  if (!header.fields.empty())
    return make_column_reader(make_record_table(std::move(bytes), start, {columns, false, {}}, options));
  if (!options.columns.empty())
    throw failure(exit_code::usage,
                  bytes->name() + ": --column is for tables, such as CSV; this is an array of numbers");
  if (columns.size() > 1)
    throw failure(exit_code::usage,
                  bytes->name() + ": a dot product needs two inputs: two files, or one table with two columns");
  char const* const order = header.shape.size() < 2 ? "" : header.fortran_order ? " in Fortran order" : " in C order";
  binary_layout const layout{.type = header.type,
                             .big_endian = header.big_endian,
                             .is_complex = header.is_complex,
                             .skips_nan = options.numbers.skips_missing,
                             .description = shape_text(header.shape) + order};
  item_layout const items{.size = size_of(header.type), .offset = start.offset, .count = header.count};
  return std::make_unique<binary_reader>(std::move(bytes), items, layout);
}

}  // namespace isobit::tool
