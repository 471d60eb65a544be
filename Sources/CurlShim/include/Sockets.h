// The sockets of one engine's connections: opened so that no child process inherits them, and known, so that an idle one that the
// peer has closed is seen. One thread uses them.
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct EKSockets EKSockets;

/// NULL when there is no memory.
EKSockets *ek_sockets_new(void);
void ek_sockets_free(EKSockets *sockets);

size_t ek_sockets_count(const EKSockets *sockets);
/// Opens one for libcurl's `struct curl_sockaddr`; -1 when that fails.
int ek_sockets_open(EKSockets *sockets, void *address);
/// How many have something to read, or were closed by the peer, as the last poll found them.
size_t ek_sockets_readable(const EKSockets *sockets);
/// How many the peer has closed, as they are now.
size_t ek_sockets_closed_by_peer(const EKSockets *sockets);
