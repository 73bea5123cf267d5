#include "plain.hpp"

namespace bench::vocabulary {

plain_loops const plain_avx2 = plain_vocabulary<32>::loops;

}  // namespace bench::vocabulary
