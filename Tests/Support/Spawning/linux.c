#ifdef __linux__

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform.h"
#include "spawning.h"

// Older headers don't define these; the numbers are the same on every processor.
enum { call_pidfd_open = 434, call_close_range = 436, close_on_exec = 1 << 2 };

int spawning_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int spawning_memory_file(void) { return memfd_create("tests", MFD_CLOEXEC); }

void spawning_die_with_starter(pid_t starter) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The starter may have ended before the call above.
    if (getppid() != starter) _exit(127);
}

void spawning_inherit_none_from(int lowest) {
    if (syscall(call_close_range, (unsigned)lowest, ~0U, close_on_exec) == 0) return;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    for (int descriptor = lowest; (rlim_t)descriptor < limit.rlim_cur; descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

void spawning_close_from(int lowest) {
    if (syscall(call_close_range, (unsigned)lowest, ~0U, 0) == 0) return;
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    for (int descriptor = lowest; (rlim_t)descriptor < limit.rlim_cur; descriptor++) close(descriptor);
}

int spawning_await_end_of(pid_t process) {
    int descriptor = (int)syscall(call_pidfd_open, process, 0);
    if (descriptor < 0) return 0;
    // The process may have ended before it was opened, and its number may have been reused.
    if (getppid() != process) return 1;
    struct pollfd end = {.fd = descriptor, .events = POLLIN};
    while (poll(&end, 1, -1) < 0 && errno == EINTR) {}
    return 1;
}

#endif
