#pragma once
#include "Sockets.h"

// struct curl_waitfd, so that libcurl polls the list as it stands.
struct waited_socket {
    int descriptor;
    short events, found;
};

struct EKSockets {
    struct waited_socket *list;
    size_t count, capacity;
};

// What libcurl calls in place of close(2); its context is an EKSockets.
int ek_sockets_close(void *sockets, int descriptor);

// The connected socket with this local address, or -1.
int ek_sockets_find(const EKSockets *sockets, const char *local_ip, int local_port);
// 1 for bytes that wait, -1 for the connection's end, 0 for neither.
int ek_sockets_input(int descriptor);
// The bytes that the kernel holds until the peer has taken them.
int ek_sockets_unacknowledged(int descriptor);
// Whether any Unix socket has bytes that wait.
bool ek_sockets_unix_input(const EKSockets *sockets);
