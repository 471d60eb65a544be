#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "platform.h"
#include "test_process.h"

static pid_t starter;

static void *watch(void *unused) {
    if (spawning_await_end_of(starter)) kill(getpid(), SIGKILL);
    return unused;
}

/// A test process ends when the `swift test` that started it ends, although it is in its own process group. The process of an exit test ends
/// when the test process does. A program that doesn't run tests may outlive its shell.
__attribute__((constructor)) static void end_with_starter(void) {
    if (!spawning_is_test_process()) return;
    starter = getppid();
    if (starter <= 1) return;
    // This thread blocks all signals, so that the program's own threads receive them.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
