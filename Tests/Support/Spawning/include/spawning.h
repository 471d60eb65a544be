#ifndef SPAWNING_H
#define SPAWNING_H

#include <sys/types.h>

/// Makes a pipe that no other program inherits. Returns 0, or the error number.
int spawning_pipe(int ends[2]);

/// Makes a terminal of so many columns, which no other program inherits: the end to read from shows what is written to the other. Returns 0,
/// or the error number.
int spawning_terminal(int ends[2], unsigned short columns);

/// Starts a program with three open descriptors and no other, in a process group of its own, with every signal at its default.
/// It reads nothing; `output` and `errors` are its streams, and a negative one leads nowhere. Its group is killed when this process ends,
/// and on Linux the program also when the calling thread does, so that thread must outlive it. Returns 0 once the program runs, or the
/// error number.
int spawning_start(
    const char *path, char *const arguments[], char *const environment[], const char *directory, int output, int errors,
    pid_t *process);

/// Says that a program of `spawning_start` has ended, before it is waited for, as its number may be another's then.
void spawning_group_ended(pid_t group);

/// Makes an empty file that no folder holds and no program inherits. Linux only. Returns its descriptor, or -1.
int spawning_memory_file(void);

#endif
