#pragma once

#include <string_view>
#include <vector>

#include <isobit/version.hpp>

ISOBIT_NAMESPACE_BEGIN

/// The kernels exist once for each of these; they differ in speed only.
enum class instruction_set { scalar, sse2, avx2, avx512, neon };

[[nodiscard]] ISOBIT_API std::string_view name(instruction_set set) noexcept;

/// Those this build has and this machine can run, slowest first.
[[nodiscard]] ISOBIT_API std::vector<instruction_set> available_instruction_sets();

/// The one in use: the widest of this machine (where another is faster for some kernels, they use that), or what the
/// environment variable ISOBIT_FORCE_ISA names when the first operation runs. Throws `error` when it names one that is
/// unknown or not available: no silent downgrade.
[[nodiscard]] ISOBIT_API instruction_set active_instruction_set();

/// Whether the machine's sticky exception flags work (they certify the fastest kernels); emulators may lack them.
[[nodiscard]] ISOBIT_API bool exception_flags_work();

ISOBIT_NAMESPACE_END
