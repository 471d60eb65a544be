// All engines of the process, which share its descriptors.
// A build of the whole package compiles this target on every platform; only Linux uses it.
#ifdef __linux__

#include "SocketTable.h"

#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_relieved;
static EKSockets *engines;
static _Atomic int engine_count;
static _Atomic unsigned asked;
static _Atomic long resting;
static int64_t woken;

// A forked child has none of the engines' threads, and one of them may have held the lock.
static void forget(void) {
    pthread_mutex_init(&lock, NULL);
    engines = NULL;
    engine_count = 0;
    resting = 0;
}

static void prepare(void) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&has_relieved, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_atfork(NULL, NULL, forget);
}

static void begin(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
    pthread_mutex_lock(&lock);
}

static void wake_all(void) {
    for (EKSockets *engine = engines; engine; engine = engine->next_engine) ek_sockets_wake(engine);
}

// Requests are numbered, and the numbers may overflow.
static bool is_fulfilled(unsigned request) {
    for (EKSockets *engine = engines; engine; engine = engine->next_engine) {
        if ((int)(engine->relieved - request) < 0) return false;
    }
    return true;
}

void ek_engines_add(EKSockets *sockets) {
    begin();
    sockets->relieved = asked;
    sockets->next_engine = engines;
    sockets->is_listed = true;
    engines = sockets;
    engine_count++;
    // The others learn that their share has become smaller when they next wake: waking thousands for each new one would take too long.
    pthread_mutex_unlock(&lock);
}

void ek_engines_remove(EKSockets *sockets) {
    if (!sockets->is_listed) return;
    sockets->is_listed = false;
    begin();
    bool was_awaited = !is_fulfilled(asked);
    EKSockets **link = &engines;
    while (*link && *link != sockets) link = &(*link)->next_engine;
    if (*link) {
        *link = sockets->next_engine;
        engine_count--;
    }
    if (was_awaited && is_fulfilled(asked)) {
        pthread_cond_broadcast(&has_relieved);
        wake_all();
    }
    pthread_mutex_unlock(&lock);
}

int ek_sockets_engines(void) { return engine_count; }

void ek_sockets_add_resting(EKSockets *sockets, int change) {
    sockets->resting += change;
    resting += change;
}

long ek_engines_resting(void) { return resting; }

void ek_engines_wake(int64_t now, int pause_ms) {
    begin();
    if (now - woken >= (int64_t)pause_ms * 1000000) {
        woken = now;
        wake_all();
    }
    pthread_mutex_unlock(&lock);
}

unsigned ek_relief_ask(void) {
    begin();
    unsigned request = ++asked;
    wake_all();
    pthread_mutex_unlock(&lock);
    return request;
}

bool ek_relief_is_due(const EKSockets *sockets) { return sockets->relieved != asked; }

void ek_relief_finish(EKSockets *sockets) {
    begin();
    sockets->relieved = asked;
    if (is_fulfilled(asked)) {
        pthread_cond_broadcast(&has_relieved);
        wake_all();
    }
    pthread_mutex_unlock(&lock);
}

bool ek_relief_is_complete(unsigned request) {
    begin();
    bool is_complete = is_fulfilled(request);
    pthread_mutex_unlock(&lock);
    return is_complete;
}

void ek_relief_wait(int timeout_ms) {
    unsigned request = ek_relief_ask();
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    int64_t nanoseconds = end.tv_nsec + (int64_t)timeout_ms * 1000000;
    end.tv_sec += nanoseconds / 1000000000;
    end.tv_nsec = nanoseconds % 1000000000;
    begin();
    while (!is_fulfilled(request) && pthread_cond_timedwait(&has_relieved, &lock, &end) == 0) {}
    pthread_mutex_unlock(&lock);
}

#endif
