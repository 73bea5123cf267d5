#include <isobit/mpi/tree_mail.hpp>

#include <algorithm>
#include <limits>
#include <string_view>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {
constexpr int values_tag = 0;
constexpr int first_failure_tag = 1;

/// How a message of a length that is known comes in where another may be longer, as when ranks pass values of two
/// types.
enum class reception {
  posted,  ///< MPI_Irecv as soon as it is expected
  plain,   ///< MPI_Recv
  probed,  ///< MPI_Mprobe first: nothing is ever too long
};

/// The fastest that the MPI in use survives, be it another version than that of its header. MPICH up to 4 takes a
/// message that is too long for MPI_Wait to the error handler of MPI_COMM_WORLD, which ends the program; for MPI_Recv,
/// to that of the communicator. MPICH 5 ends it in both, Open MPI 5 copies beyond the end. SimGrid has no MPI_Mprobe.
reception reception_of_mpi() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  check(MPI_Get_library_version(version, &length), "MPI_Get_library_version");
  std::string_view const text(version);
  auto const has = [&](char const* words) { return text.find(words) != text.npos; };
  if (has("Open MPI v4.") || has("Open MPI v3.") || has("SMPI Version")) return reception::posted;
  bool const by_intel = has("Intel(R) MPI");
  if (!by_intel && has("MPICH Version:") && (has("\t4.") || has("\t3."))) return reception::plain;
  return reception::probed;
}

reception how_to_receive() {
  static reception const how = reception_of_mpi();
  return how;
}

bool is_truncation(int code) {
  int kind = MPI_SUCCESS;
  if (code != MPI_SUCCESS) check(MPI_Error_class(code, &kind), "MPI_Error_class");
  return kind == MPI_ERR_TRUNCATE;
}

}  // namespace

tree_mail::~tree_mail() {
  for (message& one : outgoing_)
    if (one.request != MPI_REQUEST_NULL) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
  for (message& one : incoming_)
    if (one.request != MPI_REQUEST_NULL && MPI_Cancel(&one.request) == MPI_SUCCESS)
      MPI_Wait(&one.request, MPI_STATUS_IGNORE);
}

int tree_mail::items_in(std::size_t bytes) const {
  std::size_t const items = format_.size == 0 ? bytes : bytes / format_.size * static_cast<std::size_t>(format_.items);
  if (items > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw error(status::out_of_range, "isobit::mpi: a message of more than 2 GiB; reduce smaller values");
  return static_cast<int>(items);
}

void tree_mail::expect(int source, std::size_t values) {
  incoming_.push_back({source, std::vector<std::byte>(values * format_.size), MPI_REQUEST_NULL});
  if (format_.size == 0 || how_to_receive() != reception::posted) return;
  message& one = incoming_.back();
  check(MPI_Irecv(one.bytes.data(), items_in(one.bytes.size()), format_.type, source, MPI_ANY_TAG, comm_, &one.request),
        "MPI_Irecv");
}

tree_mail::letter tree_mail::receive() {
  message& one = incoming_[received_++];
  MPI_Status status;
  if (format_.size != 0 && how_to_receive() != reception::probed) {
    bool const posted = how_to_receive() == reception::posted;
    int const expected = items_in(one.bytes.size());
    int const code = posted
                         ? MPI_Wait(&one.request, &status)
                         : MPI_Recv(one.bytes.data(), expected, format_.type, one.partner, MPI_ANY_TAG, comm_, &status);
    if (is_truncation(code)) return {{}, one.partner, -1, false};
    check(code, posted ? "MPI_Wait" : "MPI_Recv");
    int items = 0;
    check(MPI_Get_count(&status, format_.type, &items), "MPI_Get_count");
    if (status.MPI_TAG == values_tag && items != expected) return {{}, one.partner, -1, false};
  } else {
    MPI_Message waiting;
    int length = 0;
    check(MPI_Mprobe(one.partner, MPI_ANY_TAG, comm_, &waiting, &status), "MPI_Mprobe");
    check(MPI_Get_count(&status, MPI_BYTE, &length), "MPI_Get_count");
    auto const bytes = static_cast<std::size_t>(length);
    bool const fits = format_.size == 0 || status.MPI_TAG != values_tag || bytes == one.bytes.size();
    one.bytes.resize(bytes);
    bool const whole = format_.size == 0 || !fits;  // in units of bytes
    check(MPI_Mrecv(one.bytes.data(), whole ? length : items_in(bytes), whole ? MPI_BYTE : format_.type, &waiting,
                    &status),
          "MPI_Mrecv");
    if (!fits) return {{}, one.partner, -1, false};
  }
  return {one.bytes, one.partner, status.MPI_TAG == values_tag ? -1 : status.MPI_TAG - first_failure_tag, true};
}

void tree_mail::send(int to, std::vector<std::byte> bytes) {
  int const items = items_in(bytes.size());
  outgoing_.push_back({to, std::move(bytes), MPI_REQUEST_NULL});
  message& one = outgoing_.back();
  check(MPI_Isend(one.bytes.data(), items, format_.type, to, values_tag, comm_, &one.request), "MPI_Isend");
}

void tree_mail::send_failure(int to, int failed) {
  int found = 0;
  int* largest = nullptr;
  check(MPI_Comm_get_attr(comm_, MPI_TAG_UB, static_cast<void*>(&largest), &found), "MPI_Comm_get_attr");
  int const limit = found ? *largest : 32767;
  outgoing_.push_back({to, {}, MPI_REQUEST_NULL});
  check(MPI_Isend(nullptr, 0, format_.type, to, std::min(failed + first_failure_tag, limit), comm_,
                  &outgoing_.back().request),
        "MPI_Isend");
}

void tree_mail::finish() {
  for (message& one : outgoing_) check(MPI_Wait(&one.request, MPI_STATUS_IGNORE), "MPI_Wait");
}

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
