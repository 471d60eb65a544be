// A build of the whole package compiles this target on every platform; only Linux uses it.
#ifdef __linux__

// POLLRDHUP is Linux's own.
#define _GNU_SOURCE
#include "Sockets.h"
#include "SocketList.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// The start of libcurl's struct curl_sockaddr.
struct address {
    int family, type, protocol;
};

// CURL_WAIT_POLLIN.
enum { WAIT_FOR_INPUT = 1 };

EKSockets *ek_sockets_new(void) { return calloc(1, sizeof(EKSockets)); }

void ek_sockets_free(EKSockets *sockets) {
    free(sockets->list);
    free(sockets->identities);
    free(sockets);
}

size_t ek_sockets_count(const EKSockets *sockets) { return sockets->count; }

int ek_sockets_open(EKSockets *sockets, void *address) {
    const struct address *wanted = address;
    if (sockets->count == sockets->capacity) {
        size_t capacity = sockets->capacity ? sockets->capacity * 2 : 16;
        struct waited_socket *list = realloc(sockets->list, capacity * sizeof *list);
        if (!list) return -1;
        sockets->list = list;
        struct identity *identities = realloc(sockets->identities, capacity * sizeof *identities);
        if (!identities) return -1;
        sockets->identities = identities;
        sockets->capacity = capacity;
    }
    // Close-on-exec from its creation, because another thread may start a child at any time.
    int descriptor = socket(wanted->family, wanted->type | SOCK_CLOEXEC, wanted->protocol);
    if (descriptor < 0) return -1;
    sockets->identities[sockets->count] = (struct identity){.number = -1};
    sockets->list[sockets->count++] = (struct waited_socket){descriptor, WAIT_FOR_INPUT, 0};
    return descriptor;
}

int ek_sockets_close(void *context, int descriptor) {
    EKSockets *sockets = context;
    for (size_t i = 0; i < sockets->count; i++) {
        if (sockets->list[i].descriptor != descriptor) continue;
        sockets->count--;
        sockets->list[i] = sockets->list[sockets->count];
        sockets->identities[i] = sockets->identities[sockets->count];
        break;
    }
    return close(descriptor);
}

// Returns false until the socket is connected.
static bool learn(int descriptor, struct identity *local) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address = {0};
    socklen_t size = sizeof address;
    if (getsockname(descriptor, &address.any, &size) != 0) return false;
    bool is_v6 = address.any.sa_family == AF_INET6;
    if (!is_v6 && address.any.sa_family != AF_INET) return false;
    const void *bytes = is_v6 ? (const void *)&address.v6.sin6_addr : &address.v4.sin_addr;
    if (!inet_ntop(address.any.sa_family, bytes, local->ip, sizeof local->ip)) return false;
    local->port = ntohs(is_v6 ? address.v6.sin6_port : address.v4.sin_port);
    return local->port != 0;
}

int ek_sockets_find(EKSockets *sockets, const char *local_ip, int local_port) {
    for (size_t i = 0; i < sockets->count; i++) {
        struct identity *local = &sockets->identities[i];
        // Looked up once, because each call checks all sockets.
        if (local->port == 0 && !learn(sockets->list[i].descriptor, local)) continue;
        // Several local addresses may have the same port.
        if (local->port == local_port && strcmp(local->ip, local_ip) == 0) return sockets->list[i].descriptor;
    }
    return -1;
}

void ek_sockets_note(EKSockets *sockets, int descriptor, int64_t number) {
    for (size_t i = 0; i < sockets->count; i++) {
        if (sockets->list[i].descriptor == descriptor) sockets->identities[i].number = number;
    }
}

int ek_sockets_find_noted(const EKSockets *sockets, int64_t number) {
    for (size_t i = 0; number >= 0 && i < sockets->count; i++) {
        if (sockets->identities[i].number == number) return sockets->list[i].descriptor;
    }
    return -1;
}

int ek_sockets_input(int descriptor) {
    char byte;
    ssize_t count = recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    return count > 0 ? 1 : -1;
}

int ek_sockets_unacknowledged(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}

int64_t ek_sockets_acknowledged(int descriptor) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
    // Since Linux 4.1.
    return size >= offsetof(struct tcp_info, tcpi_bytes_received) ? (int64_t)info.tcpi_bytes_acked : -1;
}

size_t ek_sockets_readable(const EKSockets *sockets) {
    size_t readable = 0;
    for (size_t i = 0; i < sockets->count; i++) readable += sockets->list[i].found != 0;
    return readable;
}

size_t ek_sockets_closed_by_peer(const EKSockets *sockets) {
    size_t closed = 0;
    for (size_t i = 0; i < sockets->count; i++) {
        struct pollfd poll_of_one = {sockets->list[i].descriptor, POLLRDHUP, 0};
        closed += poll(&poll_of_one, 1, 0) == 1 && poll_of_one.revents & (POLLRDHUP | POLLHUP | POLLERR);
    }
    return closed;
}

#endif
