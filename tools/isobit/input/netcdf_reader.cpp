#include <algorithm>
#include <bit>
#include <cstring>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"
#include "column_choice.hpp"
#include "element_value.hpp"
#include "items.hpp"
#include "netcdf.hpp"
#include "netcdf_values.hpp"
#include "reader.hpp"
#include "shape.hpp"

namespace isobit::tool {
namespace {

constexpr bool file_is_swapped = std::endian::native == std::endian::little;

/// The bytes of a variable, run after run.
class variable_bytes final : public byte_source {
public:
  variable_bytes(file const& from, netcdf_variable const& variable)
      : from_(from), begin_(variable.begin), run_size_(variable.run_size), runs_(variable.runs),
        stride_(variable.stride) {}

  std::size_t read(char* to, std::size_t capacity) override {
    std::size_t done = 0;
    while (done < capacity && run_ < runs_) {
      auto const wanted = static_cast<std::size_t>(std::min<std::uint64_t>(capacity - done, run_size_ - in_run_));
      std::size_t const got = read_at(begin_ + run_ * stride_ + in_run_, to + done, wanted);
      done += got;
      in_run_ += got;
      if (got < wanted) break;
      if (in_run_ == run_size_) {
        in_run_ = 0;
        ++run_;
      }
    }
    return done;
  }

private:
  /// Short runs that are close to each other are read many at a time.
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t wanted) {
    if (runs_ == 1 || stride_ > window_size / 4) return from_.read_at(offset, to, wanted);
    if (offset - window_at_ > window_.size() || wanted > window_.size() - (offset - window_at_)) {
      window_.resize(window_size);
      window_.resize(from_.read_at(offset, window_.data(), window_size));
      window_at_ = offset;
    }
    std::size_t const got = std::min(wanted, window_.size() - static_cast<std::size_t>(offset - window_at_));
    std::memcpy(to, window_.data() + (offset - window_at_), got);
    return got;
  }

  static constexpr std::size_t window_size = std::size_t{256} << 10;

  file const& from_;
  std::uint64_t begin_, run_size_, runs_, stride_;
  std::uint64_t run_ = 0, in_run_ = 0;
  std::vector<char> window_;
  std::uint64_t window_at_ = 0;
};

/// The numbers of a variable's attribute.
std::vector<attribute_number> attribute_of(netcdf_variable const& variable, char const* name) {
  std::vector<attribute_number> numbers;
  for (auto const& each : variable.attributes)
    if (each.name == name && each.type)
      for (std::size_t at = 0; at < each.values.size(); at += size_of(*each.type))
        numbers.push_back(
            with_element(*each.type, file_is_swapped, each.values.data() + at, []<class T>(T x) -> attribute_number {
              if constexpr (std::floating_point<T>)
                return static_cast<double>(x);
              else if constexpr (std::signed_integral<T>)
                return static_cast<std::int64_t>(x);
              else
                return static_cast<std::uint64_t>(x);
            }));
  return numbers;
}

/// What netCDF fills a variable with until it is written; bytes may have any value.
std::optional<attribute_number> default_fill(element_type type) {
  switch (type) {
  case element_type::i16:
    return std::int64_t{-32767};
  case element_type::i32:
    return std::int64_t{-2147483647};
  case element_type::i64:
    return std::int64_t{-9223372036854775806};
  case element_type::u16:
    return std::uint64_t{65535};
  case element_type::u32:
    return std::uint64_t{4294967295};
  case element_type::u64:
    return std::uint64_t{18446744073709551614u};
  case element_type::f32:
  case element_type::f64:
    return 0x1.ep+122;
  default:
    return {};
  }
}

/// The variable that is wanted, or the only one. Throws `failure` with their names.
netcdf_variable const& choose(std::vector<netcdf_variable> const& all, std::string wanted, std::string const& input) {
  std::vector<std::string> names;
  for (auto const& each : all)
    if (each.type) names.push_back(each.name);
  if (wanted.empty() && names.empty()) throw failure(exit_code::bad_data, input + ": holds no variables of numbers");
  if (wanted.empty() && names.size() > 1)
    throw failure(exit_code::usage, input + ": holds several variables; say which, as in " + input + ":" + names[0] +
                                        "; there are " + list_of_names(names));
  if (wanted.empty()) wanted = names[0];
  if (wanted.starts_with('/')) wanted.erase(0, 1);  // as in a netCDF-4 file, which has groups
  auto const found = std::find_if(all.begin(), all.end(), [&](auto const& each) { return each.name == wanted; });
  if (found == all.end())
    throw failure(exit_code::bad_data,
                  input + ": there is no variable " + shown(wanted) + "; there are " + list_of_names(names));
  if (!found->type) throw failure(exit_code::bad_data, input + ":" + wanted + ": the variable holds characters");
  return *found;
}

std::vector<netcdf_variable> variables_of(input_bytes& bytes) {
  try {
    return parse_netcdf_header([&](std::size_t count) { return bytes.peek(count); }, bytes.positioned()->size());
  } catch (failure const& problem) {
    throw failure(problem.code(), bytes.name() + ": " + problem.what());
  }
}

class netcdf_reader final : public reader {
public:
  netcdf_reader(std::unique_ptr<input_bytes> bytes, netcdf_variable const& variable, input_options const& options)
      : single_(tool::is_single(*variable.type)),
        layout_(shape_text(variable.shape) + (variable.shape.size() < 2 ? "" : " in C order")),
        values_({.name = bytes->name(),
                 .type = *variable.type,
                 .swaps = file_is_swapped,
                 .skips_missing = options.numbers.skips_missing,
                 .default_fill = default_fill(*variable.type)},
                [&](char const* name) { return attribute_of(variable, name); }),
        items_(std::move(bytes), {.size = size_of(*variable.type),
                                  .count = variable.run_size / size_of(*variable.type) * variable.runs}) {}

  bool cut(chunk& piece) override { return items_.cut(piece); }
  void decode(chunk& piece, block& numbers) const override {
    values_.decode(piece.bytes.data(), piece.count, items_.first_of(piece), numbers);
  }
  [[nodiscard]] bool is_single() const noexcept override { return single_; }
  [[nodiscard]] std::string layout() const override { return layout_; }

private:
  bool single_;
  std::string layout_;
  netcdf_values values_;
  item_cutter items_;
};

}  // namespace

std::unique_ptr<reader> make_netcdf_reader(std::unique_ptr<input_bytes> bytes, std::string const& variable,
                                           input_options const& options) {
  auto const all = variables_of(*bytes);
  auto const& chosen = choose(all, variable, bytes->name());
  file const& source = *bytes->positioned();
  bytes->enter(std::make_unique<variable_bytes>(source, chosen), bytes->name() + ":" + chosen.name);
  std::uint64_t const end = chosen.runs == 0 ? 0 : chosen.begin + (chosen.runs - 1) * chosen.stride + chosen.run_size;
  if (end > source.size())
    throw failure(exit_code::bad_data, bytes->name() + ": truncated: it goes to byte " + std::to_string(end) +
                                           ", and the file has " + std::to_string(source.size()));
  return std::make_unique<netcdf_reader>(std::move(bytes), chosen, options);
}

}  // namespace isobit::tool
