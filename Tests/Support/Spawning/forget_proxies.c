#include <stdlib.h>

#include "test_process.h"

/// The machine's proxies must not change an outcome. FoundationNetworking uses them even for 127.0.0.1, and no setting of a session prevents
/// that. This runs before `main`, when no other thread reads the environment.
__attribute__((constructor)) static void forget_proxies(void) {
    if (!spawning_is_test_process()) return;
    const char *names[] = {"http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"};
    for (unsigned long index = 0; index < sizeof names / sizeof names[0]; index++) unsetenv(names[index]);
}
