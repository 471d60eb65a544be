// What libcurl waits for on behalf of one engine: the sockets of its connections, in an epoll set, and a time. Sockets are opened so that no
// child process inherits them. Only the engine's thread uses it, except for `ek_sockets_wake`.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct EKSockets EKSockets;

/// What a TCP connection has done since it began, in bytes.
typedef struct EKSent {
    /// What the peer has acknowledged; -1 if it isn't known.
    int64_t acknowledged;
    /// What the kernel has been given.
    int64_t written;
    int64_t received;
} EKSent;

/// Leaves the last `reserve` descriptors of the process to the program and its libraries. NULL if memory runs out.
EKSockets *ek_sockets_new(int reserve);
void ek_sockets_free(EKSockets *sockets);

/// Opens the descriptors that waiting and waking need; false if none are left.
bool ek_sockets_begin(EKSockets *sockets);
/// Closes these descriptors. The connections are closed by then.
void ek_sockets_end(EKSockets *sockets);

size_t ek_sockets_count(const EKSockets *sockets);
/// Opens a socket for libcurl's `struct curl_sockaddr`; -1 if that fails, or if it would be one of the process's last descriptors.
int ek_sockets_open(EKSockets *sockets, void *address);

/// Waits until libcurl has something to do or `ek_sockets_wake` is called. Returns the time after that, in nanoseconds of the monotonic clock.
int64_t ek_sockets_wait(EKSockets *sockets, int timeout_ms);
/// Ends the wait. Any thread may call it between `ek_sockets_begin` and `ek_sockets_end`.
void ek_sockets_wake(EKSockets *sockets);
/// When libcurl wants to be called even if no socket is ready, in nanoseconds of the monotonic clock; INT64_MAX for never.
int64_t ek_sockets_timer(const EKSockets *sockets);

/// The time of the last wait before the latest transfer on this socket ended; INT64_MAX if a transfer uses it.
int64_t ek_sockets_idle_since(const EKSockets *sockets, int descriptor);
/// Whether the peer has closed or reset the connection, even if bytes that arrived earlier are unread.
bool ek_sockets_has_ended(int descriptor);

/// Notes what the peer of this socket sends first, from now on.
void ek_sockets_note_first(EKSockets *sockets, int descriptor);
/// Whether the peer is known to have sent nothing until the socket was closed, or to have begun with HTTP/1.
bool ek_sockets_received_no_frame(EKSockets *sockets, int descriptor);

/// How many sockets have received bytes while no transfer waited for them.
size_t ek_sockets_unread(const EKSockets *sockets);
/// How many sockets the peer has closed while no transfer waited for them.
size_t ek_sockets_ended(const EKSockets *sockets);

/// How many connections no transfer waits for: those that are idle, and those of paused transfers.
size_t ek_sockets_resting(const EKSockets *sockets);
/// The same for all engines of the process together.
long ek_engines_resting(void);
/// Wakes all engines, so that they close the connections beyond their share, unless this was done less than `pause_ms` milliseconds ago.
void ek_engines_wake(int64_t now, int pause_ms);

/// How many engines of the process are waiting for sockets.
int ek_sockets_engines(void);

/// Asks all engines of the process to close their idle connections, because no descriptor is left. Returns the number of the request.
unsigned ek_relief_ask(void);
/// Whether this engine has been asked.
bool ek_relief_is_due(const EKSockets *sockets);
/// Notes that it has closed its idle connections. When all have, they are woken.
void ek_relief_finish(EKSockets *sockets);
bool ek_relief_is_complete(unsigned request);
/// Asks, and waits until all engines have closed their idle connections, or for a time. An engine's thread must not call it.
void ek_relief_wait(int timeout_ms);

/// Whether the process may have no further descriptor, except the last `reserve`.
bool ek_lacks_descriptors(int reserve);
