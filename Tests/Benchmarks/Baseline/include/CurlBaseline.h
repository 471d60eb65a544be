// What the benchmarks compare with: the same work in plain C over the same libcurl; and a count of the heap's allocations.
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

/// Makes `calls` requests with at most `in_flight` at once over kept connections, and hands each whole body to `done`. A handle that is
/// used again keeps its options, and only its URL is set anew. Returns how many were answered with status 200.
int baseline_get(
    const struct baseline_request *request, int calls, int in_flight, void (*done)(void *context, const char *body, size_t count),
    void *context);

/// Downloads once and drops what comes; how many bytes that were.
size_t baseline_download(const struct baseline_request *request);

/// Counts the allocations of the whole process: this target's malloc stands in front of the C library's.
void baseline_begin_counting(void);
/// How many there were since.
unsigned long baseline_end_counting(void);
