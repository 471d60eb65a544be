#include "ForkCount.h"

#include <pthread.h>

static unsigned count;

// The child's only thread runs it before fork returns.
static void count_fork(void) { count++; }

static void watch(void) { pthread_atfork(NULL, NULL, count_fork); }

unsigned ek_fork_count(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
    return count;
}
