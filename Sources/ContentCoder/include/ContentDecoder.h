// The decoders of HTTP's content codings (RFC 9110, section 8.4.1; RFC 7932; RFC 8878). They use the libraries that libcurl itself uses,
// which are loaded when they are first needed. libcurl's own decoding accepts a truncated stream as complete, and can't be stopped in the
// middle of a chunk.
#pragma once
#include <stddef.h>

typedef struct EKDecoder EKDecoder;

enum {
    EK_CODING_GZIP,
    EK_CODING_DEFLATE,
    EK_CODING_BROTLI,
    EK_CODING_ZSTD,
};

/// The result of a step.
enum {
    EK_DECODER_NEEDS_INPUT,
    EK_DECODER_HAS_OUTPUT,
    EK_DECODER_FINISHED,
    EK_DECODER_FAILED,
};

/// Whether this machine has the library for this coding.
_Bool ek_decoder_available(long coding);

/// NULL if the library is missing or memory runs out.
EKDecoder *ek_decoder_new(long coding);
void ek_decoder_free(EKDecoder *decoder);

/// Reads a part of `input` and writes a part of `output`; `taken` and `written` say how much.
long ek_decoder_step(EKDecoder *decoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                     size_t *written);
