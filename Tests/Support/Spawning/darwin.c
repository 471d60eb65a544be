#ifdef __APPLE__

#include <errno.h>
#include <fcntl.h>
#include <sys/event.h>
#include <unistd.h>

#include "platform.h"
#include "spawning.h"

int spawning_pipe(int ends[2]) {
    if (pipe(ends) != 0) return errno;
    for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    return 0;
}

void spawning_die_with_starter(pid_t starter) { (void)starter; }

void spawning_inherit_none_from(int lowest) {
    for (int descriptor = lowest; descriptor < getdtablesize(); descriptor++) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

void spawning_close_from(int lowest) {
    for (int descriptor = lowest; descriptor < getdtablesize(); descriptor++) close(descriptor);
}

int spawning_await_end_of(pid_t process) {
    struct kevent end;
    EV_SET(&end, process, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
    int queue = kqueue();
    int count;
    do count = kevent(queue, &end, 1, &end, 1, NULL);
    while (count < 0 && errno == EINTR);
    return count == 1 && (end.flags & EV_ERROR) == 0;
}

#endif
