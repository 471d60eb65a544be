// A build of the whole package compiles this target on every platform; only Linux uses it.
#ifdef __linux__

// SOCK_CLOEXEC is Linux's own.
#define _GNU_SOURCE
#include "SocketTable.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// The start of libcurl's struct curl_sockaddr.
struct address {
    int family, type, protocol;
};

EKSockets *ek_sockets_new(int reserve) {
    EKSockets *sockets = calloc(1, sizeof *sockets);
    if (!sockets) return NULL;
    for (int i = 0; i < list_count; i++) sockets->lists[i] = -1;
    sockets->epoll = sockets->wake = -1;
    sockets->timer = INT64_MAX;
    sockets->reserve = reserve;
    return sockets;
}

void ek_sockets_free(EKSockets *sockets) {
    if (!sockets) return;
    ek_sockets_end(sockets);
    free(sockets->known);
    free(sockets);
}

size_t ek_sockets_count(const EKSockets *sockets) { return sockets->count; }
size_t ek_sockets_resting(const EKSockets *sockets) { return sockets->resting; }

bool ek_is_reserved_descriptor(int descriptor, int reserve) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    return (rlim_t)descriptor + (rlim_t)reserve >= limit.rlim_cur;
}

struct known_socket *ek_sockets_known(EKSockets *sockets, int descriptor) {
    if (descriptor < 0) return NULL;
    if (descriptor >= sockets->capacity) {
        int capacity = sockets->capacity ? sockets->capacity : 64;
        while (capacity <= descriptor) capacity *= 2;
        struct known_socket *known = realloc(sockets->known, (size_t)capacity * sizeof *known);
        if (!known) return NULL;
        for (int i = sockets->capacity; i < capacity; i++) known[i] = (struct known_socket){.list = no_list};
        sockets->known = known;
        sockets->capacity = capacity;
    }
    return &sockets->known[descriptor];
}

static void move(EKSockets *sockets, int descriptor, int list) {
    struct known_socket *socket = &sockets->known[descriptor];
    if (socket->list != no_list) {
        int *link = &sockets->lists[socket->list];
        while (*link != descriptor) link = &sockets->known[*link].next;
        *link = socket->next;
    }
    socket->list = list;
    if (list == no_list) return;
    socket->next = sockets->lists[list];
    sockets->lists[list] = descriptor;
}

void ek_sockets_set_idle(EKSockets *sockets, struct known_socket *socket, enum idle idle) {
    sockets->idle[socket->idle]--;
    socket->idle = idle;
    sockets->idle[idle]++;
}

static void forget(EKSockets *sockets, int descriptor) {
    struct known_socket *known = &sockets->known[descriptor];
    move(sockets, descriptor, no_list);
    sockets->idle[known->idle]--;
    if (known->idle_since < INT64_MAX) ek_sockets_add_resting(sockets, -1);
    if (known->is_muted) sockets->muted--;
    *known = (struct known_socket){.list = no_list};
    sockets->count--;
}

// Identifies a socket for the whole time that the machine runs; 0 before Linux 4.12.
static uint64_t cookie(int descriptor) {
    uint64_t cookie = 0;
    socklen_t size = sizeof cookie;
    return getsockopt(descriptor, SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0 ? cookie : 0;
}

bool ek_sockets_forget_closed(EKSockets *sockets, int descriptor) {
    struct known_socket *known = &sockets->known[descriptor];
    if (!known->is_ours || known->has_settled) return false;
    known->has_settled = known->cookie == cookie(descriptor);
    if (!known->has_settled) forget(sockets, descriptor);
    return !known->has_settled;
}

int ek_sockets_open(EKSockets *sockets, void *address) {
    const struct address *wanted = address;
    // Close-on-exec from its creation, because another thread may start a child at any time.
    int descriptor = socket(wanted->family, wanted->type | SOCK_CLOEXEC, wanted->protocol);
    if (descriptor < 0) return -1;
    int problem = ek_is_reserved_descriptor(descriptor, sockets->reserve) ? EMFILE : 0;
    struct known_socket *known = problem ? NULL : ek_sockets_known(sockets, descriptor);
    if (!known && !problem) problem = ENOMEM;
    // libcurl 7.88.1 closes a socket that hasn't connected without saying so.
    if (known && known->is_ours) forget(sockets, descriptor);
    if (known) known->watched = 0;
    // libcurl first waits for the connection.
    if (!problem && !ek_sockets_watch(sockets, descriptor, EPOLLOUT)) problem = errno;
    if (problem) {
        close(descriptor);
        errno = problem;
        return -1;
    }
    *known = (struct known_socket){
        .is_ours = true,
        .watched = EPOLLOUT,
        .idle_since = INT64_MAX,
        .written = -1,
        .list = no_list,
        .cookie = cookie(descriptor),
    };
    sockets->count++;
    sockets->idle[quiet]++;
    move(sockets, descriptor, unidentified);
    return descriptor;
}

static void note_nothing(struct known_socket *known, int descriptor) {
    int64_t received = known->first == awaited ? ek_sockets_received(descriptor) : -1;
    // The kernel counts the peer's end as a byte.
    if (received >= 0 && received <= 1) known->first = nothing;
}

int ek_sockets_close(void *context, int descriptor) {
    EKSockets *sockets = context;
    struct known_socket *known = ek_sockets_known(sockets, descriptor);
    if (known && known->is_ours) {
        note_nothing(known, descriptor);
        // Closing alone doesn't end it while a child process that is being started has a copy.
        ek_sockets_watch(sockets, descriptor, 0);
        enum first first = known->first;
        forget(sockets, descriptor);
        known->first = first;
    }
    return close(descriptor);
}

enum identity { connecting, identified, without_address };

static enum identity learn(int descriptor, struct known_socket *local) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address = {0};
    socklen_t size = sizeof address;
    if (getsockname(descriptor, &address.any, &size) != 0) return connecting;
    bool is_v6 = address.any.sa_family == AF_INET6;
    if (!is_v6 && address.any.sa_family != AF_INET) return without_address;
    const void *bytes = is_v6 ? (const void *)&address.v6.sin6_addr : &address.v4.sin_addr;
    if (!inet_ntop(address.any.sa_family, bytes, local->ip, sizeof local->ip)) return connecting;
    local->key = ntohs(is_v6 ? address.v6.sin6_port : address.v4.sin_port);
    return local->key != 0 ? identified : connecting;
}

static int bucket(int64_t key) { return (int)(key % bucket_count); }

// Several local addresses may have the same port.
static int find(const EKSockets *sockets, int64_t key, const char *ip) {
    int descriptor = sockets->lists[bucket(key)];
    while (descriptor >= 0) {
        const struct known_socket *known = &sockets->known[descriptor];
        if (known->key == key && strcmp(known->ip, ip) == 0) break;
        descriptor = known->next;
    }
    return descriptor;
}

int ek_sockets_find(EKSockets *sockets, const char *local_ip, int local_port) {
    int found = find(sockets, local_port, local_ip);
    if (found >= 0) return found;
    for (int next, descriptor = sockets->lists[unidentified]; descriptor >= 0; descriptor = next) {
        struct known_socket *known = &sockets->known[descriptor];
        next = known->next;
        enum identity identity = learn(descriptor, known);
        if (identity != connecting) move(sockets, descriptor, identity == identified ? bucket(known->key) : no_list);
    }
    return find(sockets, local_port, local_ip);
}

void ek_sockets_note(EKSockets *sockets, int descriptor, int64_t number) {
    struct known_socket *known = ek_sockets_known(sockets, descriptor);
    if (!known || !known->is_ours || number < 0) return;
    known->key = number;
    known->ip[0] = 0;
    move(sockets, descriptor, bucket(number));
}

int ek_sockets_find_noted(const EKSockets *sockets, int64_t number) { return number < 0 ? -1 : find(sockets, number, ""); }

int ek_sockets_input(int descriptor) {
    char byte;
    ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    return count > 0 ? 1 : -1;
}

bool ek_sockets_has_ended(int descriptor) {
    struct pollfd asked = {.fd = descriptor, .events = POLLRDHUP};
    return poll(&asked, 1, 0) > 0;
}

int ek_sockets_unacknowledged(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}

// False if the socket isn't TCP, or before Linux 4.1.
static bool count_bytes(int descriptor, struct tcp_info *info) {
    socklen_t size = sizeof *info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, &size) != 0) return false;
    return size >= offsetof(struct tcp_info, tcpi_segs_out);
}

EKSent ek_sockets_sent(int descriptor) {
    struct tcp_info info = {0};
    if (!count_bytes(descriptor, &info)) return (EKSent){.acknowledged = -1};
    int64_t acknowledged = (int64_t)info.tcpi_bytes_acked;
    return (EKSent){
        .acknowledged = acknowledged,
        .written = acknowledged + ek_sockets_unacknowledged(descriptor),
        .received = (int64_t)info.tcpi_bytes_received,
    };
}

int64_t ek_sockets_received(int descriptor) {
    struct tcp_info info;
    return count_bytes(descriptor, &info) ? (int64_t)info.tcpi_bytes_received : -1;
}

void ek_sockets_look_at_first(struct known_socket *known, int descriptor) {
    char bytes[4];
    if (known->first != awaited || recv(descriptor, bytes, sizeof bytes, MSG_PEEK | MSG_DONTWAIT) != sizeof bytes) return;
    if (memcmp(bytes, "HTTP", sizeof bytes) == 0) known->first = text;
}

void ek_sockets_note_first(EKSockets *sockets, int descriptor) {
    struct known_socket *known = ek_sockets_known(sockets, descriptor);
    if (!known) return;
    known->first = awaited;
    ek_sockets_look_at_first(known, descriptor);
}

bool ek_sockets_received_no_frame(EKSockets *sockets, int descriptor) {
    struct known_socket *known = ek_sockets_known(sockets, descriptor);
    if (known && known->is_ours) note_nothing(known, descriptor);
    return known && known->first >= nothing;
}

#endif
