#pragma once
#include <stdbool.h>

// Functions of OpenSSL for which libcurl has no option, from the library that libcurl itself was linked with.

// Call this before any other function. `libcurl` is its handle from dlopen.
void ek_tls_load(void *libcurl);

// 1 or 0; -1 if the library has no function for this.
int ek_tls_chose_http2(const void *tls);

// Whether the peer has ended its side (close_notify).
bool ek_tls_has_ended(const void *tls);

// Whether the next function can distinguish data from TLS messages.
bool ek_tls_can_peek(void);

// Whether an unused HTTP/1.1 connection has data for its reader, or has ended. Reads TLS's own messages, such as a session ticket.
// `is_waiting` says whether the socket has bytes or has ended.
bool ek_tls_has_stray_input(void *tls, int descriptor, bool is_waiting);
