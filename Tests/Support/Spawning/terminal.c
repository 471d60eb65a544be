#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "spawning.h"

int spawning_terminal(int ends[2], unsigned short columns) {
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name = ends[0] >= 0 && grantpt(ends[0]) == 0 && unlockpt(ends[0]) == 0 ? ptsname(ends[0]) : NULL;
    ends[1] = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY);
    if (ends[1] < 0) return errno;
    for (int index = 0; index < 2; index++) fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    struct winsize size = {.ws_row = 24, .ws_col = columns};
    ioctl(ends[1], TIOCSWINSZ, &size);
    // Leaves line ends unchanged.
    struct termios settings;
    tcgetattr(ends[1], &settings);
    settings.c_oflag &= ~(tcflag_t)OPOST;
    tcsetattr(ends[1], TCSANOW, &settings);
    return 0;
}
