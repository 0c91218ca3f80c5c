#pragma once
// Under the sanitizers of the preset asan the tests are the same, but time is another.

namespace cuttle::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// How much longer a sanitized program takes, rounded up.
constexpr double kSlowdown = kSanitized ? 20 : 1;

}  // namespace cuttle::testing
