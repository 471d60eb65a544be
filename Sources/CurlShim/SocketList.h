#pragma once
#include <stddef.h>

// struct curl_waitfd, so that libcurl polls the list as it stands.
struct waited_socket {
    int descriptor;
    short events, found;
};

struct EKSockets {
    struct waited_socket *list;
    // The local port of each; 0 while it isn't known.
    int *ports;
    size_t count, capacity;
};

// What libcurl calls in place of close(2); its context is an EKSockets.
int ek_sockets_close(void *sockets, int descriptor);
