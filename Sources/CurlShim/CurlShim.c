// A build of the whole package compiles this target on every platform; only Linux uses it.
#ifdef __linux__

// memmem is an extension.
#define _GNU_SOURCE
#include "CurlShim.h"
#include "OpenSSL.h"
#include "SocketTable.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

// CURLMsg, as libcurl lays it out.
struct message {
    int kind;
    EKCurlEasy *easy;
    union {
        void *whatever;
        int result;
    } data;
};

// The start of curl_version_info_data, up to its seventh age.
struct version {
    int age;
    const char *text;
    unsigned number;
    const char *host;
    int features;
    const char *tls;
    long tls_number;
    const char *zlib;
    const char *const *protocols;
    const char *ares;
    int ares_number;
    const char *idn;
    int iconv_number;
    const char *ssh;
    unsigned brotli_number;
    const char *brotli;
    unsigned http2_number;
    const char *http2, *quic;
    const char *authorities_file, *authorities_folder;
};

// The start of struct curl_easyoption.
struct option {
    const char *name;
};

static struct {
    int (*global_init)(long);
    const struct version *(*version_info)(int);
    EKCurlEasy *(*easy_init)(void);
    void (*easy_reset)(EKCurlEasy *);
    void (*easy_cleanup)(EKCurlEasy *);
    int (*easy_setopt)(EKCurlEasy *, int, ...);
    int (*easy_getinfo)(EKCurlEasy *, int, ...);
    const struct option *(*option_by_id)(int);
    int (*easy_pause)(EKCurlEasy *, int);
    const char *(*easy_strerror)(int);
    EKCurlMulti *(*multi_init)(void);
    int (*multi_cleanup)(EKCurlMulti *);
    int (*multi_setopt)(EKCurlMulti *, int, ...);
    int (*multi_add_handle)(EKCurlMulti *, EKCurlEasy *);
    int (*multi_remove_handle)(EKCurlMulti *, EKCurlEasy *);
    int (*multi_socket_action)(EKCurlMulti *, int, int, int *);
    struct message *(*multi_info_read)(EKCurlMulti *, int *);
} curl;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool loaded = false;

static const char *load(void *library) {
    const struct {
        void *slot;
        const char *symbol;
    } symbols[] = {
        {&curl.global_init, "curl_global_init"},
        {&curl.version_info, "curl_version_info"},
        {&curl.easy_init, "curl_easy_init"},
        {&curl.easy_reset, "curl_easy_reset"},
        {&curl.easy_cleanup, "curl_easy_cleanup"},
        {&curl.easy_setopt, "curl_easy_setopt"},
        {&curl.easy_getinfo, "curl_easy_getinfo"},
        {&curl.easy_pause, "curl_easy_pause"},
        {&curl.easy_strerror, "curl_easy_strerror"},
        {&curl.multi_init, "curl_multi_init"},
        {&curl.multi_cleanup, "curl_multi_cleanup"},
        {&curl.multi_setopt, "curl_multi_setopt"},
        {&curl.multi_add_handle, "curl_multi_add_handle"},
        {&curl.multi_remove_handle, "curl_multi_remove_handle"},
        {&curl.multi_socket_action, "curl_multi_socket_action"},
        {&curl.multi_info_read, "curl_multi_info_read"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].symbol);
        if (!address) return dlerror();
        *(void **)symbols[i].slot = address;
    }
    // Since 7.73.0.
    *(void **)&curl.option_by_id = dlsym(library, "curl_easy_option_by_id");
    ek_tls_load(library);
    const long everything = 3;
    if (curl.global_init(everything) != 0) return "curl_global_init failed";
    return NULL;
}

const char *ek_curl_load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
    pthread_mutex_lock(&lock);
    const char *problem = loaded ? NULL : load(library);
    if (!problem) loaded = true;
    pthread_mutex_unlock(&lock);
    return problem;
}

EKCurlVersion ek_curl_version(void) {
    enum { seventh_age = 6, http2 = 1 << 16, http3 = 1 << 25 };
    const struct version *version = curl.version_info(seventh_age);
    EKCurlVersion told = {
        .text = version->text,
        .number = version->number,
        .has_http2 = (version->features & http2) != 0,
        .has_http3 = (version->features & http3) != 0,
    };
    if (version->age >= seventh_age) {
        told.authorities_file = version->authorities_file;
        told.authorities_folder = version->authorities_folder;
    }
    return told;
}
const char *ek_curl_option_name(long option) {
    const struct option *found = curl.option_by_id ? curl.option_by_id((int)option) : NULL;
    return found ? found->name : NULL;
}

EKCurlEasy *ek_easy_init(void) { return curl.easy_init(); }
void ek_easy_reset(EKCurlEasy *easy) { curl.easy_reset(easy); }
void ek_easy_cleanup(EKCurlEasy *easy) { curl.easy_cleanup(easy); }
int ek_easy_set_long(EKCurlEasy *easy, long option, long value) { return curl.easy_setopt(easy, (int)option, value); }
int ek_easy_set_offset(EKCurlEasy *easy, long option, int64_t value) { return curl.easy_setopt(easy, (int)option, value); }
int ek_easy_set_pointer(EKCurlEasy *easy, long option, const void *value) { return curl.easy_setopt(easy, (int)option, value); }
int ek_easy_set_callback(EKCurlEasy *easy, long option, size_t (*callback)(char *, size_t, size_t, void *)) {
    return curl.easy_setopt(easy, (int)option, callback);
}
int ek_easy_set_seek(EKCurlEasy *easy, int (*callback)(void *, int64_t, int)) {
    return curl.easy_setopt(easy, EK_CURLOPT_SEEKFUNCTION, callback);
}
int ek_easy_set_open_socket(EKCurlEasy *easy, int (*callback)(void *, int, void *)) {
    return curl.easy_setopt(easy, EK_CURLOPT_OPENSOCKETFUNCTION, callback);
}
int ek_easy_set_close_socket(EKCurlEasy *easy, EKSockets *sockets) {
    int code = curl.easy_setopt(easy, EK_CURLOPT_CLOSESOCKETDATA, sockets);
    return code ? code : curl.easy_setopt(easy, EK_CURLOPT_CLOSESOCKETFUNCTION, ek_sockets_close);
}
int ek_easy_set_before_request(EKCurlEasy *easy, int (*callback)(void *, char *, char *, int, int)) {
    return curl.easy_setopt(easy, EK_CURLOPT_PREREQFUNCTION, callback);
}
int ek_easy_set_look_up(EKCurlEasy *easy, int (*callback)(void *, void *, void *)) {
    return curl.easy_setopt(easy, EK_CURLOPT_RESOLVER_START_FUNCTION, callback);
}
static bool begins(const char *text, size_t size, const char *with) {
    size_t length = strlen(with);
    return size >= length && memcmp(text, with, length) == 0;
}
// What begins a text, what precedes the number in it, and what it reports. The first spelling of "received" is libcurl's. "Connection died" may
// also follow an invalid frame. At a full cache, libcurl closes one of the connections that it kept, perhaps this one.
static const struct {
    const char *start, *number;
    EKConnectionNews news;
} texts[] = {
    {"Connected to ", "(#", EK_CONNECTION_CHOSEN},
    {"Re-using existing connection ", "#", EK_CONNECTION_CHOSEN},
    {"Using Stream ID", ": ", EK_STREAM_BEGUN},
    {"recveived GOAWAY", "last_stream=", EK_CONNECTION_ENDS},
    {"Failed receiving HTTP2 data", NULL, EK_CONNECTION_ENDS},
    {"Connection died", NULL, EK_CONNECTION_ENDS},
    {"REFUSED_STREAM", NULL, EK_STREAM_REFUSED},
    {"Closing connection", NULL, EK_CONNECTION_CLOSED},
    {"Connection cache is full", NULL, EK_CONNECTION_KEPT},
};
EKConnectionNews ek_connection_news(int kind, const char *text, size_t size, uint32_t *number) {
    const int words = 0;
    *number = UINT32_MAX;
    if (kind != words) return EK_NO_NEWS;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!begins(text, size, texts[i].start)) continue;
        const char *before = texts[i].number;
        const char *found = before ? memmem(text, size, before, strlen(before)) : NULL;
        // The text ends with a line.
        if (found) *number = (uint32_t)strtoul(found + strlen(before), NULL, 10);
        return texts[i].news;
    }
    bool is_kept = begins(text, size, "Connection #") && memmem(text, size, "left intact", strlen("left intact"));
    return is_kept ? EK_CONNECTION_KEPT : EK_NO_NEWS;
}
int ek_easy_set_debug(EKCurlEasy *easy, int (*callback)(EKCurlEasy *, int, char *, size_t, void *)) {
    return curl.easy_setopt(easy, EK_CURLOPT_DEBUGFUNCTION, callback);
}
void *ek_easy_private(EKCurlEasy *easy) {
    void *value = NULL;
    curl.easy_getinfo(easy, EK_CURLINFO_PRIVATE, &value);
    return value;
}
long ek_easy_info_long(EKCurlEasy *easy, long info) {
    long value = 0;
    curl.easy_getinfo(easy, (int)info, &value);
    return value;
}
int64_t ek_easy_info_offset(EKCurlEasy *easy, long info) {
    int64_t value = 0;
    curl.easy_getinfo(easy, (int)info, &value);
    return value;
}
// Up to 8.19.0, CURLINFO_ACTIVESOCKET is known only after a transfer.
static int64_t connection(EKCurlEasy *easy) {
    int64_t number = -1;
    return curl.easy_getinfo(easy, EK_CURLINFO_CONN_ID, &number) == 0 ? number : -1;
}
void ek_easy_note_socket(EKCurlEasy *easy, EKSockets *sockets, int socket) {
    ek_sockets_note(sockets, socket, connection(easy));
}
int ek_easy_socket(EKCurlEasy *easy, EKSockets *sockets) {
    long port = ek_easy_info_long(easy, EK_CURLINFO_LOCAL_PORT);
    if (port <= 0) return ek_sockets_find_noted(sockets, connection(easy));
    const char *ip = NULL;
    curl.easy_getinfo(easy, EK_CURLINFO_LOCAL_IP, &ip);
    return ip ? ek_sockets_find(sockets, ip, (int)port) : -1;
}
int64_t ek_easy_unacknowledged(EKCurlEasy *easy, EKSockets *sockets) {
    int descriptor = ek_easy_socket(easy, sockets);
    return descriptor < 0 ? 0 : ek_sockets_unacknowledged(descriptor);
}
EKSent ek_easy_sent(EKCurlEasy *easy, EKSockets *sockets) {
    int descriptor = ek_easy_socket(easy, sockets);
    return descriptor < 0 ? (EKSent){.acknowledged = -1} : ek_sockets_sent(descriptor);
}
int64_t ek_easy_received(EKCurlEasy *easy, EKSockets *sockets) {
    int descriptor = ek_easy_socket(easy, sockets);
    return descriptor < 0 ? -1 : ek_sockets_received(descriptor);
}
// The start of curl_tlssessioninfo.
struct session {
    int library;
    void *tls;
};

static struct session session(EKCurlEasy *easy) {
    const struct session *found = NULL;
    if (curl.easy_getinfo(easy, EK_CURLINFO_TLS_SSL_PTR, &found) != 0 || !found) return (struct session){0, NULL};
    return *found;
}
enum { openssl = 1 };

int ek_easy_chose_http2(EKCurlEasy *easy) {
    struct session found = session(easy);
    return found.library == openssl && found.tls ? ek_tls_chose_http2(found.tls) : -1;
}
bool ek_easy_has_stray_input(EKCurlEasy *easy, int descriptor) {
    struct session found = session(easy);
    bool is_waiting = ek_sockets_input(descriptor) != 0;
    if (found.library == openssl && found.tls) return ek_tls_has_stray_input(found.tls, descriptor, is_waiting);
    return is_waiting;
}
bool ek_easy_has_tls_ended(EKCurlEasy *easy) {
    struct session found = session(easy);
    return found.library == openssl && found.tls && ek_tls_has_ended(found.tls);
}
bool ek_easy_sees_stray_input(EKCurlEasy *easy) { return session(easy).library == openssl && ek_tls_can_peek(); }
int ek_easy_continue(EKCurlEasy *easy) { return curl.easy_pause(easy, 0); }
void ek_easy_look_again(EKCurlEasy *easy) {
    // libcurl does nothing unless a pause ends.
    const int receiving = 1;
    if (curl.easy_pause(easy, receiving) == 0) curl.easy_pause(easy, 0);
}
const char *ek_easy_error_text(int code) { return curl.easy_strerror(code); }

void ek_thread_set_name(const char *name) { prctl(PR_SET_NAME, name); }

EKCurlMulti *ek_multi_init(EKSockets *sockets) {
    EKCurlMulti *multi = curl.multi_init();
    if (!multi) return NULL;
    bool has_failed = curl.multi_setopt(multi, EK_CURLMOPT_SOCKETDATA, sockets) != 0
        || curl.multi_setopt(multi, EK_CURLMOPT_SOCKETFUNCTION, ek_sockets_want) != 0
        || curl.multi_setopt(multi, EK_CURLMOPT_TIMERDATA, sockets) != 0
        || curl.multi_setopt(multi, EK_CURLMOPT_TIMERFUNCTION, ek_sockets_set_timer) != 0;
    if (!has_failed) return multi;
    curl.multi_cleanup(multi);
    return NULL;
}
void ek_multi_cleanup(EKCurlMulti *multi) { curl.multi_cleanup(multi); }
int ek_multi_set_long(EKCurlMulti *multi, long option, long value) { return curl.multi_setopt(multi, (int)option, value); }
int ek_multi_add(EKCurlMulti *multi, EKCurlEasy *easy) { return curl.multi_add_handle(multi, easy); }
int ek_multi_remove(EKCurlMulti *multi, EKCurlEasy *easy) { return curl.multi_remove_handle(multi, easy); }
void ek_multi_act(EKCurlMulti *multi, EKSockets *sockets) {
    int running = 0;
    for (int i = 0; i < sockets->ready_count; i++) {
        // Without events, libcurl asks the kernel itself. With events, 7.88.1 would let a paused transfer read data meant for another
        // transfer on its connection.
        const int unknown = 0;
        curl.multi_socket_action(multi, sockets->ready[i], unknown, &running);
    }
    sockets->ready_count = 0;
    const int timeout = -1;
    if (ek_sockets_take_timer(sockets)) curl.multi_socket_action(multi, timeout, 0, &running);
}
EKCurlEasy *ek_multi_next_done(EKCurlMulti *multi, int *code) {
    int left = 0;
    struct message *message;
    const int done = 1;
    while ((message = curl.multi_info_read(multi, &left))) {
        if (message->kind != done) continue;
        *code = message->data.result;
        return message->easy;
    }
    return NULL;
}

#endif
