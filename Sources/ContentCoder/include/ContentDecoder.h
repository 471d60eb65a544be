// The decoders of HTTP's content codings (RFC 9110, section 8.4.1; RFC 7932; RFC 8878), out of the libraries that libcurl itself
// stands on, loaded when they are first needed. libcurl's own use of them takes a truncated stream for a whole one, and can't be
// stopped in the middle of a piece.
#pragma once
#include <stddef.h>

typedef struct EKDecoder EKDecoder;

enum {
    EK_CODING_GZIP,
    EK_CODING_DEFLATE,
    EK_CODING_BROTLI,
    EK_CODING_ZSTD,
};

/// What a step came to.
enum {
    EK_DECODER_NEEDS_INPUT,
    EK_DECODER_HAS_OUTPUT,
    EK_DECODER_FINISHED,
    EK_DECODER_FAILED,
};

/// Whether the library for this coding is there.
_Bool ek_decoder_available(long coding);

/// NULL when the library isn't there, or there is no memory.
EKDecoder *ek_decoder_new(long coding);
void ek_decoder_free(EKDecoder *decoder);

/// Takes some of `input` and writes some of `output`; `taken` and `written` say how much.
long ek_decoder_step(EKDecoder *decoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                     size_t *written);
