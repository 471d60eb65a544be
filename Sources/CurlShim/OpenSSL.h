#pragma once
#include <stdbool.h>

// The functions of OpenSSL that libcurl has no option for, from the library that libcurl itself was linked with.

// Before any other; `libcurl` is its handle of dlopen.
void ek_tls_load(void *libcurl);

// 1 or 0; -1 if the library has no function that tells it.
int ek_tls_chose_http2(const void *tls);

// Whether the next function can tell data from messages of TLS.
bool ek_tls_can_peek(void);

// Whether a connection of HTTP/1.1 that nobody uses has data for its reader, or has ended. A message of TLS itself, such as a session
// ticket, is read on the way. `is_waiting` says whether the socket has bytes, or its end.
bool ek_tls_has_stray_input(void *tls, int descriptor, bool is_waiting);
