#pragma once
#include "Sockets.h"

#include <netinet/in.h>
#include <stdint.h>

// struct curl_waitfd, so that libcurl can poll the list without a conversion.
struct waited_socket {
    int descriptor;
    short events, found;
};

// Identifies a connection. Over TCP, this is its local address, with port 0 if it isn't known yet. Over a Unix socket, it is libcurl's
// number for it, or -1.
struct identity {
    int64_t number;
    int port;
    char ip[INET6_ADDRSTRLEN];
};

struct EKSockets {
    struct waited_socket *list;
    // One for each element of the list, which has libcurl's own layout.
    struct identity *identities;
    size_t count, capacity;
};

// libcurl calls this instead of close(2). The context is an EKSockets.
int ek_sockets_close(void *sockets, int descriptor);

// The connected socket with this local address, or -1.
int ek_sockets_find(EKSockets *sockets, const char *local_ip, int local_port);
void ek_sockets_note(EKSockets *sockets, int descriptor, int64_t number);
// The socket of the connection with this number, or -1.
int ek_sockets_find_noted(const EKSockets *sockets, int64_t number);
// 1 if bytes are waiting, -1 if the connection has ended, 0 otherwise.
int ek_sockets_input(int descriptor);
// The number of bytes that the peer hasn't acknowledged yet.
int ek_sockets_unacknowledged(int descriptor);
// The number of bytes that the peer has acknowledged since the connection began; -1 if the socket isn't TCP.
int64_t ek_sockets_acknowledged(int descriptor);
