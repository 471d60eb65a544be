// The baseline of the benchmarks: the same work in plain C over the same libcurl, and a count of heap allocations.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A GET request with its header fields as lines. `CurlTransport` decides by libcurl's version whether a handle may serve more than one
/// transfer, and plain C does the same.
struct baseline_request {
    const char *url;
    const char *const *fields;
    int field_count;
    bool reuses_handles;
};

/// Makes `calls` requests with at most `in_flight` at a time over reused connections, and passes each complete body to `done`. A reused
/// handle keeps its options, and only its URL is set again. Returns how many were answered with status 200.
int baseline_get(
    const struct baseline_request *request, int calls, int in_flight, void (*done)(void *context, const char *body, size_t count),
    void *context);

/// Downloads once and drops the bytes. Returns how many there were.
size_t baseline_download(const struct baseline_request *request);

/// Counts the allocations of the whole process: this target's malloc wraps the C library's.
void baseline_begin_counting(void);
/// The number of allocations since the counting began.
unsigned long baseline_end_counting(void);
