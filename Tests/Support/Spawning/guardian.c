#define _GNU_SOURCE
#include "guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform.h"
#include "spawning.h"

// A system without this flag has a different way to avoid SIGPIPE. There, the signal is a risk only for the tests.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

enum { capacity = 4096 };

/// Sends the guardian the number of each group that begins, and its negative when the group has ended. The system closes it when the
/// process ends.
static int channel = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void tell(pid_t change) {
    // If the guardian has been killed, this process must not die of SIGPIPE.
    if (channel >= 0) send(channel, &change, sizeof change, MSG_NOSIGNAL);
}

static void guard(int changes) {
    static pid_t groups[capacity];
    int count = 0;
    pid_t change;
    ssize_t received;
    while ((received = read(changes, &change, sizeof change)) == sizeof change || (received < 0 && errno == EINTR)) {
        if (received < 0) continue;
        if (change > 0 && count < capacity) groups[count++] = change;
        for (int index = 0; index < count; index++)
            if (groups[index] == -change) groups[index--] = groups[--count];
    }
    for (int index = 0; index < count; index++) kill(-groups[index], SIGKILL);
    _exit(0);
}

static void start(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
    for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    if (fork() == 0) {
        // The guardian leaves the group that may be killed with this process, and keeps none of this process's descriptors open.
        setpgid(0, 0);
        dup2(ends[0], 0);
        spawning_close_from(1);
        guard(0);
    }
    close(ends[0]);
    channel = ends[1];
}

void spawning_start_guardian(void) { pthread_once(&once, start); }

void spawning_join_guardian(void) { tell(getpid()); }

void spawning_group_ended(pid_t group) { tell(-group); }
