#include "CurlBaseline.h"

#include <stdatomic.h>

#ifdef __GLIBC__

static atomic_ulong allocations;
static atomic_bool is_counting;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// While nothing is counted, threads share no cache line that changes, because that would slow them down.
static void count(void) {
    if (atomic_load_explicit(&is_counting, memory_order_relaxed)) atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    count();
    return __libc_realloc(old, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count();
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

void baseline_begin_counting(void) {
    atomic_store_explicit(&allocations, 0, memory_order_relaxed);
    atomic_store_explicit(&is_counting, true, memory_order_relaxed);
}

unsigned long baseline_end_counting(void) {
    atomic_store_explicit(&is_counting, false, memory_order_relaxed);
    return atomic_load_explicit(&allocations, memory_order_relaxed);
}

#else

void baseline_begin_counting(void) {}
unsigned long baseline_end_counting(void) { return 0; }

#endif
