#include "netcdf.hpp"

#include <algorithm>
#include <limits>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"

// "The NetCDF Classic Format Specification" of Unidata; numbers are big-endian, and all is padded to four bytes.

namespace isobit::tool {
namespace {

constexpr std::size_t usual_header = std::size_t{64} << 10, largest_header = std::size_t{64} << 20;
constexpr std::uint64_t largest_size = std::numeric_limits<std::int64_t>::max();

[[noreturn]] void refuse_header(std::string const& why) { throw failure(exit_code::bad_data, why); }

std::uint64_t checked_product(std::uint64_t x, std::uint64_t y) {
  if (y != 0 && x > largest_size / y) refuse_header("its header promises more bytes than any file has");
  return x * y;
}

std::uint64_t checked_sum(std::uint64_t x, std::uint64_t y) {
  if (x > largest_size || y > largest_size - x) refuse_header("its header promises more bytes than any file has");
  return x + y;
}

std::uint64_t padded(std::uint64_t size) { return checked_sum(size, 3) / 4 * 4; }

/// None where it is of characters.
std::optional<element_type> element_of(std::uint64_t type, bool has_64_bits) {
  constexpr std::optional<element_type> types[] = {element_type::i8,  {},
                                                   element_type::i16, element_type::i32,
                                                   element_type::f32, element_type::f64,
                                                   element_type::u8,  element_type::u16,
                                                   element_type::u32, element_type::i64,
                                                   element_type::u64};
  if (type < 1 || type > (has_64_bits ? std::size(types) : 6))
    refuse_header("its header is damaged: there is no type " + std::to_string(type));
  return types[type - 1];
}

std::uint64_t size_of_values(std::optional<element_type> type) { return type ? size_of(*type) : 1; }

class header_parser {
public:
  header_parser(std::function<std::string_view(std::size_t)> const& peek, std::uint64_t file_size)
      : peek_(peek), file_size_(file_size) {}

  std::vector<netcdf_variable> variables() {
    std::string_view const magic = take(4);
    if (!is_classic_netcdf(magic)) refuse_header("is no classic netCDF file");
    version_ = static_cast<unsigned char>(magic[3]);
    std::uint64_t const records = number(width());
    for (std::uint64_t left = list(0x0a); left != 0; --left) {
      name();
      dimensions_.push_back(count());
    }
    attributes();  // of the file
    std::vector<netcdf_variable> found;
    for (std::uint64_t left = list(0x0b); left != 0; --left) found.push_back(variable());
    place_records(found, records);
    return found;
  }

private:
  std::string_view take(std::uint64_t size) {
    if (size > file_size_ - at_) refuse_header("truncated, or its header is damaged: it goes on where the file ends");
    if (size > largest_header - at_) refuse_header("its header is damaged: it is longer than any");
    std::size_t const end = at_ + static_cast<std::size_t>(size);
    if (end > seen_.size()) seen_ = peek_(std::max({end, 2 * seen_.size(), usual_header}));
    if (end > seen_.size()) refuse_header("truncated: it ends within its header");
    auto const taken = seen_.substr(at_, end - at_);
    at_ = end;
    return taken;
  }

  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    for (char const byte : take(size)) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
  }

  [[nodiscard]] bool has_64_bits() const noexcept { return version_ == 5; }
  /// Of counts, in bytes.
  [[nodiscard]] std::size_t width() const noexcept { return has_64_bits() ? 8 : 4; }

  std::uint64_t count() {
    std::uint64_t const value = number(width());
    if (value >> (8 * width() - 1) != 0) refuse_header("its header is damaged: it has a negative length");
    return value;
  }

  std::string padded_bytes(std::uint64_t size) {
    std::string_view const bytes = take(padded(size));
    return std::string(bytes.substr(0, static_cast<std::size_t>(size)));
  }

  std::string name() {
    std::string text = padded_bytes(count());
    if (text.empty()) refuse_header("its header is damaged: a name is empty");
    return text;
  }

  /// How many things of a kind follow.
  std::uint64_t list(std::uint64_t kind) {
    std::uint64_t const tag = number(4), length = count();
    if (tag != kind && (tag != 0 || length != 0))
      refuse_header("its header is damaged: it has no list where one belongs");
    return length;
  }

  std::vector<netcdf_attribute> attributes() {
    std::vector<netcdf_attribute> found;
    for (std::uint64_t left = list(0x0c); left != 0; --left) {
      netcdf_attribute each;
      each.name = name();
      each.type = element_of(number(4), has_64_bits());
      each.values = padded_bytes(checked_product(count(), size_of_values(each.type)));
      found.push_back(std::move(each));
    }
    return found;
  }

  /// The extent of records is 0, as it is in the list of dimensions.
  netcdf_variable variable() {
    netcdf_variable found;
    found.name = name();
    for (std::uint64_t left = count(); left != 0; --left) {
      std::uint64_t const dimension = count();
      if (dimension >= dimensions_.size())
        refuse_header("its header is damaged: " + shown(found.name) + " has no shape");
      found.shape.push_back(dimensions_[static_cast<std::size_t>(dimension)]);
      if (found.shape.back() == 0 && found.shape.size() > 1)
        refuse_header("its header is damaged: the records of " + shown(found.name) + " are not its first dimension");
    }
    found.attributes = attributes();
    found.type = element_of(number(4), has_64_bits());
    take(width());  // its size, which the shape tells, too, even where this is too short for it
    found.begin = number(version_ == 1 ? 4 : 8);
    found.run_size = size_of_values(found.type);
    for (std::uint64_t const extent : found.shape)
      if (extent != 0) found.run_size = checked_product(found.run_size, extent);
    return found;
  }

  static bool has_records(netcdf_variable const& each) { return !each.shape.empty() && each.shape[0] == 0; }

  /// A record has a run of every such variable, padded unless there is only one of them.
  void place_records(std::vector<netcdf_variable>& all, std::uint64_t records) const {
    std::uint64_t stride = 0, begin = largest_size;
    bool const is_only = std::count_if(all.begin(), all.end(), has_records) == 1;
    for (auto const& each : all)
      if (has_records(each)) {
        stride = checked_sum(stride, is_only ? each.run_size : padded(each.run_size));
        begin = std::min(begin, each.begin);
      }
    bool const is_unknown = records == (has_64_bits() ? ~std::uint64_t{0} : 0xffffffff);  // as of a stream
    if (is_unknown) records = stride == 0 || begin > file_size_ ? 0 : (file_size_ - begin) / stride;
    for (auto& each : all)
      if (has_records(each)) {
        each.shape[0] = each.runs = records;
        each.stride = stride;
      }
    for (auto const& each : all)
      checked_sum(each.begin, checked_sum(checked_product(each.runs, each.stride), each.run_size));
  }

  std::function<std::string_view(std::size_t)> const& peek_;
  std::uint64_t file_size_;
  std::string_view seen_;
  std::size_t at_ = 0;
  int version_ = 1;
  std::vector<std::uint64_t> dimensions_;
};

}  // namespace

bool is_classic_netcdf(std::string_view start) noexcept {
  return start.starts_with("CDF\x01") || start.starts_with("CDF\x02") || start.starts_with("CDF\x05");
}

std::vector<netcdf_variable> parse_netcdf_header(std::function<std::string_view(std::size_t)> const& peek,
                                                 std::uint64_t file_size) {
  return header_parser(peek, file_size).variables();
}

}  // namespace isobit::tool
