#include "forecast_file.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace weather {
namespace {

/// The bytes of the head of a file (netCDF classic format with 64-bit offsets): big-endian, names padded to four bytes.
class bytes {
public:
  template <std::integral T> bytes& number(T value) {
    for (int shift = 8 * (static_cast<int>(sizeof(T)) - 1); shift >= 0; shift -= 8)
      text_ += static_cast<char>(static_cast<std::uint64_t>(value) >> shift & 0xff);
    return *this;
  }
  bytes& number(double value) { return number(std::bit_cast<std::uint64_t>(value)); }
  bytes& list(std::uint32_t tag, std::uint32_t count) { return number(tag).number(count); }
  bytes& word(std::string_view name) {
    number(static_cast<std::uint32_t>(name.size())).text_ += name;
    while (text_.size() % 4 != 0) text_ += '\0';
    return *this;
  }
  [[nodiscard]] std::string const& text() const { return text_; }

private:
  std::string text_;
};

enum tag : std::uint32_t { dimensions = 0x0a, variables = 0x0b, attributes = 0x0c };
enum type : std::uint32_t { characters = 2, integers = 4, doubles = 6 };

/// What a head says. Names come before numbers of fixed size, so each number has its place.
struct contents {
  extent cells;
  std::int32_t hour = 0;
  double usual_thickness = 0, usual_kinetic_energy = 0;

  static constexpr std::size_t rows_at = 24, columns_at = 36, hour_at = 64, thickness_at = 96, energy_at = 136;
};

constexpr std::array<std::array<std::string_view, 3>, 3> names = {
    {{"h", "m", "thickness"}, {"u", "m s-1", "wind along x"}, {"v", "m s-1", "wind along y"}}};

std::size_t bytes_of_field(extent cells) { return 8 * cells.x * cells.y; }

std::string head_with(contents const& c, std::size_t data_at) {
  bytes head;
  head.number(0x43444602u).number(0u);  // "CDF", 64-bit offsets, no records
  head.list(dimensions, 2);
  head.word("y").number(static_cast<std::uint32_t>(c.cells.y));
  head.word("x").number(static_cast<std::uint32_t>(c.cells.x));
  head.list(attributes, 3);
  head.word("hour").list(integers, 1).number(c.hour);
  head.word("usual_thickness").list(doubles, 1).number(c.usual_thickness);
  head.word("usual_kinetic_energy").list(doubles, 1).number(c.usual_kinetic_energy);
  head.list(variables, 3);
  for (auto const& [name, unit, long_name] : names) {
    head.word(name).number(2u).number(0u).number(1u);
    head.list(attributes, 2);
    head.word("units").number<std::uint32_t>(characters).word(unit);
    head.word("long_name").number<std::uint32_t>(characters).word(long_name);
    head.number<std::uint32_t>(doubles).number(static_cast<std::uint32_t>(bytes_of_field(c.cells)));
    head.number(static_cast<std::uint64_t>(data_at));
    data_at += bytes_of_field(c.cells);
  }
  return head.text();
}
std::string head_of(contents const& c) { return head_with(c, head_with(c, 0).size()); }

std::uint64_t number_at(std::string_view data, std::size_t place, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(data[place + i]);
  return value;
}
double double_at(std::string_view data, std::size_t place) { return std::bit_cast<double>(number_at(data, place, 8)); }

/// The numbers at their places, believed only if a head with these numbers is what the file begins with.
contents read_head(std::ifstream& in, std::filesystem::path const& path) {
  if (!in) throw std::runtime_error("cannot open '" + path.string() + "'");
  std::string found(head_of({}).size(), '\0');
  in.read(found.data(), static_cast<std::streamsize>(found.size()));
  contents const c = {.cells = {number_at(found, contents::columns_at, 4), number_at(found, contents::rows_at, 4)},
                      .hour = static_cast<std::int32_t>(number_at(found, contents::hour_at, 4)),
                      .usual_thickness = double_at(found, contents::thickness_at),
                      .usual_kinetic_energy = double_at(found, contents::energy_at)};
  std::error_code ignored;
  if (head_of(c) != found || std::filesystem::file_size(path, ignored) != found.size() + 3 * bytes_of_field(c.cells))
    throw std::runtime_error("'" + path.string() + "' is not a forecast of this program, or only a part of one");
  return c;
}

void save(std::filesystem::path const& path, std::string const& data) {
  // Whoever looks sees all of it or nothing.
  auto part = path;
  part += ".part";
  std::ofstream out(part, std::ios::binary);
  out.write(data.data(), static_cast<std::streamsize>(data.size()));
  out.close();
  if (!out) throw std::runtime_error("cannot write '" + part.string() + "'; name another folder with --output");
  std::filesystem::rename(part, path);
}

}  // namespace

void write_forecast(std::filesystem::path const& path, forecast const& f, decomposition const& parts,
                    ranks const& all) {
  extent const mine = parts.count();
  std::vector<double> packed;
  for (field const* one : {&f.fluid.h, &f.fluid.u, &f.fluid.v})
    for (std::size_t j = 0; j < mine.y; ++j) {
      double const* const row = one->row(static_cast<std::ptrdiff_t>(j));
      packed.insert(packed.end(), row, row + mine.x);
    }
  std::vector<std::size_t> counts;
  for (std::size_t rank = 0; rank < all.size(); ++rank) counts.push_back(3 * parts.count(rank).x * parts.count(rank).y);
  auto const blocks = all.gather(packed, counts);

  all.together([&] {
    if (all.rank() != 0) return;
    extent const cells = parts.cells();
    std::vector<double> fields(3 * cells.x * cells.y);
    for (std::size_t rank = 0; rank < blocks.size(); ++rank) {
      auto const [first, count] = std::pair(parts.first(rank), parts.count(rank));
      auto next = blocks[rank].begin();
      for (std::size_t one = 0; one < 3; ++one)
        for (std::size_t j = 0; j < count.y; ++j, next += static_cast<std::ptrdiff_t>(count.x))
          std::copy_n(next, count.x, fields.data() + (one * cells.y + first.y + j) * cells.x + first.x);
    }
    bytes data;
    for (double const value : fields) data.number(value);
    save(path, head_of({cells, f.hour, f.usual_thickness, f.usual_kinetic_energy}) + data.text());
  });
}

extent cells_in(std::filesystem::path const& path, ranks const& all) {
  extent cells;
  all.together([&] {
    std::ifstream in(path, std::ios::binary);
    cells = read_head(in, path).cells;
  });
  return cells;
}

forecast read_forecast(std::filesystem::path const& path, decomposition const& parts, ranks const& all) {
  forecast f(parts.count());
  all.together([&] {
    std::ifstream in(path, std::ios::binary);
    contents const c = read_head(in, path);
    f.hour = c.hour;
    f.usual_thickness = c.usual_thickness;
    f.usual_kinetic_energy = c.usual_kinetic_energy;
    std::size_t const data_at = head_of(c).size();
    std::array<field*, 3> const fields = {&f.fluid.h, &f.fluid.u, &f.fluid.v};
    std::string row(8 * parts.count().x, '\0');
    for (std::size_t one = 0; one < 3; ++one)
      for (std::size_t j = 0; j < parts.count().y; ++j) {
        std::size_t const cell = (one * c.cells.y + parts.first().y + j) * c.cells.x + parts.first().x;
        in.seekg(static_cast<std::streamoff>(data_at + 8 * cell));
        if (!in.read(row.data(), static_cast<std::streamsize>(row.size())))
          throw std::runtime_error("cannot read '" + path.string() + "'");
        for (std::size_t i = 0; i < parts.count().x; ++i)
          fields[one]->row(static_cast<std::ptrdiff_t>(j))[i] = double_at(row, 8 * i);
      }
  });
  return f;
}

}  // namespace weather
