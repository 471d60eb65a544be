// The parts of Darwin's C library that the sources use, with Darwin's types: a mode has 16 bits, and constants of sockets are plain integers.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef long ssize_t;
typedef int64_t off_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint32_t uid_t;
typedef int32_t pid_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef unsigned int nfds_t;
typedef uint32_t sigset_t;
typedef uint64_t rlim_t;
typedef uint32_t in_addr_t;
typedef uint16_t in_port_t;

#define PATH_MAX 1024

#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK 35
#define ECONNABORTED 53
#define ENOBUFS 55
#define ELOOP 62

#define O_RDONLY 0
#define O_WRONLY 1
#define O_ACCMODE 3
#define O_NONBLOCK 4
#define O_NOFOLLOW 0x100
#define O_CREAT 0x200
#define O_APPEND 0x8
#define O_EXCL 0x800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define SEEK_SET 0
#define SEEK_END 2
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define RTLD_NOW 2

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 4
#define SO_LINGER 0x80
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x80
#define SHUT_WR 1
#define SHUT_RDWR 2
#define POLLIN 1
#define POLLOUT 4

#define SIGHUP 1
#define SIGINT 2
#define SIGPIPE 13
#define SIGTERM 15
#define SIG_UNBLOCK 2
#define RLIMIT_NOFILE 8

struct timespec {
    long tv_sec;
    long tv_nsec;
};
typedef enum { _CLOCK_MONOTONIC_RAW = 4 } clockid_t;
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    uint16_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    uint32_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
};
struct sockaddr {
    uint8_t sa_len;
    sa_family_t sa_family;
    char sa_data[14];
};
struct in_addr {
    in_addr_t s_addr;
};
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
struct in6_addr {
    union {
        uint8_t __u6_addr8[16];
    } __u6_addr;
};
struct linger {
    int l_onoff, l_linger;
};
struct pollfd {
    int fd;
    short events, revents;
};
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
struct winsize {
    unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
union __sigaction_u {
    void (*__sa_handler)(int);
};
struct sigaction {
    union __sigaction_u __sigaction_u;
    sigset_t sa_mask;
    int sa_flags;
};

int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int access(const char *, int);
int chmod(const char *, mode_t);
int mkdir(const char *, mode_t);
int rmdir(const char *);
int unlink(const char *);
int rename(const char *, const char *);
char *realpath(const char *, char *);
ssize_t readlink(const char *, char *, size_t);
long time(long *);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int fsync(int);
int flock(int, int);
int clock_gettime(clockid_t, struct timespec * _Nonnull);
int sysctlbyname(const char * _Nonnull, void * _Nullable, size_t * _Nullable, void * _Nullable, size_t);
int isatty(int);
int pipe(int[2]);
int poll(struct pollfd *, nfds_t, int);
int usleep(unsigned int);
int getrlimit(int, struct rlimit *);
uid_t geteuid(void);
pid_t getpid(void);
int kill(pid_t, int);
char *strerror(int);
void free(void *);
void _exit(int) __attribute__((noreturn));
int raise(int);
int sigaction(int, const struct sigaction *, struct sigaction *);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
void (*signal(int, void (*)(int)))(int);
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int socket(int, int, int);
int socketpair(int, int, int, int *);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int getsockname(int, struct sockaddr *, socklen_t *);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
int inet_pton(int, const char *, void *);
