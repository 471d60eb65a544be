#pragma once
#include "Sockets.h"

#include <netinet/in.h>

enum { bucket_count = 1024, unidentified = bucket_count, list_count, no_list = -1, ready_limit = 256 };

// What has happened to a socket while no transfer waits for it.
enum idle { quiet, unread, ended, idle_count };

// What a connection's peer has sent first, if that is noted. After `awaited`, it is HTTP/2 or isn't known.
enum first { unnoted, awaited, nothing, text };

// What is known about a descriptor.
struct known_socket {
    // Whether `ek_sockets_open` opened it. libcurl also has its own descriptors.
    bool is_ours;
    // Whether it was still open when libcurl first ceased to wait for it.
    bool has_settled;
    uint64_t cookie;
    // Whether space to send isn't watched for, although libcurl waits for it, because libcurl has nothing that it may send.
    bool is_muted;
    // How often the socket has had space and nothing else, and how many bytes had been written at the last check.
    unsigned char vain;
    int64_t written;
    unsigned char first;
    // What libcurl waits for: 1 for input, 2 for space to send, 3 for both; 0 between two transfers.
    unsigned char wanted;
    unsigned char idle;
    // The events for which it is in the epoll set; 0 if it isn't there.
    uint32_t watched;
    // When libcurl last ceased to wait for it; INT64_MAX if it waits, or hasn't begun to.
    int64_t idle_since;
    // Identifies a connection: its local port over TCP, libcurl's number for it over a Unix socket.
    int64_t key;
    // Its local address; empty over a Unix socket.
    char ip[INET6_ADDRSTRLEN];
    // The list that contains it, and the next descriptor in that list.
    int list, next;
};

struct EKSockets {
    // By descriptor.
    struct known_socket *known;
    int capacity;
    size_t count, resting, idle[idle_count];
    // Lists of open sockets by a hash of their keys. The last list contains sockets that may not be connected yet.
    int lists[list_count];
    int epoll, wake;
    // When libcurl wants to be called, and when the last wait ended.
    int64_t timer, now;
    int ready[ready_limit], ready_count;
    // How many sockets are muted, and until when.
    int muted;
    int64_t muted_until;
    // How many of the last descriptors are reserved for the program and its libraries.
    int reserve;
    // The next engine of the process that waits for sockets, and the last request for descriptors that this one has fulfilled.
    EKSockets *next_engine;
    bool is_listed;
    unsigned relieved;
};

// libcurl calls these, with an EKSockets as the context: instead of close(2), when what it waits for changes, and when the time changes.
int ek_sockets_close(void *sockets, int descriptor);
int ek_sockets_want(void *easy, int descriptor, int what, void *sockets, void *unused);
int ek_sockets_set_timer(void *multi, long timeout_ms, void *sockets);

// Whether libcurl's timer has expired. Clears the timer.
bool ek_sockets_take_timer(EKSockets *sockets);

// The connected socket with this local address, or -1.
int ek_sockets_find(EKSockets *sockets, const char *local_ip, int local_port);
void ek_sockets_note(EKSockets *sockets, int descriptor, int64_t number);
// The socket of the connection with this number, or -1.
int ek_sockets_find_noted(const EKSockets *sockets, int64_t number);

// 1 if bytes are waiting, -1 if the connection has ended, 0 otherwise.
int ek_sockets_input(int descriptor);
// The number of bytes that the peer hasn't acknowledged yet.
int ek_sockets_unacknowledged(int descriptor);
EKSent ek_sockets_sent(int descriptor);
// Looks at the first bytes, if that is noted and libcurl hasn't read them.
void ek_sockets_look_at_first(struct known_socket *socket, int descriptor);
// The number of bytes received since the connection began; -1 if the socket isn't TCP.
int64_t ek_sockets_received(int descriptor);

// For the two files that implement this.
// Whether this newest descriptor is one of the process's last. The kernel always gives the lowest free number.
bool ek_is_reserved_descriptor(int descriptor, int reserve);
struct known_socket *ek_sockets_known(EKSockets *sockets, int descriptor);
void ek_sockets_add_resting(EKSockets *sockets, int change);
bool ek_sockets_watch(EKSockets *sockets, int descriptor, uint32_t events);
// Adds an engine that begins to wait for sockets, or removes one.
void ek_engines_add(EKSockets *sockets);
void ek_engines_remove(EKSockets *sockets);
// Called when libcurl ceases to wait for a socket. Whether libcurl has closed it without saying so: then it is no longer known.
bool ek_sockets_forget_closed(EKSockets *sockets, int descriptor);
void ek_sockets_set_idle(EKSockets *sockets, struct known_socket *socket, enum idle idle);
