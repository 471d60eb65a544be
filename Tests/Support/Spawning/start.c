#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian.h"
#include "platform.h"
#include "spawning.h"

struct program {
    const char *path;
    char *const *arguments;
    char *const *environment;
    const char *directory;
    int output;
    int errors;
};

/// Replaces one of the three standard streams. A negative `stream` stands for /dev/null.
static int place(int stream, int flags, int number) {
    if (stream < 0) stream = open("/dev/null", flags);
    return stream < 0 ? -1 : dup2(stream, number);
}

/// Runs in the forked process, which may call only functions that are safe in a signal handler. Returns if it fails.
static void become(const struct program *program, pid_t starter) {
    spawning_die_with_starter(starter);
    setpgid(0, 0);
    spawning_join_guardian();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (program->directory != NULL && chdir(program->directory) != 0) return;
    // A stream may have the number of another standard stream.
    int output = program->output < 0 ? -1 : fcntl(program->output, F_DUPFD_CLOEXEC, 3);
    int errors = program->errors < 0 ? -1 : fcntl(program->errors, F_DUPFD_CLOEXEC, 3);
    if (place(-1, O_RDONLY, 0) < 0 || place(output, O_WRONLY, 1) < 0 || place(errors, O_WRONLY, 2) < 0) return;
    spawning_inherit_none_from(3);
    execve(program->path, program->arguments, program->environment);
}

int spawning_start(
    const char *path, char *const arguments[], char *const environment[], const char *directory, int output, int errors,
    pid_t *process) {
    struct program program = {path, arguments, environment, directory, output, errors};
    spawning_start_guardian();
    // Carries the reason why the program can't be started; exec closes it.
    int report[2];
    int failure = spawning_pipe(report);
    if (failure != 0) return failure;

    // No signal handler of this process may run in the new one.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t starter = getpid();
    pid_t child = SPAWNING_FORK();
    if (child == 0) {
        become(&program, starter);
        failure = errno;
        ssize_t written = write(report[1], &failure, sizeof failure);
        _exit(written < 0 ? 126 : 127);
    }
    if (child < 0) failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    close(report[1]);
    if (child > 0) {
        while (read(report[0], &failure, sizeof failure) < 0 && errno == EINTR) {}
        if (failure != 0) {
            spawning_group_ended(child);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        }
    }
    close(report[0]);
    *process = child;
    return failure;
}
