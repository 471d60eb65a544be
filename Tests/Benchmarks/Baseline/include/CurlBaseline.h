// What the benchmarks compare with: the same work in plain C over the same libcurl; and a count of the heap's allocations.
#pragma once
#include <stddef.h>

/// Makes `calls` GET requests with at most `inFlight` at once, reusing handles and connections, and hands each whole body to `done`.
/// Returns how many were answered with status 200.
int baseline_get(const char *url, int calls, int inFlight, void (*done)(const char *body, size_t count));

/// Downloads `url` and drops what comes; how many bytes that were.
size_t baseline_download(const char *url);

/// Allocations of the whole process since it started: this target's malloc stands in front of the C library's.
unsigned long baseline_allocations(void);
