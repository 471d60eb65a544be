// libcurl, loaded when it is first needed. Its calls are variadic, which Swift can't express, and its headers aren't needed to build:
// the numbers below are part of libcurl's stable ABI.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ForkCount.h"
#include "Sockets.h"

typedef struct EKCurlEasy EKCurlEasy;
typedef struct EKCurlMulti EKCurlMulti;

/// One line of a header list, as libcurl lays it out.
typedef struct EKCurlList {
    const char *line;
    struct EKCurlList *next;
} EKCurlList;

enum {
    EK_CURLOPT_WRITEDATA = 10001,
    EK_CURLOPT_URL = 10002,
    EK_CURLOPT_PROXY = 10004,
    EK_CURLOPT_SSLCERT = 10025,
    EK_CURLOPT_KEYPASSWD = 10026,
    EK_CURLOPT_CAINFO = 10065,
    EK_CURLOPT_CAPATH = 10097,
    EK_CURLOPT_SSLKEY = 10087,
    EK_CURLOPT_PROXYUSERNAME = 10175,
    EK_CURLOPT_PROXYPASSWORD = 10176,
    EK_CURLOPT_PINNEDPUBLICKEY = 10230,
    EK_CURLOPT_UNIX_SOCKET_PATH = 10231,
    EK_CURLOPT_NOPROXY = 10177,
    EK_CURLOPT_PROXY_CAINFO = 10246,
    EK_CURLOPT_READDATA = 10009,
    EK_CURLOPT_ERRORBUFFER = 10010,
    EK_CURLOPT_HTTPHEADER = 10023,
    EK_CURLOPT_HEADERDATA = 10029,
    EK_CURLOPT_DEBUGDATA = 10095,
    EK_CURLOPT_CUSTOMREQUEST = 10036,
    EK_CURLOPT_ACCEPT_ENCODING = 10102,
    EK_CURLOPT_PRIVATE = 10103,
    EK_CURLOPT_OPENSOCKETDATA = 10164,
    EK_CURLOPT_SEEKDATA = 10168,
    EK_CURLOPT_CLOSESOCKETDATA = 10209,
    EK_CURLOPT_RESOLVER_START_DATA = 10273,
    EK_CURLOPT_PREREQDATA = 10313,
    EK_CURLOPT_PROTOCOLS_STR = 10318,
    EK_CURLOPT_WRITEFUNCTION = 20011,
    EK_CURLOPT_READFUNCTION = 20012,
    EK_CURLOPT_DEBUGFUNCTION = 20094,
    EK_CURLOPT_HEADERFUNCTION = 20079,
    EK_CURLOPT_OPENSOCKETFUNCTION = 20163,
    EK_CURLOPT_SEEKFUNCTION = 20167,
    EK_CURLOPT_CLOSESOCKETFUNCTION = 20208,
    EK_CURLOPT_RESOLVER_START_FUNCTION = 20272,
    EK_CURLOPT_PREREQFUNCTION = 20312,
    EK_CURLOPT_SSLVERSION = 32,
    EK_CURLOPT_VERBOSE = 41,
    EK_CURLOPT_NOBODY = 44,
    EK_CURLOPT_BUFFERSIZE = 98,
    EK_CURLOPT_UPLOAD = 46,
    EK_CURLOPT_HTTPPROXYTUNNEL = 61,
    EK_CURLOPT_FRESH_CONNECT = 74,
    EK_CURLOPT_FORBID_REUSE = 75,
    EK_CURLOPT_HTTP_VERSION = 84,
    EK_CURLOPT_NOSIGNAL = 99,
    EK_CURLOPT_TCP_KEEPALIVE = 213,
    EK_CURLOPT_PATH_AS_IS = 234,
    EK_CURLOPT_PIPEWAIT = 237,
    EK_CURLOPT_CONNECTTIMEOUT_MS = 156,
    EK_CURLOPT_HTTP_TRANSFER_DECODING = 157,
    EK_CURLOPT_HTTP_CONTENT_DECODING = 158,
    EK_CURLOPT_PROTOCOLS = 181,
    EK_CURLOPT_RTSP_REQUEST = 189,
    EK_CURLOPT_PROXY_SSLVERSION = 250,
    EK_CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    EK_CURLOPT_QUICK_EXIT = 322,
    EK_CURLOPT_INFILESIZE_LARGE = 30115,

    EK_CURLMOPT_MAXCONNECTS = 6,
    EK_CURLMOPT_MAX_TOTAL_CONNECTIONS = 13,
    EK_CURLMOPT_SOCKETDATA = 10002,
    EK_CURLMOPT_TIMERDATA = 10005,
    EK_CURLMOPT_SOCKETFUNCTION = 20001,
    EK_CURLMOPT_TIMERFUNCTION = 20004,

    EK_CURLINFO_PRIVATE = 0x100000 + 21,
    EK_CURLINFO_LOCAL_IP = 0x100000 + 41,
    EK_CURLINFO_HEADER_SIZE = 0x200000 + 11,
    EK_CURLINFO_REQUEST_SIZE = 0x200000 + 12,
    EK_CURLINFO_OS_ERRNO = 0x200000 + 25,
    EK_CURLINFO_NUM_CONNECTS = 0x200000 + 26,
    EK_CURLINFO_LOCAL_PORT = 0x200000 + 42,
    EK_CURLINFO_HTTP_VERSION = 0x200000 + 46,
    EK_CURLINFO_TLS_SSL_PTR = 0x400000 + 45,
    EK_CURLINFO_SIZE_UPLOAD = 0x600000 + 7,
    EK_CURLINFO_SIZE_DOWNLOAD = 0x600000 + 8,
    EK_CURLINFO_CONN_ID = 0x600000 + 64,
    EK_CURLINFO_TOTAL_TIME = 0x600000 + 50,
    EK_CURLINFO_NAMELOOKUP_TIME = 0x600000 + 51,
    EK_CURLINFO_CONNECT_TIME = 0x600000 + 52,
    EK_CURLINFO_STARTTRANSFER_TIME = 0x600000 + 54,
    EK_CURLINFO_APPCONNECT_TIME = 0x600000 + 56,

    EK_CURL_SSLVERSION_TLS_1_2 = 6,
    EK_CURL_SSLVERSION_TLS_1_3 = 7,
    EK_CURL_HTTP_VERSION_1_0 = 1,
    EK_CURL_HTTP_VERSION_1_1 = 2,
    EK_CURL_HTTP_VERSION_2 = 3,
    EK_CURL_HTTP_VERSION_3 = 30,
    EK_CURL_HTTP_VERSION_2TLS = 4,
    EK_CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE = 5,
    EK_CURL_HTTP_VERSION_3ONLY = 31,
    EK_CURLPROTO_HTTP_AND_HTTPS = 3,
    EK_CURLE_NOT_BUILT_IN = 4,
    EK_CURLE_COULDNT_CONNECT = 7,
    EK_CURLE_WRITE_ERROR = 23,
    EK_CURLE_ABORTED_BY_CALLBACK = 42,
    EK_CURLE_BAD_FUNCTION_ARGUMENT = 43,
    EK_CURLE_UNKNOWN_OPTION = 48,
    EK_CURLE_SEND_FAIL_REWIND = 65,
    EK_CURL_SOCKET_BAD = -1,
    EK_CURL_READFUNC_ABORT = 0x10000000,
    EK_CURL_RTSPREQ_RECEIVE = 11,
    EK_CURL_FUNC_PAUSE = 0x10000001,
};

/// Loads the library of this name. The first library that loads is used from then on. Returns NULL, or the reason
/// why the library can't be loaded.
const char *ek_curl_load(const char *name);

/// What the loaded library reports about itself.
typedef struct EKCurlVersion {
    const char *text;
    /// 0xXXYYZZ for XX.YY.ZZ.
    unsigned number;
    bool has_http2, has_http3;
    /// The certificate authorities that it was built for, as a file and a folder. NULL if there are none, or before 7.70.0.
    const char *authorities_file, *authorities_folder;
} EKCurlVersion;

EKCurlVersion ek_curl_version(void);
/// The name of an option without its prefix. NULL if it isn't known, or before 7.73.0.
const char *ek_curl_option_name(long option);

EKCurlEasy *ek_easy_init(void);
void ek_easy_reset(EKCurlEasy *easy);
void ek_easy_cleanup(EKCurlEasy *easy);
int ek_easy_set_long(EKCurlEasy *easy, long option, long value);
int ek_easy_set_offset(EKCurlEasy *easy, long option, int64_t value);
int ek_easy_set_pointer(EKCurlEasy *easy, long option, const void *value);
int ek_easy_set_callback(EKCurlEasy *easy, long option, size_t (*callback)(char *bytes, size_t size, size_t count, void *context));
int ek_easy_set_seek(EKCurlEasy *easy, int (*callback)(void *context, int64_t offset, int origin));
/// `callback` opens a socket for the given address with `ek_sockets_open`, or returns EK_CURL_SOCKET_BAD to make the transfer fail.
int ek_easy_set_open_socket(EKCurlEasy *easy, int (*callback)(void *context, int purpose, void *address));
/// `sockets` closes the sockets, and must exist as long as the connections.
int ek_easy_set_close_socket(EKCurlEasy *easy, EKSockets *sockets);
/// The callback runs when there is a connection and no part of the request was sent. It returns 0 to send the request, or 1 to end the
/// transfer.
int ek_easy_set_before_request(
    EKCurlEasy *easy, int (*callback)(void *context, char *peer_ip, char *local_ip, int peer_port, int local_port));
/// The callback runs when a name is looked up, and returns 0.
int ek_easy_set_look_up(EKCurlEasy *easy, int (*callback)(void *resolver, void *reserved, void *context));
/// What libcurl reports about a transfer's connection only as text, from 7.88.0 to 8.0.1.
typedef enum EKConnectionNews {
    EK_NO_NEWS,
    /// The transfer has got this connection.
    EK_CONNECTION_CHOSEN,
    /// The transfer's request is about to be sent, with a number for its stream.
    EK_STREAM_BEGUN,
    /// It will be closed although nothing on it was invalid: the server may have announced that (GOAWAY, with the last stream that it may
    /// process), or reset a stream.
    EK_CONNECTION_ENDS,
    /// The same, and the server has stated that it didn't process the request.
    EK_STREAM_REFUSED,
    /// The transfer has ended, and its connection stays open.
    EK_CONNECTION_KEPT,
    /// The transfer has ended, and its connection is closed.
    EK_CONNECTION_CLOSED,
} EKConnectionNews;
/// What text of this kind, passed to the callback below, reports. The number is that of the connection or the stream; UINT32_MAX if there is none.
EKConnectionNews ek_connection_news(int kind, const char *text, size_t size, uint32_t *number);
/// Whether the server has ended the TLS of the transfer's connection (close_notify).
bool ek_easy_has_tls_ended(EKCurlEasy *easy);
/// The callback receives libcurl's text, and returns 0.
int ek_easy_set_debug(EKCurlEasy *easy, int (*callback)(EKCurlEasy *easy, int kind, char *text, size_t size, void *context));
void *ek_easy_private(EKCurlEasy *easy);
long ek_easy_info_long(EKCurlEasy *easy, long info);
/// Sizes in bytes, times in microseconds.
int64_t ek_easy_info_offset(EKCurlEasy *easy, long info);
/// Notes that the transfer's connection uses this Unix socket. Requires libcurl 8.2.0.
void ek_easy_note_socket(EKCurlEasy *easy, EKSockets *sockets, int socket);
/// The socket of the transfer's connection, found by its local address or as it was noted; -1 if it isn't known.
int ek_easy_socket(EKCurlEasy *easy, EKSockets *sockets);
/// The number of bytes of the transfer's connection that the peer hasn't acknowledged; 0 if it isn't known.
int64_t ek_easy_unacknowledged(EKCurlEasy *easy, EKSockets *sockets);
/// What the transfer's connection has sent.
EKSent ek_easy_sent(EKCurlEasy *easy, EKSockets *sockets);
/// The number of bytes that the transfer's connection has received since it began; -1 if it isn't known.
int64_t ek_easy_received(EKCurlEasy *easy, EKSockets *sockets);
/// Whether the server chose HTTP/2 in the TLS handshake: 1 or 0, and -1 if it isn't known, as without TLS.
int ek_easy_chose_http2(EKCurlEasy *easy);
/// Whether the idle HTTP/1.1 connection that a request would use, with this socket, has bytes for its reader or has ended. Call it when
/// there is a connection and no part of the request was sent.
bool ek_easy_has_stray_input(EKCurlEasy *easy, int socket);
/// Whether the TLS of this connection allows that check.
bool ek_easy_sees_stray_input(EKCurlEasy *easy);
/// Resumes a transfer that a callback paused, in both directions.
int ek_easy_continue(EKCurlEasy *easy);
/// Makes libcurl check a transfer that isn't paused for input and for space to send.
void ek_easy_look_again(EKCurlEasy *easy);
const char *ek_easy_error_text(int code);

/// Names the thread that calls it, in up to 15 bytes.
void ek_thread_set_name(const char *name);

/// `sockets` learns what libcurl waits for, and must exist as long as the result.
EKCurlMulti *ek_multi_init(EKSockets *sockets);
void ek_multi_cleanup(EKCurlMulti *multi);
int ek_multi_set_long(EKCurlMulti *multi, long option, long value);
int ek_multi_add(EKCurlMulti *multi, EKCurlEasy *easy);
int ek_multi_remove(EKCurlMulti *multi, EKCurlEasy *easy);
/// Lets libcurl work on the sockets that the last wait found, and on whatever its timer was set for.
void ek_multi_act(EKCurlMulti *multi, EKSockets *sockets);
/// The next transfer that has ended, and its result; NULL if there is none.
EKCurlEasy *ek_multi_next_done(EKCurlMulti *multi, int *code);

