// What an audit is told: conditions, what is not finite, distances and hashes.
#include "column/inspect.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "column_data.hpp"
#include "support/check.hpp"

namespace isobit::test {
namespace {

using columns::column_facts;
using columns::element;
using columns::operation;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

/// A double as a number of another format; its value must be one there.
template <number_format Format> uint128 number_from(double x) {
  using f = columns::shape<Format>;
  uint128 const sign = std::signbit(x) ? f::sign_bit : 0;
  if (std::isnan(x)) return f::canonical_nan;
  if (std::isinf(x)) return sign | f::infinity;
  if (x == 0) return sign;
  auto const [negative, significand, exponent] = decompose(x);
  int const zeros = std::countl_zero(significand);
  return columns::rounded<Format>(negative, {uint128{significand} << (64 + zeros), exponent - 64 - zeros, false});
}

template <class Constant> class inspection : public testing::Test {
public:
  static constexpr number_format tested = Constant::value;

  static column_facts facts_of(operation what, std::vector<std::vector<uint128>> const& columns,
                               bool is_complex = false) {
    random_source random(1);
    auto const memory = row_memory::of<tested>(columns, static_cast<int>(columns[0].size()), random);
    auto const in = memory.view(is_complex ? 2 : 1);
    auto const exact = reduced({}, what, {tested, is_complex}, in);
    return columns::inspect(what, {tested, is_complex}, in, exact.data());
  }
  static column_facts facts_of(std::vector<double> const& column, operation what = operation::sum) {
    return facts_of(what, {column_of(column)});
  }
  static std::vector<uint128> column_of(std::vector<double> const& column) {
    std::vector<uint128> numbers;
    for (double x : column) numbers.push_back(number_from<tested>(x));
    return numbers;
  }

  static columns::distance distance_of(std::vector<uint128> const& one, std::vector<uint128> const& other,
                                       bool is_complex = false) {
    std::vector<std::byte> bytes[2];
    for (auto const* numbers : {&one, &other})
      for (uint128 x : *numbers) {
        auto& to = bytes[numbers == &other];
        to.resize(to.size() + size_of(tested));
        columns::store_bits<tested>(to.data() + to.size() - size_of(tested), x);
        if (tested == number_format::x87) to.back() = std::byte(numbers == &other);  // padding
      }
    return columns::distance_between({tested, is_complex}, one.size() / (is_complex ? 2 : 1), bytes[0].data(),
                                     bytes[1].data());
  }
};
TYPED_TEST_SUITE(inspection, format_types);

TYPED_TEST(inspection, condition_of_a_sum) {
  EXPECT_EQ(this->facts_of({3, 5}).condition, 1);
  EXPECT_EQ(this->facts_of({-3, -5}).condition, 1);
  EXPECT_EQ(this->facts_of({3, -1}).condition, 2);
  EXPECT_EQ(this->facts_of({1, 1.0 / 1024, -1}).condition, 2049);
  EXPECT_EQ(this->facts_of({1, -1}).condition, infinity);
  EXPECT_EQ(this->facts_of({0, -0.0}).condition, 0);
  EXPECT_EQ(this->facts_of({3, -1}, operation::product).condition, 0);
}

TYPED_TEST(inspection, condition_is_the_worst_of_all_columns) {
  for (std::size_t count : {1, 2, 5, 64, 65, 200})
    for (std::size_t place = 0; place < count; ++place) {
      std::vector<std::vector<uint128>> columns(count, this->column_of({1, 2, 5}));
      columns[place] = this->column_of({3, -1, 0});
      EXPECT_EQ(this->facts_of(operation::sum, columns).condition, 2);
      columns[place] = this->column_of({0, 0, 0});
      EXPECT_EQ(this->facts_of(operation::sum, columns).condition, count == 1 ? 0 : 1);
      columns[place] = this->column_of({1, -1, 0});
      EXPECT_EQ(this->facts_of(operation::sum, columns).condition, infinity);
    }
}

/// Long rows are looked at another way than single columns.
TYPED_TEST(inspection, condition_of_many_columns_is_the_worst_of_single_ones) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  for (int ranks : {2, 3, 5})
    for (std::size_t round = 0; round < scaled_count(40); ++round) {
      std::size_t const count = 1 + random.below(3000);
      int const nasty = random.between(0, 3);
      std::vector<std::vector<uint128>> columns(count);
      column_facts worst;
      for (auto& column : columns) {
        for (int rank = 0; rank < ranks; ++rank) {
          double const x = static_cast<double>(random.between(1, 1 << 20)) * (nasty > 0 && random.coin() ? -1 : 1);
          column.push_back(number_from<TestFixture::tested>(nasty == 0 ? 1 + x * 0x1p-23 : x));
        }
        if (nasty < 2 || random.below(500) != 0) {
        } else if (nasty == 2) {  // tiny, huge, nothing
          uint128 const ends[] = {0, 1, 2, f::sign_bit, f::sign_bit | 3, f::implicit_bit, f::infinity - 1};
          for (auto& x : column) x = ends[random.below(std::size(ends))];
        } else {
          column[0] = random.coin() ? f::infinity : f::canonical_nan;
        }
        worst.merge(this->facts_of(operation::sum, {column}));
      }
      auto const facts = this->facts_of(operation::sum, columns);
      EXPECT_EQ(facts.condition, worst.condition);
      EXPECT_EQ(facts.has_nan, worst.has_nan);
      EXPECT_EQ(facts.has_infinity, worst.has_infinity);
      EXPECT_EQ(facts.overflowed, worst.overflowed);
      if (testing::Test::HasFailure()) FAIL() << "seed " << first_seed() << ", " << ranks << " ranks, round " << round;
    }
}

TYPED_TEST(inspection, condition_at_the_ends_of_the_range) {
  using f = columns::shape<TestFixture::tested>;
  uint128 const largest = f::infinity - 1;
  // Magnitudes that overflow, a sum that does not.
  auto const facts = this->facts_of(operation::sum, {{largest, largest, largest | f::sign_bit}});
  EXPECT_EQ(facts.condition, 3);
  EXPECT_FALSE(facts.overflowed);
  EXPECT_EQ(this->facts_of(operation::sum, {{1, 1, 1 | f::sign_bit}}).condition, 3);
  // Far beyond a double, but not infinite: the sum is not zero.
  double const huge = this->facts_of(operation::sum, {{largest, 1, largest | f::sign_bit}}).condition;
  EXPECT_GT(huge, 1e80);
  EXPECT_LT(huge, infinity);
}

TYPED_TEST(inspection, what_is_not_finite) {
  using f = columns::shape<TestFixture::tested>;
  for (operation what : {operation::sum, operation::product})
    for (std::size_t count : {1, 70})
      for (std::size_t place : {std::size_t{0}, count - 1}) {
        std::vector<std::vector<uint128>> columns(count, this->column_of({1, 2, 4}));
        auto const facts_with = [&](std::vector<uint128> const& column) {
          columns[place] = column;
          return this->facts_of(what, columns);
        };
        auto facts = facts_with(this->column_of({1, 2, 3}));
        EXPECT_FALSE(facts.has_nan || facts.has_infinity || facts.overflowed);
        facts = facts_with(this->column_of({1, std::nan(""), 3}));
        EXPECT_TRUE(facts.has_nan && !facts.has_infinity && !facts.overflowed);
        facts = facts_with(this->column_of({1, 2, -infinity}));
        EXPECT_TRUE(!facts.has_nan && facts.has_infinity && !facts.overflowed);
        facts = facts_with(this->column_of({infinity, 2, -infinity}));
        EXPECT_TRUE(!facts.has_nan && facts.has_infinity && !facts.overflowed);
        facts = facts_with({f::infinity - 1, f::infinity - 1, f::infinity - 1});
        EXPECT_TRUE(!facts.has_nan && !facts.has_infinity && facts.overflowed);
        EXPECT_EQ(facts.condition, count == 1 || what == operation::product ? 0 : 1);
      }
}

TYPED_TEST(inspection, overflow_of_a_complex_product_is_one_of_finite_parts) {
  using f = columns::shape<TestFixture::tested>;
  uint128 const large = f::infinity - 1, one = number_from<TestFixture::tested>(1);
  EXPECT_TRUE(this->facts_of(operation::product, {{large, large}, {one, one}}, true).overflowed);
  auto const facts = this->facts_of(operation::product, {{one, one}, {f::infinity, one}}, true);
  EXPECT_TRUE(facts.has_infinity && !facts.overflowed);
}

TYPED_TEST(inspection, facts_merge) {
  column_facts a{2, true, false, false};
  a.merge({1, false, true, false});
  EXPECT_TRUE(a.condition == 2 && a.has_nan && a.has_infinity && !a.overflowed);
  a.merge({3, false, false, true});
  EXPECT_TRUE(a.condition == 3 && a.has_nan && a.has_infinity && a.overflowed);
}

TYPED_TEST(inspection, distances_count_steps) {
  using f = columns::shape<TestFixture::tested>;
  auto const steps = [&](uint128 a, uint128 b) {
    auto const one_way = this->distance_of({a}, {b}), other_way = this->distance_of({b}, {a});
    EXPECT_EQ(one_way.ulps, other_way.ulps);
    EXPECT_EQ(one_way.different, a != b ? 1u : 0u);
    return one_way.ulps;
  };
  uint128 const one = number_from<TestFixture::tested>(1), minus = f::sign_bit;
  EXPECT_EQ(steps(one, one), 0u);
  EXPECT_EQ(steps(one, one + 1), 1u);
  EXPECT_EQ(steps(one - 3, one + 4), 7u);
  EXPECT_EQ(steps(0, minus), 1u);
  EXPECT_EQ(steps(2, minus | 3), 6u);
  EXPECT_EQ(steps(f::implicit_bit - 1, f::implicit_bit), 1u);  // the largest subnormal and the next
  EXPECT_EQ(steps(one, f::infinity), most);
  EXPECT_EQ(steps(f::infinity - 1, f::infinity), most);
  EXPECT_EQ(steps(minus | f::infinity, f::infinity), most);
  EXPECT_EQ(steps(one, f::canonical_nan), most);
  EXPECT_EQ(steps(f::infinity, f::canonical_nan), most);
  EXPECT_EQ(steps(f::canonical_nan, f::canonical_nan | 1), 0u);
  uint128 const far = 2 * (f::infinity - 1) + 1;
  EXPECT_EQ(steps(f::infinity - 1, minus | (f::infinity - 1)), far > most ? most : static_cast<std::uint64_t>(far));
}

TYPED_TEST(inspection, distances_of_vectors) {
  uint128 const one = number_from<TestFixture::tested>(1);
  std::vector<uint128> const a(40, one);
  auto b = a;
  EXPECT_EQ(this->distance_of(a, b).different, 0u);
  b[6] += 2, b[7] += 5, b[20] -= 3;
  EXPECT_EQ(this->distance_of(a, b).different, 3u);
  EXPECT_EQ(this->distance_of(a, b).ulps, 5u);
  EXPECT_EQ(this->distance_of(a, b, true).different, 2u);
  EXPECT_EQ(this->distance_of(a, b, true).ulps, 5u);
  EXPECT_EQ(columns::distance_between({TestFixture::tested, false}, 0, nullptr, nullptr).different, 0u);
}

TYPED_TEST(inspection, distances_of_vectors_are_the_worst_of_single_ones) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  for (std::size_t round = 0; round < scaled_count(60); ++round) {
    std::size_t const count = 1 + random.below(2500);
    int const nasty = random.between(0, 2);
    std::vector<uint128> a(count), b;
    for (auto& x : a) {
      x = (uint128{random.next()} << 64 | random.next()) & (f::infinity - 1);
      if (f::precision < 64) x = random.next() % static_cast<std::uint64_t>(f::infinity);
      if (random.coin()) x |= f::sign_bit;
    }
    b = a;
    std::uint64_t different = 0, ulps = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (nasty > 0 && random.coin()) b[i] = nasty == 1 ? a[i] ^ random.below(8) : a[random.below(count)];
      if (random.below(700) == 0) b[i] = random.coin() ? f::infinity : f::canonical_nan;
      auto const alone = this->distance_of({a[i]}, {b[i]});
      different += alone.different;
      ulps = std::max(ulps, alone.ulps);
    }
    auto const together = this->distance_of(a, b);
    EXPECT_EQ(together.different, different);
    EXPECT_EQ(together.ulps, ulps);
    if (testing::Test::HasFailure()) FAIL() << "seed " << first_seed() << ", round " << round;
  }
}

TYPED_TEST(inspection, hashes_see_every_bit_and_no_padding) {
  element const type{TestFixture::tested, false};
  std::size_t const size = type.size(), used = type.format == number_format::x87 ? 10 : size;
  random_source random(first_seed());
  for (std::size_t count : {1, 2, 3, 4, 5, 8, 9, 31, 64, 67, 130}) {
    std::vector<std::byte> bytes(count * size);
    for (auto& byte : bytes) byte = static_cast<std::byte>(random.next());
    auto const hash = columns::hash_of(type, count, bytes.data());
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      bytes[bit / 8] ^= std::byte{1} << bit % 8;
      bool const is_same = columns::hash_of(type, count, bytes.data()) == hash;
      EXPECT_EQ(is_same, bit / 8 % size >= used) << "bit " << bit << " of " << count << " numbers";
      bytes[bit / 8] ^= std::byte{1} << bit % 8;
    }
    EXPECT_NE(columns::hash_of(type, count - 1, bytes.data()), hash);
    if (count % 2 == 0) {
      EXPECT_EQ(columns::hash_of({type.format, true}, count / 2, bytes.data()), hash);
    }
    std::swap_ranges(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size),
                     bytes.end() - static_cast<std::ptrdiff_t>(size));
    if (count > 1) {
      EXPECT_NE(columns::hash_of(type, count, bytes.data()), hash);
    }
  }
  std::byte const zeros[32 * 16] = {};
  EXPECT_NE(columns::hash_of(type, 31, zeros), columns::hash_of(type, 32, zeros));
}

/// The hash as docs/maths/columns.md#hash defines it, of whole words.
std::uint64_t hash_by_definition(std::uint64_t numbers, std::vector<std::uint64_t> const& words) {
  auto const take = [](std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word, 32) * 0x9e3779b1u; };
  std::vector<std::uint64_t> lanes(std::bit_ceil(std::clamp<std::size_t>(words.size(), 1, 32)));
  for (std::size_t k = 0; k < lanes.size(); ++k) lanes[k] = numbers + (k + 1) * 0x9e3779b97f4a7c15u;
  for (std::size_t i = 0; i < words.size(); ++i) lanes[i % 32] = take(lanes[i % 32], words[i]);
  for (std::size_t half = lanes.size() / 2; half != 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k)
      lanes[k] = std::rotl(lanes[k], 31) * ((2 * half + 1) * 0x9e3779b97f4a7c15u) + lanes[k + half];
  return arithmetic::splitmix64::mixed(lanes[0]);
}

TEST(hashes, are_those_of_the_definition) {
  random_source random(first_seed());
  for (std::size_t count : {0, 1, 2, 3, 17, 31, 32, 33, 63, 64, 65, 96, 200, 1024, 1055}) {
    std::vector<std::uint64_t> words(count + 1);
    for (auto& word : words) word = random.coin() ? random.next() : 0;
    auto const* const odd = reinterpret_cast<std::byte*>(words.data()) + 3;  // aligned for nothing
    std::vector<std::uint64_t> const moved = [&] {
      std::vector<std::uint64_t> result(count);
      if (count != 0) std::memcpy(result.data(), odd, count * sizeof(std::uint64_t));
      return result;
    }();
    element const type{number_format::binary64, false};
    EXPECT_EQ(columns::hash_of(type, count, odd), hash_by_definition(count, moved)) << count << " numbers";
    for (std::size_t first : {std::size_t{1}, count / 3, count / 2, count}) {
      if (first > count) continue;
      columns::number_hash in_pieces(type, count);
      in_pieces.add(first, odd);
      in_pieces.add(count - first, odd + first * sizeof(std::uint64_t));
      EXPECT_EQ(in_pieces.value(), hash_by_definition(count, moved)) << first << " of " << count << " numbers";
    }
  }
}

TEST(hashes, see_words_that_change_places) {
  element const type{number_format::binary64, false};
  random_source random(first_seed());
  std::vector<std::uint64_t> words(200);
  for (auto& word : words) word = random.next();
  auto const hash = columns::hash_of(type, words.size(), words.data());
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      std::swap(words[i], words[k]);
      EXPECT_NE(columns::hash_of(type, words.size(), words.data()), hash) << i << ", " << k;
      std::swap(words[i], words[k]);
      words[i] ^= std::uint64_t{1} << 63, words[k] ^= std::uint64_t{1} << 63;
      EXPECT_NE(columns::hash_of(type, words.size(), words.data()), hash) << "signs of " << i << ", " << k;
      words[i] ^= std::uint64_t{1} << 63, words[k] ^= std::uint64_t{1} << 63;
    }
}

TYPED_TEST(inspection, at_once_is_one_by_one) {
  using f = columns::shape<TestFixture::tested>;
  random_source random(first_seed());
  for (std::size_t round = 0; round < scaled_count(300); ++round) {
    bool const is_complex = random.coin();
    std::size_t const width = is_complex ? 2 : 1, count = 1 + random.below(random.coin() ? 90 : 700);
    auto const what = random.below(4) == 0 ? operation::product : operation::sum;
    int const ranks = 2 + static_cast<int>(random.below(3));
    std::vector<std::vector<uint128>> numbers(count * width);
    for (auto& column : numbers)
      for (int rank = 0; rank < ranks; ++rank)
        column.push_back(random.below(2000) == 0 ? f::infinity
                         : random.below(2000) == 0
                             ? f::canonical_nan
                             : number_from<TestFixture::tested>((random.below(8) == 0 ? -1.0 : 1.0) *
                                                                static_cast<double>(random.below(1 << 20))));
    auto const memory = row_memory::of<TestFixture::tested>(numbers, ranks, random);
    auto const in = memory.view(width);
    element const type{TestFixture::tested, is_complex};
    auto const exact = reduced({}, what, type, in);
    auto native = exact;
    if (random.coin())
      native[random.below(native.size() / size_of(type.format)) * size_of(type.format)] ^= std::byte{1};
    int const own = static_cast<int>(random.below(static_cast<std::uint64_t>(ranks)));

    columns::passing_columns passing(type, count, own, native.data());
    for (std::size_t first = 0; first < count;) {
      std::size_t const some = std::min(count - first, 2 * (1 + random.below(200)));
      std::size_t const skipped = first * type.size();
      passing.add(what, {in.first + skipped, in.stride, ranks, some}, exact.data() + skipped);
      first += some;
    }
    auto const facts = columns::inspect(what, type, in, exact.data());
    EXPECT_EQ(passing.facts.condition, facts.condition);
    EXPECT_EQ(passing.facts.has_nan, facts.has_nan);
    EXPECT_EQ(passing.facts.has_infinity, facts.has_infinity);
    EXPECT_EQ(passing.facts.overflowed, facts.overflowed);
    auto const apart = columns::distance_between(type, count, native.data(), exact.data());
    EXPECT_EQ(passing.from_native.different, apart.different);
    EXPECT_EQ(passing.from_native.ulps, apart.ulps);
    EXPECT_EQ(passing.input.value(),
              columns::hash_of(type, count, in.first + static_cast<std::size_t>(own) * in.stride));
    EXPECT_EQ(passing.result.value(), columns::hash_of(type, count, exact.data()));
    if (testing::Test::HasFailure()) FAIL() << "seed " << first_seed() << ", round " << round;
  }
}

}  // namespace
}  // namespace isobit::test
