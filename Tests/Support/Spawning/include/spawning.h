#ifndef SPAWNING_H
#define SPAWNING_H

#include <sys/types.h>

/// Creates a pipe that no other program inherits. Returns 0, or the error number.
int spawning_pipe(int ends[2]);

/// Creates a terminal with this number of columns, which no other program inherits. What is written to the second end is read from the
/// first. Returns 0, or the error number.
int spawning_terminal(int ends[2], unsigned short columns);

/// Starts a program with only three open descriptors, in its own process group, with the default action for every signal. The program's input
/// is empty. `output` and `errors` are its streams; what it writes to a negative one is discarded. Its group is killed when this process
/// ends. On Linux, the program is also killed when the calling thread ends, so that thread must outlive it. Returns 0 once the program
/// runs, or the error number.
int spawning_start(
    const char *path, char *const arguments[], char *const environment[], const char *directory, int output, int errors,
    pid_t *process);

/// Reports that a program started by `spawning_start` has ended. Call it before waiting for the program, because its number may be reused
/// after that.
void spawning_group_ended(pid_t group);

/// Creates an empty file that is in no folder and that no program inherits. Linux only. Returns its descriptor, or -1.
int spawning_memory_file(void);

#endif
