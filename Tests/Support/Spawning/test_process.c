#define _GNU_SOURCE
#include "test_process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
static const char *program_name(void) { return program_invocation_short_name; }
#else
static const char *program_name(void) { return getprogname(); }
#endif

int spawning_is_test_process(void) {
    const char *name = program_name();
    return strstr(name, "xctest") != NULL || strstr(name, "swiftpm-testing") != NULL;
}
