#pragma once

#include <cstddef>

#include <isobit/driver/driver.hpp>

/// Threads that are kept from one call to the next, since starting one takes longer than most calls.
///
/// One call at a time has them all; they are started when first needed, and sleep until the next call, but for a few
/// microseconds. A call finds them as threads of its own would be: on the caller's processors, with its floating-point
/// environment. Signals of the process go to the program's own threads. A child of fork() starts with none; they end
/// with the process, or with the library where it is closed.
ISOBIT_NAMESPACE_BEGIN
namespace pool {

/// body(part) for every part, the first on the calling thread. False where nothing was done: another call has the
/// threads, or so many are not kept.
[[nodiscard]] bool run(std::size_t parts, task_ref body) noexcept;

}  // namespace pool
ISOBIT_NAMESPACE_END
