#include "CurlBaseline.h"

#include <stdatomic.h>

#ifdef __GLIBC__

static atomic_ulong allocations;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

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

unsigned long baseline_allocations(void) { return atomic_load_explicit(&allocations, memory_order_relaxed); }

#else

unsigned long baseline_allocations(void) { return 0; }

#endif
