#include <isobit/mpi/tree_mail.hpp>

#include <algorithm>
#include <limits>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

namespace {
constexpr int values_tag = 0;
constexpr int first_failure_tag = 1;

// MPICH takes a message that is too long for MPI_Wait to the error handler of MPI_COMM_WORLD, which ends the program;
// for MPI_Recv, to that of the communicator.
#ifdef MPICH_VERSION
constexpr bool posts_receives = false;
#else
constexpr bool posts_receives = true;
#endif

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
  if (format_.size == 0 || !posts_receives) return;
  message& one = incoming_.back();
  check(MPI_Irecv(one.bytes.data(), items_in(one.bytes.size()), format_.type, source, MPI_ANY_TAG, comm_, &one.request),
        "MPI_Irecv");
}

tree_mail::letter tree_mail::receive() {
  message& one = incoming_[received_++];
  MPI_Status status;
  if (format_.size != 0) {
    int const expected = items_in(one.bytes.size());
    int const code = posts_receives
                         ? MPI_Wait(&one.request, &status)
                         : MPI_Recv(one.bytes.data(), expected, format_.type, one.partner, MPI_ANY_TAG, comm_, &status);
    if (is_truncation(code)) return {{}, one.partner, -1, false};
    check(code, posts_receives ? "MPI_Wait" : "MPI_Recv");
    int items = 0;
    check(MPI_Get_count(&status, format_.type, &items), "MPI_Get_count");
    if (status.MPI_TAG == values_tag && items != expected) return {{}, one.partner, -1, false};
  } else {
    MPI_Message waiting;
    int length = 0;
    check(MPI_Mprobe(one.partner, MPI_ANY_TAG, comm_, &waiting, &status), "MPI_Mprobe");
    check(MPI_Get_count(&status, format_.type, &length), "MPI_Get_count");
    one.bytes.resize(static_cast<std::size_t>(length));
    check(MPI_Mrecv(one.bytes.data(), length, format_.type, &waiting, &status), "MPI_Mrecv");
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
