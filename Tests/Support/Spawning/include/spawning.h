#ifndef SPAWNING_H
#define SPAWNING_H

#include <sys/types.h>

/// Makes a pipe that no other program inherits. Returns 0, or the error number.
int spawning_pipe(int ends[2]);

/// Starts a program with three open descriptors and no other, in a process group of its own, with every signal at its default.
/// It reads nothing; `output` and `errors` are its streams, and a negative one leads nowhere. On Linux the program is killed as soon as
/// the calling thread ends, so that thread must outlive it. Returns 0 once the program runs, or the error number.
int spawning_start(
    const char *path, char *const arguments[], char *const environment[], const char *directory, int output, int errors,
    pid_t *process);

/// Makes an empty file that no folder holds and no program inherits. Linux only. Returns its descriptor, or -1.
int spawning_memory_file(void);

#endif
