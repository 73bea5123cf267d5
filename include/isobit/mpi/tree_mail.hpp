#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <isobit/mpi/communicator.hpp>
#include <isobit/mpi/tree_value.hpp>

ISOBIT_NAMESPACE_BEGIN
namespace mpi::detail {

/// The messages of one reduction on this rank. Receives of known length are posted when they are expected, where the
/// MPI in use survives one that is too long. A rank that failed says so by an empty message whose tag names the rank.
class ISOBIT_API tree_mail {
public:
  struct letter {
    std::span<std::byte const> bytes;
    int partner;
    int failed;  ///< the rank that could not do its part, or -1
    bool fits;   ///< as long as expected
  };

  tree_mail(MPI_Comm comm, wire_format format) : comm_(comm), format_(format) {}
  tree_mail(tree_mail const&) = delete;
  tree_mail& operator=(tree_mail const&) = delete;
  /// Leaves no message behind that has a buffer here.
  ~tree_mail();

  void expect(int source, std::size_t values);
  /// The next letter in the order of expectation; it is valid until the mail is gone.
  [[nodiscard]] letter receive();
  void send(int to, std::vector<std::byte> bytes);
  void send_failure(int to, int failed);
  /// Waits until everything is sent.
  void finish();

private:
  struct message {
    int partner;
    std::vector<std::byte> bytes;
    MPI_Request request;
  };

  [[nodiscard]] int items_in(std::size_t bytes) const;

  MPI_Comm comm_;
  wire_format format_;
  std::vector<message> incoming_, outgoing_;
  std::size_t received_ = 0;
};

}  // namespace mpi::detail
ISOBIT_NAMESPACE_END
