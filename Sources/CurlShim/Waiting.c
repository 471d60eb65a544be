// A build of the whole package compiles this target on every platform; only Linux uses it.
#ifdef __linux__

#include "SocketTable.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// The numbers of libcurl's CURL_POLL_IN and so on.
enum { want_input = 1, want_output = 2, want_nothing_more = 4 };

// While an HTTP/2 server allows no more bytes of an upload (with 8.23.0, of two), libcurl waits for space to send, which there is, and would
// be called all the time. After this many calls in vain, only input is watched for, which may allow more bytes, for a time.
enum { most_vain = 32 };
static const int64_t muting = 20000000;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void watch_wake(EKSockets *sockets) {
    // An edge for each write, so that nobody needs to read it.
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.fd = sockets->wake};
    epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, sockets->wake, &event);
}

bool ek_sockets_begin(EKSockets *sockets) {
    sockets->epoll = epoll_create1(EPOLL_CLOEXEC);
    sockets->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    sockets->timer = INT64_MAX;
    sockets->now = now();
    sockets->ready_count = 0;
    bool has_begun = sockets->epoll >= 0 && sockets->wake >= 0 && !ek_is_reserved_descriptor(sockets->wake, sockets->reserve);
    if (!has_begun) {
        ek_sockets_end(sockets);
        return false;
    }
    watch_wake(sockets);
    ek_engines_add(sockets);
    return true;
}

bool ek_lacks_descriptors(int reserve) {
    int descriptor = eventfd(0, EFD_CLOEXEC);
    if (descriptor < 0) return errno == EMFILE;
    close(descriptor);
    return ek_is_reserved_descriptor(descriptor, reserve);
}

void ek_sockets_end(EKSockets *sockets) {
    ek_engines_remove(sockets);
    if (sockets->epoll >= 0) close(sockets->epoll);
    if (sockets->wake >= 0) close(sockets->wake);
    sockets->epoll = sockets->wake = -1;
}

bool ek_sockets_watch(EKSockets *sockets, int descriptor, uint32_t events) {
    struct known_socket *known = &sockets->known[descriptor];
    // libcurl may have closed its own descriptor and opened another with the same number.
    if (known->watched == events && (known->is_ours || !events)) return true;
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    int change = !events ? EPOLL_CTL_DEL : known->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
    bool is_done = epoll_ctl(sockets->epoll, change, descriptor, &event) == 0;
    if (!is_done && change == EPOLL_CTL_MOD && errno == ENOENT) {
        is_done = epoll_ctl(sockets->epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
    }
    known->watched = is_done ? events : 0;
    return is_done;
}

static void unmute(EKSockets *sockets, struct known_socket *known) {
    if (known->is_muted) sockets->muted--;
    known->is_muted = false;
    known->vain = 0;
}

int ek_sockets_want(void *easy, int descriptor, int what, void *context, void *unused) {
    (void)easy, (void)unused;
    EKSockets *sockets = context;
    struct known_socket *known = ek_sockets_known(sockets, descriptor);
    if (!known) return 0;
    if (what == want_nothing_more && ek_sockets_forget_closed(sockets, descriptor)) return 0;
    known->wanted = what == want_nothing_more ? 0 : what;
    unmute(sockets, known);
    if (known->is_ours && known->idle_since < INT64_MAX) ek_sockets_add_resting(sockets, -1);
    known->idle_since = known->wanted ? INT64_MAX : sockets->now;
    if (known->is_ours && !known->wanted) ek_sockets_add_resting(sockets, 1);
    if (known->is_ours && known->wanted) ek_sockets_set_idle(sockets, known, quiet);
    uint32_t events = (what & want_input ? EPOLLIN | EPOLLRDHUP : 0) | (what & want_output ? EPOLLOUT : 0);
    if (!known->wanted && known->is_ours) {
        // The next transfer on this connection usually follows at once. Leaving and entering the set again for each transfer would take
        // longer than poll.
        if (!(known->watched & EPOLLOUT)) return 0;
        events = EPOLLIN | EPOLLRDHUP;
    }
    ek_sockets_watch(sockets, descriptor, events);
    return 0;
}

int ek_sockets_set_timer(void *multi, long timeout_ms, void *context) {
    (void)multi;
    EKSockets *sockets = context;
    sockets->timer = timeout_ms < 0 ? INT64_MAX : timeout_ms == 0 ? 0 : now() + (int64_t)timeout_ms * 1000000;
    return 0;
}

int64_t ek_sockets_timer(const EKSockets *sockets) { return sockets->timer; }

bool ek_sockets_take_timer(EKSockets *sockets) {
    if (sockets->timer > 0 && (sockets->timer == INT64_MAX || sockets->timer > now())) return false;
    sockets->timer = INT64_MAX;
    return true;
}

// A socket that no transfer waits for, because its connection is idle or its transfer is paused, is reported only once.
static void note_idle(EKSockets *sockets, int descriptor, uint32_t found) {
    struct known_socket *known = &sockets->known[descriptor];
    bool has_ended = found & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
    if (known->is_ours) ek_sockets_set_idle(sockets, known, has_ended ? ended : unread);
    ek_sockets_watch(sockets, descriptor, has_ended || !known->is_ours ? 0 : EPOLLRDHUP);
}

// Whether libcurl has written nothing although there was space for a while.
static bool is_vain(struct known_socket *known, int descriptor, uint32_t found) {
    if (found != EPOLLOUT || known->wanted != (want_input | want_output) || !known->is_ours) return false;
    if (++known->vain < most_vain) return false;
    known->vain = 0;
    EKSent sent = ek_sockets_sent(descriptor);
    if (sent.acknowledged < 0) return false;
    bool is_vain = known->written == sent.written;
    known->written = sent.written;
    return is_vain;
}

static void mute(EKSockets *sockets, int descriptor) {
    sockets->known[descriptor].is_muted = true;
    if (sockets->muted++ == 0) sockets->muted_until = now() + muting;
    ek_sockets_watch(sockets, descriptor, EPOLLIN | EPOLLRDHUP);
}

static void watch_again(EKSockets *sockets, int descriptor) {
    unmute(sockets, &sockets->known[descriptor]);
    ek_sockets_watch(sockets, descriptor, EPOLLIN | EPOLLRDHUP | EPOLLOUT);
}

// Returns how long a wait may last.
static int unmute_in_time(EKSockets *sockets, int timeout_ms) {
    if (!sockets->muted) return timeout_ms;
    int64_t left = sockets->muted_until - now();
    if (left <= 0) {
        for (int i = 0; i < sockets->capacity && sockets->muted; i++) {
            if (sockets->known[i].is_muted) watch_again(sockets, i);
        }
        return timeout_ms;
    }
    int left_ms = (int)((left + 999999) / 1000000);
    return timeout_ms < 0 || timeout_ms > left_ms ? left_ms : timeout_ms;
}

int64_t ek_sockets_wait(EKSockets *sockets, int timeout_ms) {
    struct epoll_event found[ready_limit];
    timeout_ms = unmute_in_time(sockets, timeout_ms);
    int count = epoll_wait(sockets->epoll, found, ready_limit, timeout_ms);
    sockets->ready_count = 0;
    for (int i = 0; i < count; i++) {
        int descriptor = found[i].data.fd;
        if (descriptor == sockets->wake) continue;
        struct known_socket *known = &sockets->known[descriptor];
        if (known->is_muted) watch_again(sockets, descriptor);
        ek_sockets_look_at_first(known, descriptor);
        if (is_vain(known, descriptor, found[i].events)) {
            mute(sockets, descriptor);
        } else if (known->wanted) {
            sockets->ready[sockets->ready_count++] = descriptor;
        } else {
            note_idle(sockets, descriptor, found[i].events);
        }
    }
    return sockets->now = now();
}

int64_t ek_sockets_idle_since(const EKSockets *sockets, int descriptor) { return sockets->known[descriptor].idle_since; }

void ek_sockets_wake(EKSockets *sockets) { eventfd_write(sockets->wake, 1); }

size_t ek_sockets_unread(const EKSockets *sockets) { return sockets->idle[unread]; }
size_t ek_sockets_ended(const EKSockets *sockets) { return sockets->idle[ended]; }

#endif
