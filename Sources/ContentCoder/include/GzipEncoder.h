// The encoder of the gzip coding (RFC 1952), out of the zlib that libcurl itself stands on, loaded when it is first needed.
#pragma once
#include <stddef.h>

typedef struct EKGzipEncoder EKGzipEncoder;

/// Whether zlib is on this machine.
_Bool ek_gzip_available(void);

/// NULL when zlib isn't there, or there is no memory.
EKGzipEncoder *ek_gzip_new(void);
void ek_gzip_free(EKGzipEncoder *encoder);

/// Takes some of `input` and writes some of `output`; `taken` and `written` say how much. With `finish` no more input follows this one.
/// Returns whether the end of the member has been written.
_Bool ek_gzip_step(EKGzipEncoder *encoder, const void *input, size_t input_size, size_t *taken, void *output, size_t output_size,
                   size_t *written, _Bool finish);
