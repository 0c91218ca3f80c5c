#pragma once
// Under the sanitizers of the preset asan the tests are the same, but time is another.

namespace cuttle::testing {

constexpr bool kSanitized = CUTTLE_SANITIZED;  // tests/CMakeLists.txt

/// How much longer a sanitized program takes, rounded up.
constexpr double kSlowdown = kSanitized ? 20 : 1;

}  // namespace cuttle::testing
