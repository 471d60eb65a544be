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

/// A test process ends with the `swift test` that started it, which has a process group of its own for it; the process of an exit test
/// ends with the test process. A program that isn't one of tests may outlive its shell.
__attribute__((constructor)) static void end_with_starter(void) {
    if (!spawning_is_test_process()) return;
    starter = getppid();
    if (starter <= 1) return;
    // Signals are for the threads of the program.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
