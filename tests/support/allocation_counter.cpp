#include "support/allocation_counter.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

namespace {

// the one mutable global of the tests: the hooks below have nowhere else to write
std::atomic<long> allocations{0};

void note_allocation() noexcept { allocations.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

// a sanitizer has its own malloc, which must not be hooked; the names below are glibc's
#if CUTTLE_SANITIZED || !defined(__GLIBC__)
static constexpr bool kHooked = false;
#else
static constexpr bool kHooked = true;

// glibc lets a program define malloc and keeps its own under these names; free stays glibc's
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  note_allocation();
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  note_allocation();
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  note_allocation();
  return __libc_realloc(old, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note_allocation();
  return __libc_memalign(alignment, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  note_allocation();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) noexcept {
  note_allocation();
  const bool power_of_two = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (!power_of_two || alignment % sizeof(void*) != 0) return EINVAL;
  void* memory = __libc_memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *out = memory;
  return 0;
}
}
#endif

namespace cuttle::testing {

AllocationCounter::AllocationCounter() : start_(allocations.load()) {}

long AllocationCounter::count() const { return allocations.load() - start_; }

void AllocationCounter::reset() { start_ = allocations.load(); }

bool AllocationCounter::available() { return kHooked; }

}  // namespace cuttle::testing
