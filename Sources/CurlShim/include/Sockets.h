// The sockets of one engine's connections. They are opened so that no child process inherits them, and listed so that an idle socket that
// the peer has closed is detected. Only one thread uses them.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct EKSockets EKSockets;

/// NULL if memory runs out.
EKSockets *ek_sockets_new(void);
void ek_sockets_free(EKSockets *sockets);

size_t ek_sockets_count(const EKSockets *sockets);
/// Opens a socket for libcurl's `struct curl_sockaddr`; -1 if that fails.
int ek_sockets_open(EKSockets *sockets, void *address);
/// How many sockets had input or had been closed by the peer at the last poll.
size_t ek_sockets_readable(const EKSockets *sockets);
/// How many sockets the peer has closed by now.
size_t ek_sockets_closed_by_peer(const EKSockets *sockets);
