#include "GzipEncoder.h"
#include "Zlib.h"

#include <pthread.h>
#include <stdlib.h>

static struct {
    int (*init)(struct zlib_stream *, int level, int method, int window_bits, int memory_level, int strategy, const char *version,
                int stream_size);
    int (*deflate)(struct zlib_stream *, int flush);
    int (*end)(struct zlib_stream *);
    _Bool is_loaded;
} library;

static void load(void) {
    void *zlib = ek_zlib();
    if (!zlib) return;
    *(void **)&library.init = dlsym(zlib, "deflateInit2_");
    *(void **)&library.deflate = dlsym(zlib, "deflate");
    *(void **)&library.end = dlsym(zlib, "deflateEnd");
    library.is_loaded = library.init && library.deflate && library.end;
}

_Bool ek_gzip_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library.is_loaded;
}

struct EKGzipEncoder {
    struct zlib_stream stream;
};

EKGzipEncoder *ek_gzip_new(void) {
    enum { level = 6, deflated = 8, gzip_window = 15 + 16, memory_level = 8, default_strategy = 0 };
    if (!ek_gzip_available()) return NULL;
    EKGzipEncoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder) return NULL;
    int result = library.init(&encoder->stream, level, deflated, gzip_window, memory_level, default_strategy, EK_ZLIB_VERSION,
                              sizeof encoder->stream);
    if (result == 0) return encoder;
    free(encoder);
    return NULL;
}

void ek_gzip_free(EKGzipEncoder *encoder) {
    if (!encoder) return;
    library.end(&encoder->stream);
    free(encoder);
}

static unsigned limited(size_t size) { return size > 1u << 30 ? 1u << 30 : (unsigned)size; }

_Bool ek_gzip_step(EKGzipEncoder *encoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                   size_t *written, _Bool finish) {
    enum { no_flush = 0, flush_and_finish = 4, stream_end = 1, file_header = 10, system = 9, unknown_system = 255 };
    struct zlib_stream *stream = &encoder->stream;
    _Bool is_start = stream->total_out == 0;
    stream->next_in = input;
    stream->avail_in = limited(input_size);
    stream->next_out = output;
    stream->avail_out = limited(output_size);
    int result = library.deflate(stream, finish && stream->avail_in == input_size ? flush_and_finish : no_flush);
    *taken = input_size == 0 ? 0 : stream->next_in - (const unsigned char *)input;
    *written = stream->next_out - (unsigned char *)output;
    // The same bytes give the same member on every system.
    if (is_start && *written >= file_header) ((unsigned char *)output)[system] = unknown_system;
    return result == stream_end;
}
