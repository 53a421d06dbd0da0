/*
 * Lets a test disturb a running process: its wall clock is shifted, and its writes below a directory are refused. Loaded
 * with LD_PRELOAD. The file of DISTURB_STATE holds two numbers of 64 bits, which the test changes while the process runs.
 *
 *   DISTURB_STATE      the file: by how many seconds the clock is shifted; with which errno writes fail, 0 for none
 *   DISTURB_DIRECTORY  the directory in which writes fail (absolute)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static volatile const struct { int64_t seconds, error; } *state;

static __attribute__((constructor)) void map_state(void) {
  static const int64_t undisturbed[2];
  const char *path = getenv("DISTURB_STATE");
  int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *mapped = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof undisturbed, PROT_READ, MAP_SHARED, fd, 0);
  state = mapped == MAP_FAILED ? (const void *)undisturbed : mapped;
  if (fd >= 0) close(fd);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int result = real(clock, time);
  if (state && result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += state->seconds;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  REAL(gettimeofday);
  int result = real(time, zone);
  if (state && result == 0) time->tv_sec += state->seconds;
  return result;
}

/* Whether writes to this path fail. Sets errno. */
static int refuses_path(const char *path) {
  const char *directory = getenv("DISTURB_DIRECTORY");
  if (!state || !state->error || !directory || strncmp(path, directory, strlen(directory)) != 0) return 0;
  errno = (int)state->error;
  return 1;
}

static int refuses(int fd) {
  if (!state || !state->error) return 0;
  char link[64], path[PATH_MAX] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  return readlink(link, path, sizeof path - 1) > 0 && refuses_path(path);
}

#define OPEN(name)                                                  \
  int name(const char *path, int flags, ...) {                      \
    REAL(name);                                                     \
    va_list rest;                                                   \
    va_start(rest, flags);                                          \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                   \
    if (flags & (O_CREAT | O_TRUNC) && refuses_path(path)) return -1; \
    return real(path, flags, mode);                                 \
  }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *data, size_t length) {
  REAL(write);
  return refuses(fd) ? -1 : real(fd, data, length);
}

#define PWRITE(name)                                                  \
  ssize_t name(int fd, const void *data, size_t length, off_t at) {   \
    REAL(name);                                                       \
    return refuses(fd) ? -1 : real(fd, data, length, at);             \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(name)                  \
  int name(int fd, off_t size) {        \
    REAL(name);                         \
    return refuses(fd) ? -1 : real(fd, size); \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)
