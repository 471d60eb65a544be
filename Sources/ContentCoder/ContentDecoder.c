#include "ContentDecoder.h"
#include "Zlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ZSTD_inBuffer and ZSTD_outBuffer.
struct zstd_input {
    const void *start;
    size_t size, position;
};
struct zstd_output {
    void *start;
    size_t size, position;
};

static struct {
    int (*inflate_init)(struct zlib_stream *, int window_bits, const char *version, int stream_size);
    int (*inflate)(struct zlib_stream *, int flush);
    int (*inflate_reset)(struct zlib_stream *, int window_bits);
    int (*inflate_end)(struct zlib_stream *);
    void *(*brotli_new)(void *, void *, void *);
    int (*brotli_step)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    void (*brotli_free)(void *);
    void *(*zstd_new)(void);
    size_t (*zstd_set)(void *, int parameter, int value);
    size_t (*zstd_step)(void *, struct zstd_output *, struct zstd_input *);
    unsigned (*zstd_is_error)(size_t);
    size_t (*zstd_free)(void *);
    _Bool zlib, brotli, zstd;
} library;

static _Bool symbol(void *handle, const char *name, void *slot) {
    *(void **)slot = handle ? dlsym(handle, name) : NULL;
    return *(void **)slot != NULL;
}

static void load(void) {
    void *zlib = ek_zlib();
    library.zlib = symbol(zlib, "inflateInit2_", &library.inflate_init) && symbol(zlib, "inflate", &library.inflate) &&
                   symbol(zlib, "inflateReset2", &library.inflate_reset) && symbol(zlib, "inflateEnd", &library.inflate_end);
    void *brotli = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
    library.brotli = symbol(brotli, "BrotliDecoderCreateInstance", &library.brotli_new) &&
                     symbol(brotli, "BrotliDecoderDecompressStream", &library.brotli_step) &&
                     symbol(brotli, "BrotliDecoderDestroyInstance", &library.brotli_free);
    void *zstd = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    library.zstd = symbol(zstd, "ZSTD_createDStream", &library.zstd_new) &&
                   symbol(zstd, "ZSTD_DCtx_setParameter", &library.zstd_set) &&
                   symbol(zstd, "ZSTD_decompressStream", &library.zstd_step) && symbol(zstd, "ZSTD_isError", &library.zstd_is_error) &&
                   symbol(zstd, "ZSTD_freeDStream", &library.zstd_free);
}

_Bool ek_decoder_available(long coding) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    switch (coding) {
    case EK_CODING_GZIP:
    case EK_CODING_DEFLATE: return library.zlib;
    case EK_CODING_BROTLI: return library.brotli;
    case EK_CODING_ZSTD: return library.zstd;
    default: return 0;
    }
}

struct EKDecoder {
    long coding;
    struct zlib_stream zlib;
    void *other;
    // A "deflate" body should have zlib's frame (RFC 9110, section 8.4.1.2), but often has none. The first byte shows which.
    _Bool frame_is_known;
    // zlib's last step filled its output.
    _Bool output_was_full;
    // A gzip or zstd body may consist of several members.
    _Bool between_members;
};

// The window size that a decoder must support, and no more: 8 MB (RFC 9659, section 3).
enum { ZSTD_WINDOW_LOG_MAX = 100, ZSTD_WINDOW_LOG = 23 };

enum { GZIP_WINDOW = 15 + 16, ZLIB_WINDOW = 15, RAW_WINDOW = -15 };

EKDecoder *ek_decoder_new(long coding) {
    if (!ek_decoder_available(coding)) return NULL;
    EKDecoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    _Bool is_ready;
    switch (coding) {
    case EK_CODING_BROTLI: is_ready = (decoder->other = library.brotli_new(NULL, NULL, NULL)) != NULL; break;
    case EK_CODING_ZSTD:
        decoder->other = library.zstd_new();
        is_ready = decoder->other && !library.zstd_is_error(library.zstd_set(decoder->other, ZSTD_WINDOW_LOG_MAX, ZSTD_WINDOW_LOG));
        if (!is_ready && decoder->other) library.zstd_free(decoder->other);
        break;
    default:
        is_ready = library.inflate_init(&decoder->zlib, coding == EK_CODING_GZIP ? GZIP_WINDOW : ZLIB_WINDOW, EK_ZLIB_VERSION,
                                        sizeof decoder->zlib) == 0;
    }
    if (is_ready) return decoder;
    free(decoder);
    return NULL;
}

void ek_decoder_free(EKDecoder *decoder) {
    if (!decoder) return;
    switch (decoder->coding) {
    case EK_CODING_BROTLI: library.brotli_free(decoder->other); break;
    case EK_CODING_ZSTD: library.zstd_free(decoder->other); break;
    default: library.inflate_end(&decoder->zlib);
    }
    free(decoder);
}

static unsigned limited(size_t size) { return size > 1u << 30 ? 1u << 30 : (unsigned)size; }

static long step_zlib(EKDecoder *decoder, const unsigned char *input, size_t input_size, size_t *taken, void *output,
                      size_t output_size, size_t *written) {
    enum { ok = 0, stream_end = 1, buffer_error = -5 };
    if (decoder->between_members && input_size == 0) return EK_DECODER_FINISHED;
    // Bytes that didn't fit into the last output may still be inside.
    if (input_size == 0 && !decoder->output_was_full) return EK_DECODER_NEEDS_INPUT;
    if (input_size > 0 && decoder->coding == EK_CODING_DEFLATE && !decoder->frame_is_known) {
        if ((input[0] & 0x0f) != 8) library.inflate_reset(&decoder->zlib, RAW_WINDOW);
        decoder->frame_is_known = 1;
    }
    if (decoder->between_members) {
        // Bytes after a member that don't begin another member are padding, which is ignored.
        if (decoder->coding != EK_CODING_GZIP || input[0] != 0x1f) {
            *taken = input_size;
            return EK_DECODER_FINISHED;
        }
        library.inflate_reset(&decoder->zlib, GZIP_WINDOW);
        decoder->between_members = 0;
    }
    struct zlib_stream *stream = &decoder->zlib;
    stream->next_in = input;
    stream->avail_in = limited(input_size);
    stream->next_out = output;
    stream->avail_out = limited(output_size);
    int result = library.inflate(stream, 0);
    *taken = stream->next_in - input;
    *written = stream->next_out - (unsigned char *)output;
    if (result == stream_end) {
        decoder->between_members = 1;
        return *taken < input_size ? EK_DECODER_HAS_OUTPUT : EK_DECODER_FINISHED;
    }
    if (result != ok && result != buffer_error) return EK_DECODER_FAILED;
    decoder->output_was_full = stream->avail_out == 0;
    return decoder->output_was_full ? EK_DECODER_HAS_OUTPUT : EK_DECODER_NEEDS_INPUT;
}

static long step_brotli(EKDecoder *decoder, const unsigned char *input, size_t input_size, size_t *taken, void *output,
                        size_t output_size, size_t *written) {
    enum { failed = 0, success = 1, needs_input = 2 };
    size_t left = input_size, room = output_size;
    uint8_t *next = output;
    int result = library.brotli_step(decoder->other, &left, &input, &room, &next, NULL);
    *taken = input_size - left;
    *written = output_size - room;
    switch (result) {
    case failed: return EK_DECODER_FAILED;
    case success: return EK_DECODER_FINISHED;
    case needs_input: return EK_DECODER_NEEDS_INPUT;
    default: return EK_DECODER_HAS_OUTPUT;
    }
}

static long step_zstd(EKDecoder *decoder, const unsigned char *input, size_t input_size, size_t *taken, void *output,
                      size_t output_size, size_t *written) {
    struct zstd_input in = {input, input_size, 0};
    struct zstd_output out = {output, output_size, 0};
    if (input_size == 0 && decoder->between_members) return EK_DECODER_FINISHED;
    size_t result = library.zstd_step(decoder->other, &out, &in);
    *taken = in.position;
    *written = out.position;
    if (library.zstd_is_error(result)) return EK_DECODER_FAILED;
    decoder->between_members = result == 0;
    if (result == 0 && in.position == in.size) return EK_DECODER_FINISHED;
    return out.position == out.size || in.position < in.size ? EK_DECODER_HAS_OUTPUT : EK_DECODER_NEEDS_INPUT;
}

long ek_decoder_step(EKDecoder *decoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                     size_t *written) {
    *taken = *written = 0;
    switch (decoder->coding) {
    case EK_CODING_BROTLI: return step_brotli(decoder, input, input_size, taken, output, output_size, written);
    case EK_CODING_ZSTD: return step_zstd(decoder, input, input_size, taken, output, output_size, written);
    default: return step_zlib(decoder, input, input_size, taken, output, output_size, written);
    }
}
