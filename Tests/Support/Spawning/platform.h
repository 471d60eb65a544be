#ifndef SPAWNING_PLATFORM_H
#define SPAWNING_PLATFORM_H

#include <sys/types.h>
#include <unistd.h>

// The new process may only prepare for exec, and then call exec or _exit. On Linux, it shares this process's memory until then, because
// copying a large process takes milliseconds of system time.
#ifdef __linux__
#define SPAWNING_FORK vfork
#else
#define SPAWNING_FORK fork
#endif

/// Called between fork and exec: has the calling process killed when the thread that forked it ends.
void spawning_die_with_starter(pid_t starter);

/// Called between fork and exec: keeps the next program from inheriting the descriptors from `lowest` on.
void spawning_inherit_none_from(int lowest);

/// Called in a forked process that doesn't call exec: closes the descriptors from `lowest` on.
void spawning_close_from(int lowest);

/// Waits until the process that started this one has ended, and returns 1. Returns 0 at once if that process can't be watched.
int spawning_await_end_of(pid_t process);

#endif
