#include "CurlBaseline.h"

#include <stdlib.h>
#include <string.h>

#include "CurlShim.h"

struct transfer {
    EKCurlEasy *easy;
    char *body;
    size_t count, capacity;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t total = size * count;
    if (transfer->count + total > transfer->capacity) {
        transfer->capacity = (transfer->count + total) * 2;
        transfer->body = realloc(transfer->body, transfer->capacity);
    }
    memcpy(transfer->body + transfer->count, bytes, total);
    transfer->count += total;
    return total;
}

int baseline_get(const char *url, int calls, int inFlight, void (*done)(const char *, size_t)) {
    enum { response_code = 0x200000 + 2 };
    struct transfer *transfers = calloc(inFlight, sizeof *transfers);
    EKCurlMulti *multi = ek_multi_init();
    int started = 0, running = 0, succeeded = 0;
    for (int i = 0; i < inFlight && started < calls; i++, started++, running++) {
        transfers[i].easy = ek_easy_init();
        ek_easy_set_pointer(transfers[i].easy, EK_CURLOPT_URL, url);
        ek_easy_set_pointer(transfers[i].easy, EK_CURLOPT_PROXY, "");
        ek_easy_set_pointer(transfers[i].easy, EK_CURLOPT_PRIVATE, &transfers[i]);
        ek_easy_set_pointer(transfers[i].easy, EK_CURLOPT_WRITEDATA, &transfers[i]);
        ek_easy_set_pointer(transfers[i].easy, EK_CURLOPT_ACCEPT_ENCODING, "");
        ek_easy_set_callback(transfers[i].easy, EK_CURLOPT_WRITEFUNCTION, receive);
        ek_multi_add(multi, transfers[i].easy);
    }
    while (running > 0) {
        ek_multi_perform(multi);
        EKCurlEasy *easy;
        int code;
        while ((easy = ek_multi_next_done(multi, &code))) {
            struct transfer *transfer = ek_easy_private(easy);
            if (code == 0 && ek_easy_info_long(easy, response_code) == 200) succeeded++;
            done(transfer->body, transfer->count);
            transfer->count = 0;
            ek_multi_remove(multi, easy);
            running--;
            if (started < calls) {
                ek_multi_add(multi, easy);
                started++;
                running++;
            }
        }
        if (running > 0) ek_multi_poll(multi, 1000);
    }
    for (int i = 0; i < inFlight; i++) {
        if (transfers[i].easy) ek_easy_cleanup(transfers[i].easy);
        free(transfers[i].body);
    }
    ek_multi_cleanup(multi);
    free(transfers);
    return succeeded;
}

static size_t discard(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes;
    *(size_t *)context += size * count;
    return size * count;
}

size_t baseline_download(const char *url) {
    size_t received = 0;
    EKCurlMulti *multi = ek_multi_init();
    EKCurlEasy *easy = ek_easy_init(), *done = NULL;
    int code = 0;
    ek_easy_set_pointer(easy, EK_CURLOPT_URL, url);
    ek_easy_set_pointer(easy, EK_CURLOPT_PROXY, "");
    ek_easy_set_pointer(easy, EK_CURLOPT_WRITEDATA, &received);
    ek_easy_set_callback(easy, EK_CURLOPT_WRITEFUNCTION, discard);
    ek_multi_add(multi, easy);
    while (!done) {
        ek_multi_perform(multi);
        done = ek_multi_next_done(multi, &code);
        if (!done) ek_multi_poll(multi, 1000);
    }
    ek_multi_remove(multi, easy);
    ek_easy_cleanup(easy);
    ek_multi_cleanup(multi);
    return code == 0 ? received : 0;
}
