#include "certificate.hpp"

namespace isobit::tool {

// tests/command/certificate.py computes it without isobit, from the definition of every result.
char const golden_certificate[] = "83897086f5c5ef3373f0bee38dc8e2ebb350d4077442550e6714339bfc31cea3";

}  // namespace isobit::tool
