// The encoder of the gzip coding (RFC 1952). It uses the zlib that libcurl itself uses, which is loaded when it is first needed.
#pragma once
#include <stddef.h>

typedef struct EKGzipEncoder EKGzipEncoder;

/// Whether zlib is on this machine.
_Bool ek_gzip_available(void);

/// NULL if zlib is missing or memory runs out.
EKGzipEncoder *ek_gzip_new(void);
void ek_gzip_free(EKGzipEncoder *encoder);

/// Reads a part of `input` and writes a part of `output`; `taken` and `written` say how much. With `finish`, this is the last input.
/// Returns whether the end of the member has been written.
_Bool ek_gzip_step(EKGzipEncoder *encoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                   size_t *written, _Bool finish);
