// The parts of zlib that the decoder and the encoder use, without its headers.
#pragma once
#include <dlfcn.h>
#include <stddef.h>

#define EK_ZLIB_VERSION "1.2.11"

/// The handle of zlib, which is loaded when it is first needed; NULL on a machine without zlib. The second name is the one on Apple's
/// platforms.
static inline void *ek_zlib(void) {
    void *zlib = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    return zlib ? zlib : dlopen("/usr/lib/libz.1.dylib", RTLD_NOW | RTLD_LOCAL);
}

// z_stream, as zlib lays it out.
struct zlib_stream {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate, *deallocate, *opaque;
    int data_type;
    unsigned long adler, reserved;
};
