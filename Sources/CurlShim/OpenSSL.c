#include "OpenSSL.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static struct {
    void (*chosen_protocol)(const void *tls, const unsigned char **name, unsigned *length);
    int (*shutdown_state)(const void *tls);
    int (*has_pending)(const void *tls);
    int (*peek)(void *tls, void *bytes, int count);
    int (*error)(const void *tls, int result);
    const char *(*record_state)(const void *tls);
    void (*clear_errors)(void);
    void *(*input)(const void *tls), *(*output)(const void *tls);
    void (*set_input)(void *tls, void *bio), (*set_output)(void *tls, void *bio);
    int (*retain)(void *bio);
    void *(*new_bio)(int descriptor, int closes);
} ssl;
static bool can_peek;

bool ek_tls_can_peek(void) { return can_peek; }

void ek_tls_load(void *libcurl) {
    const struct {
        void *slot;
        const char *symbol;
    } symbols[] = {
        {&ssl.has_pending, "SSL_has_pending"}, {&ssl.peek, "SSL_peek"}, {&ssl.error, "SSL_get_error"},
        {&ssl.record_state, "SSL_rstate_string"},
        {&ssl.clear_errors, "ERR_clear_error"}, {&ssl.input, "SSL_get_rbio"}, {&ssl.output, "SSL_get_wbio"},
        {&ssl.set_input, "SSL_set0_rbio"}, {&ssl.set_output, "SSL_set0_wbio"}, {&ssl.retain, "BIO_up_ref"},
        {&ssl.new_bio, "BIO_new_socket"},
    };
    // Searches the libraries that libcurl was linked with.
    int (*initialize)(uint64_t options, const void *settings);
    *(void **)&initialize = dlsym(libcurl, "OPENSSL_init_crypto");
    // OpenSSL's exit handler would free memory that transfer threads still use. This must come before any other use.
    const uint64_t no_exit_handler = 0x80000;
    if (initialize) initialize(no_exit_handler, NULL);
    *(void **)&ssl.chosen_protocol = dlsym(libcurl, "SSL_get0_alpn_selected");
    *(void **)&ssl.shutdown_state = dlsym(libcurl, "SSL_get_shutdown");
    can_peek = true;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        *(void **)symbols[i].slot = dlsym(libcurl, symbols[i].symbol);
        if (!*(void **)symbols[i].slot) can_peek = false;
    }
}

int ek_tls_chose_http2(const void *tls) {
    if (!ssl.chosen_protocol) return -1;
    const unsigned char *name = NULL;
    unsigned length = 0;
    ssl.chosen_protocol(tls, &name, &length);
    return length == 2 && name[0] == 'h' && name[1] == '2';
}

bool ek_tls_has_ended(const void *tls) {
    const int received = 2;
    return ssl.shutdown_state && ssl.shutdown_state(tls) & received;
}

// Whether no part of a record has arrived, and no record is decrypted.
static bool is_between_records(const void *tls) { return !ssl.has_pending(tls) && strcmp(ssl.record_state(tls), "RH") == 0; }

bool ek_tls_has_stray_input(void *tls, int descriptor, bool is_waiting) {
    if (!can_peek) return is_waiting;
    if (!is_waiting && is_between_records(tls)) return false;
    // libcurl's own input and output work only inside its calls. Inside a proxy's TLS, the socket's bytes fail here, and the connection
    // isn't used.
    void *bio = ssl.new_bio(descriptor, 0);
    if (!bio) return true;
    void *input = ssl.input(tls), *output = ssl.output(tls);
    ssl.retain(input);
    ssl.retain(output);
    ssl.retain(bio);
    ssl.set_input(tls, bio);
    ssl.set_output(tls, bio);
    ssl.clear_errors();
    char byte;
    const int wants_read = 2;
    int count = ssl.peek(tls, &byte, 1);
    // A record that has arrived in part may contain a response. It is neither application data nor a session ticket yet.
    bool is_clean = count <= 0 && ssl.error(tls, count) == wants_read && is_between_records(tls);
    // Errors left in the queue would be reported as another connection's failure.
    ssl.clear_errors();
    ssl.set_input(tls, input);
    ssl.set_output(tls, output);
    return !is_clean;
}
