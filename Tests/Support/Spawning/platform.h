#ifndef SPAWNING_PLATFORM_H
#define SPAWNING_PLATFORM_H

#include <sys/types.h>
#include <unistd.h>

// The process that it starts must only call exec or _exit. On Linux it shares this one's memory until then: a copy of a large process takes
// milliseconds of system time.
#ifdef __linux__
#define SPAWNING_FORK vfork
#else
#define SPAWNING_FORK fork
#endif

/// Between fork and exec: the calling process is killed when the thread that forked it ends.
void spawning_die_with_starter(pid_t starter);

/// Between fork and exec: the next program doesn't inherit the descriptors from `lowest` on.
void spawning_inherit_none_from(int lowest);

/// Between fork and a life without exec.
void spawning_close_from(int lowest);

/// Returns when the process that started this one has ended, or at once if that can't be watched: 1 if it has ended.
int spawning_await_end_of(pid_t process);

#endif
