#include "zip.hpp"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <span>
#include <string_view>

#include "../basics/failure.hpp"
#include "../basics/printable.hpp"

namespace isobit::tool {
namespace {

constexpr std::uint32_t all_ones = 0xffffffff;  // the value is in a field of zip64

/// Numbers in little-endian order from a piece of an archive.
class zip_record {
public:
  zip_record(file const& archive, std::string const& name, std::uint64_t offset, std::size_t size)
      : name_(name), bytes_(size, '\0') {
    if (archive.read_at(offset, bytes_.data(), size) != size) refuse();
  }
  [[nodiscard]] std::uint64_t number(std::size_t at, std::size_t size) const {
    if (at + size > bytes_.size()) refuse();
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return value;
  }
  [[nodiscard]] std::string_view text(std::size_t at, std::size_t size) const {
    if (at + size > bytes_.size()) refuse();
    return std::string_view(bytes_).substr(at, size);
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  [[noreturn]] void refuse() const {
    throw failure(exit_code::bad_data, name_ + ": its directory is damaged: truncated?");
  }

private:
  std::string const& name_;
  std::string bytes_;
};

struct zip_directory {
  std::uint64_t offset, size, entries;
};

/// The record at the very end says where the directory is; there may be a comment behind it.
zip_directory find_directory(file const& archive, std::string const& name) {
  constexpr std::size_t end_size = 22, longest_comment = 65535, locator_size = 20, end64_size = 56;
  auto const tail_size = static_cast<std::size_t>(std::min<std::uint64_t>(archive.size(), end_size + longest_comment));
  std::uint64_t const tail_offset = archive.size() - tail_size;
  zip_record const tail(archive, name, tail_offset, tail_size);
  std::string_view const text = tail.text(0, tail_size);
  auto at = text.rfind("PK\5\6");
  while (at != text.npos && (tail_size - at < end_size || tail.number(at + 20, 2) != tail_size - at - end_size))
    at = at == 0 ? text.npos : text.rfind("PK\5\6", at - 1);
  if (at == text.npos) tail.refuse();
  zip_directory directory{tail.number(at + 16, 4), tail.number(at + 12, 4), tail.number(at + 10, 2)};
  bool const is_large = directory.offset == all_ones || directory.size == all_ones || directory.entries == 0xffff;
  if (!is_large || tail_offset + at < locator_size) return directory;
  zip_record const locator(archive, name, tail_offset + at - locator_size, locator_size);
  if (locator.text(0, 4) != "PK\6\7") return directory;
  zip_record const end64(archive, name, locator.number(8, 8), end64_size);
  if (end64.text(0, 4) != "PK\6\6") tail.refuse();
  return {end64.number(48, 8), end64.number(40, 8), end64.number(32, 8)};
}

/// Sizes and offsets that did not fit are in a field of their own, in this order.
void read_zip64(zip_record const& record, std::size_t at, std::size_t end, zip_member& member) {
  while (at + 4 <= end) {
    std::uint64_t const id = record.number(at, 2), size = record.number(at + 2, 2);
    at += 4;
    if (id != 1) {
      at += size;
      continue;
    }
    for (std::uint64_t* const value : {&member.size, &member.packed_size, &member.header_offset})
      if (*value == all_ones) {
        *value = record.number(at, 8);
        at += 8;
      }
    return;
  }
}

class zip_member_source final : public byte_source {
public:
  zip_member_source(file const& archive, zip_member const& member, std::uint64_t offset, std::string name)
      : archive_(archive), name_(std::move(name)), at_(offset), packed_left_(member.packed_size), left_(member.size),
        crc_(member.crc), is_deflated_(member.method != 0) {
    if (is_deflated_ && inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  ~zip_member_source() override {
    if (is_deflated_) inflateEnd(&stream_);
  }
  zip_member_source(zip_member_source const&) = delete;
  zip_member_source& operator=(zip_member_source const&) = delete;

  std::size_t read(char* to, std::size_t capacity) override {
    auto const wanted = static_cast<std::size_t>(std::min<std::uint64_t>(capacity, left_));
    if (is_deflated_)
      inflate_next({to, wanted});
    else if (take_packed(to, wanted) != wanted)
      refuse("it is truncated");
    found_ = static_cast<std::uint32_t>(::crc32_z(found_, reinterpret_cast<Bytef const*>(to), wanted));
    left_ -= wanted;
    if (left_ == 0 && wanted != 0 && found_ != crc_) refuse("its checksum is wrong");
    return wanted;
  }

private:
  [[noreturn]] void refuse(std::string const& why) const {
    throw failure(exit_code::bad_data, name_ + ": bad zip data: " + why);
  }

  std::size_t take_packed(char* to, std::size_t capacity) {
    std::size_t const got =
        archive_.read_at(at_, to, static_cast<std::size_t>(std::min<std::uint64_t>(capacity, packed_left_)));
    at_ += got;
    packed_left_ -= got;
    return got;
  }

  void inflate_next(std::span<char> room) {
    constexpr std::size_t largest_step = std::size_t{1} << 30;  // zlib counts in unsigned ints
    while (!room.empty()) {
      if (stream_.avail_in == 0) {
        buffer_.resize(std::size_t{256} << 10);
        stream_.avail_in = static_cast<uInt>(take_packed(buffer_.data(), buffer_.size()));
        stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
      }
      std::size_t const most = std::min(room.size(), largest_step);
      stream_.next_out = reinterpret_cast<Bytef*>(room.data());
      stream_.avail_out = static_cast<uInt>(most);
      int const result = inflate(&stream_, Z_NO_FLUSH);
      room = room.subspan(most - stream_.avail_out);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      if (result == Z_OK || (result == Z_STREAM_END && room.empty())) continue;
      refuse(result == Z_BUF_ERROR || result == Z_STREAM_END ? "it is truncated" : "it is corrupt");
    }
  }

  file const& archive_;
  std::string name_;
  std::uint64_t at_;
  std::uint64_t packed_left_;
  std::uint64_t left_;
  std::uint32_t crc_;
  std::uint32_t found_ = 0;
  bool is_deflated_;
  std::vector<char> buffer_;
  z_stream stream_{};
};

}  // namespace

std::vector<zip_member> zip_members(file const& archive, std::string const& name) {
  constexpr std::size_t entry_size = 46;
  auto const directory = find_directory(archive, name);
  if (directory.offset > archive.size() || directory.size > archive.size() - directory.offset)
    throw failure(exit_code::bad_data, name + ": its directory is damaged: truncated?");
  zip_record const record(archive, name, directory.offset, static_cast<std::size_t>(directory.size));
  std::vector<zip_member> members;
  std::size_t at = 0;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    if (record.text(at, 4) != "PK\1\2") record.refuse();
    zip_member member;
    member.is_encrypted = (record.number(at + 8, 2) & 1) != 0;
    member.method = static_cast<std::uint16_t>(record.number(at + 10, 2));
    member.crc = static_cast<std::uint32_t>(record.number(at + 16, 4));
    member.packed_size = record.number(at + 20, 4);
    member.size = record.number(at + 24, 4);
    member.header_offset = record.number(at + 42, 4);
    std::size_t const name_size = record.number(at + 28, 2), extra_size = record.number(at + 30, 2);
    std::size_t const extra = at + entry_size + name_size;
    member.name = record.text(at + entry_size, name_size);
    static_cast<void>(record.text(extra, extra_size));  // refuses where it is not there
    read_zip64(record, extra, extra + extra_size, member);
    members.push_back(std::move(member));
    at = extra + extra_size + record.number(at + 32, 2);
  }
  return members;
}

std::unique_ptr<byte_source> open_zip_member(file const& archive, zip_member const& member, std::string const& name) {
  constexpr std::size_t header_size = 30;
  if (member.is_encrypted) throw failure(exit_code::bad_data, name + ": is encrypted; unzip it first");
  if (member.method != 0 && member.method != Z_DEFLATED)
    throw failure(exit_code::bad_data, name + ": is compressed by method " + std::to_string(member.method) +
                                           ", which isobit does not undo; unzip it first");
  zip_record const header(archive, name, member.header_offset, header_size);
  if (header.text(0, 4) != "PK\3\4") header.refuse();
  std::uint64_t const offset = member.header_offset + header_size + header.number(26, 2) + header.number(28, 2);
  return std::make_unique<zip_member_source>(archive, member, offset, name);
}

}  // namespace isobit::tool
