#pragma once
#include "Sockets.h"

#include <netinet/in.h>
#include <stdint.h>

// struct curl_waitfd, so that libcurl polls the list as it stands.
struct waited_socket {
    int descriptor;
    short events, found;
};

// What a connection is known by: over TCP its local address, whose port is 0 while it isn't known, and over a Unix socket libcurl's number
// for it, or -1.
struct identity {
    int64_t number;
    int port;
    char ip[INET6_ADDRSTRLEN];
};

struct EKSockets {
    struct waited_socket *list;
    // One for each of the list, which has libcurl's own shape.
    struct identity *identities;
    size_t count, capacity;
};

// What libcurl calls in place of close(2); its context is an EKSockets.
int ek_sockets_close(void *sockets, int descriptor);

// The connected socket with this local address, or -1.
int ek_sockets_find(EKSockets *sockets, const char *local_ip, int local_port);
void ek_sockets_note(EKSockets *sockets, int descriptor, int64_t number);
// The socket of the connection with this number, or -1.
int ek_sockets_find_noted(const EKSockets *sockets, int64_t number);
// 1 for bytes that wait, -1 for the connection's end, 0 for neither.
int ek_sockets_input(int descriptor);
// The bytes that the kernel holds until the peer has taken them.
int ek_sockets_unacknowledged(int descriptor);
// The bytes that the peer has taken since the connection began; -1 for a socket that isn't TCP's.
int64_t ek_sockets_acknowledged(int descriptor);
