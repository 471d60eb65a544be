#include "CurlBaseline.h"

#include <stdlib.h>
#include <string.h>

#include "CurlShim.h"

enum { response_code = 0x200000 + 2, header_bytes = 256 << 10, connect_timeout = 10000, error_size = 256 };

struct client {
    const struct baseline_request *request;
    EKCurlMulti *multi;
    EKSockets *sockets;
    EKCurlList *fields;
};

struct transfer {
    EKCurlEasy *easy;
    char error[error_size];
    char *body;
    size_t count, capacity, header_count;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t total = size * count;
    if (transfer->count + total > transfer->capacity) {
        size_t capacity = (transfer->count + total) * 2;
        char *body = realloc(transfer->body, capacity);
        if (!body) return 0;
        transfer->body = body;
        transfer->capacity = capacity;
    }
    memcpy(transfer->body + transfer->count, bytes, total);
    transfer->count += total;
    return total;
}

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    struct transfer *transfer = context;
    transfer->count += size * count;
    return size * count;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    struct transfer *transfer = context;
    transfer->header_count += size * count;
    return transfer->header_count <= header_bytes ? size * count : 0;
}

static int open_socket(void *context, int purpose, void *address) {
    (void)purpose;
    return ek_sockets_open(context, address);
}

// Lets libcurl work, or waits if there is nothing to do.
static void work(struct client *client) {
    ek_sockets_wait(client->sockets, ek_sockets_timer(client->sockets) == 0 ? 0 : 100);
    ek_multi_act(client->multi, client->sockets);
}

static int before_request(void *context, char *a, char *b, int port, int other_port) {
    (void)context, (void)a, (void)b, (void)port, (void)other_port;
    return 0;
}

static int look_up(void *resolver, void *reserved, void *context) {
    (void)resolver, (void)reserved, (void)context;
    return 0;
}

static bool begin(struct client *client, const struct baseline_request *request) {
    *client = (struct client){.request = request, .sockets = ek_sockets_new(0)};
    if (!client->sockets || !ek_sockets_begin(client->sockets)) return false;
    client->multi = ek_multi_init(client->sockets);
    client->fields = calloc(request->field_count + 1, sizeof *client->fields);
    if (!client->multi || !client->fields) return false;
    for (int i = 0; i < request->field_count; i++) {
        client->fields[i].line = request->fields[i];
        client->fields[i].next = i + 1 < request->field_count ? &client->fields[i + 1] : NULL;
    }
    // libcurl also counts the connections in use, so this is more than any benchmark has in flight.
    ek_multi_set_long(client->multi, EK_CURLMOPT_MAXCONNECTS, 16384);
    return true;
}

static void end(struct client *client) {
    if (client->multi) ek_multi_cleanup(client->multi);
    if (client->sockets) ek_sockets_free(client->sockets);
    free(client->fields);
}

// The options of CurlHandle+Request.swift and CurlCallbacks.swift for a GET over plain HTTP. Options that an old libcurl lacks are refused,
// and the transport leaves them out too.
static void prepare(struct client *client, struct transfer *transfer, size_t (*write)(char *, size_t, size_t, void *)) {
    EKCurlEasy *easy = transfer->easy = ek_easy_init();
    ek_easy_set_pointer(easy, EK_CURLOPT_ERRORBUFFER, transfer->error);
    ek_easy_set_long(easy, EK_CURLOPT_NOSIGNAL, 1);
    ek_easy_set_long(easy, EK_CURLOPT_BUFFERSIZE, 128 << 10);
    ek_easy_set_long(easy, EK_CURLOPT_HTTP_TRANSFER_DECODING, 0);
    if (ek_easy_set_pointer(easy, EK_CURLOPT_PROTOCOLS_STR, "http,https") != 0) {
        ek_easy_set_long(easy, EK_CURLOPT_PROTOCOLS, EK_CURLPROTO_HTTP_AND_HTTPS);
    }
    ek_easy_set_long(easy, EK_CURLOPT_PATH_AS_IS, 1);
    ek_easy_set_long(easy, EK_CURLOPT_QUICK_EXIT, 1);
    ek_easy_set_long(easy, EK_CURLOPT_CONNECTTIMEOUT_MS, connect_timeout);
    ek_easy_set_pointer(easy, EK_CURLOPT_URL, client->request->url);
    ek_easy_set_long(easy, EK_CURLOPT_HTTP_VERSION, EK_CURL_HTTP_VERSION_1_1);
    ek_easy_set_pointer(easy, EK_CURLOPT_PROXY, "");
    ek_easy_set_long(easy, EK_CURLOPT_HTTP_CONTENT_DECODING, 0);
    ek_easy_set_pointer(easy, EK_CURLOPT_ACCEPT_ENCODING, "");
    if (client->request->field_count > 0) ek_easy_set_pointer(easy, EK_CURLOPT_HTTPHEADER, client->fields);
    ek_easy_set_pointer(easy, EK_CURLOPT_PRIVATE, transfer);
    ek_easy_set_pointer(easy, EK_CURLOPT_OPENSOCKETDATA, client->sockets);
    ek_easy_set_open_socket(easy, open_socket);
    ek_easy_set_close_socket(easy, client->sockets);
    ek_easy_set_pointer(easy, EK_CURLOPT_PREREQDATA, transfer);
    ek_easy_set_before_request(easy, before_request);
    ek_easy_set_pointer(easy, EK_CURLOPT_RESOLVER_START_DATA, transfer);
    ek_easy_set_look_up(easy, look_up);
    ek_easy_set_pointer(easy, EK_CURLOPT_HEADERDATA, transfer);
    ek_easy_set_pointer(easy, EK_CURLOPT_WRITEDATA, transfer);
    ek_easy_set_callback(easy, EK_CURLOPT_HEADERFUNCTION, receive_header);
    ek_easy_set_callback(easy, EK_CURLOPT_WRITEFUNCTION, write);
}

int baseline_get(
    const struct baseline_request *request, int calls, int in_flight, void (*done)(void *, const char *, size_t), void *context) {
    struct client client;
    struct transfer *transfers = calloc(in_flight, sizeof *transfers);
    int started = 0, running = 0, succeeded = 0;
    if (!begin(&client, request) || !transfers) {
        end(&client);
        free(transfers);
        return 0;
    }
    for (; started < in_flight && started < calls; started++, running++) {
        prepare(&client, &transfers[started], receive);
        ek_multi_add(client.multi, transfers[started].easy);
    }
    while (running > 0) {
        work(&client);
        EKCurlEasy *easy;
        int code;
        while ((easy = ek_multi_next_done(client.multi, &code))) {
            struct transfer *transfer = ek_easy_private(easy);
            if (code == 0 && ek_easy_info_long(easy, response_code) == 200) succeeded++;
            done(context, transfer->body, transfer->count);
            transfer->count = transfer->header_count = 0;
            ek_multi_remove(client.multi, easy);
            if (!request->reuses_handles) {
                ek_easy_cleanup(easy);
                transfer->easy = NULL;
            }
            running--;
            if (started < calls) {
                if (request->reuses_handles) {
                    ek_easy_set_pointer(easy, EK_CURLOPT_URL, request->url);
                } else {
                    prepare(&client, transfer, receive);
                }
                ek_multi_add(client.multi, transfer->easy);
                started++;
                running++;
            }
        }
    }
    for (int i = 0; i < in_flight; i++) {
        if (transfers[i].easy) ek_easy_cleanup(transfers[i].easy);
        free(transfers[i].body);
    }
    end(&client);
    free(transfers);
    return succeeded;
}

size_t baseline_download(const struct baseline_request *request) {
    struct client client;
    struct transfer transfer = {0};
    EKCurlEasy *done = NULL;
    int code = 0;
    if (begin(&client, request)) {
        prepare(&client, &transfer, discard);
        ek_multi_add(client.multi, transfer.easy);
        while (!done) {
            work(&client);
            done = ek_multi_next_done(client.multi, &code);
        }
        ek_multi_remove(client.multi, transfer.easy);
        ek_easy_cleanup(transfer.easy);
    }
    end(&client);
    return done && code == 0 ? transfer.count : 0;
}
