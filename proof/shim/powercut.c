/*
 * Records, in order, what a process does to the files below a directory, so that the disk can be rebuilt as a
 * power cut at any moment would have left it. Loaded with LD_PRELOAD.
 *
 *   PROOF_DIRECTORY   the directory that is watched (absolute)
 *   PROOF_JOURNAL     the file for the records (outside of that directory)
 *   PROOF_SYNC_NAP_US each sync takes up to this much longer, so that cuts fall into syncs
 *   PROOF_SLOW_SYNC_US each sync takes at least this long, to simulate a slow disk. Without a journal nothing is recorded
 *   PROOF_FAIL_SYNC   this sync (1 is the first) and all later ones fail with EIO
 *
 * A sync has two records: it covers what was recorded before the first, and takes effect at the second.
 * Shared memory (-shm) is left out, since it does not survive a power cut.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "journal.h"

static int open_noted(int dirfd, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  REAL(openat);
  const char *whole = absolute(dirfd, path, buffer), *name = below(whole);
  if (!name) {
    int fd = real(dirfd, path, flags, mode);
    if (fd >= 0 && fd < MAX_FD) inode_of[fd] = 0;
    return fd;
  }
  pthread_mutex_lock(&lock);
  ino_t before = inode_at(whole);
  int fd = real(dirfd, path, flags, mode);
  struct stat found;
  if (fd >= 0 && fd < MAX_FD && fstat(fd, &found) == 0) {
    inode_of[fd] = found.st_ino;
    if (S_ISDIR(found.st_mode)) note(DIRECTORY, found.st_ino, 0, name, strlen(name));
    else if (!before) note(CREATE, found.st_ino, 0, name, strlen(name));
    else if (flags & O_TRUNC) note(TRUNCATE, found.st_ino, 0, NULL, 0);
  }
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
  return fd;
}

#define MODE_OF(flags, mode)                         \
  mode_t mode = 0;                                   \
  if ((flags) & (O_CREAT | O_TMPFILE)) {             \
    va_list rest;                                    \
    va_start(rest, flags);                           \
    mode = va_arg(rest, mode_t);                     \
    va_end(rest);                                    \
  }

int open(const char *path, int flags, ...) { MODE_OF(flags, mode) return open_noted(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags, mode) return open_noted(AT_FDCWD, path, flags, mode); }
int openat(int d, const char *path, int flags, ...) { MODE_OF(flags, mode) return open_noted(d, path, flags, mode); }
int openat64(int d, const char *path, int flags, ...) { MODE_OF(flags, mode) return open_noted(d, path, flags, mode); }

int close(int fd) {
  REAL(close);
  if (fd >= 0 && fd < MAX_FD) inode_of[fd] = 0;
  return real(fd);
}

static ssize_t wrote(ino_t inode, uint64_t at, const void *data, ssize_t length) {
  int error = errno;
  if (length > 0) note(WRITE, inode, at, data, length);
  pthread_mutex_unlock(&lock);
  errno = error;
  return length;
}

#define PWRITE(name)                                                   \
  ssize_t name(int fd, const void *data, size_t length, off_t at) {    \
    REAL(name);                                                        \
    ino_t inode = watched(fd);                                         \
    if (!inode) return real(fd, data, length, at);                     \
    pthread_mutex_lock(&lock);                                         \
    return wrote(inode, at, data, real(fd, data, length, at));         \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int fd, const void *data, size_t length) {
  REAL(write);
  ino_t inode = watched(fd);
  if (!inode) return real(fd, data, length);
  pthread_mutex_lock(&lock);
  ssize_t done = real(fd, data, length);
  return wrote(inode, lseek(fd, 0, SEEK_CUR) - done, data, done);
}

/* Writes a vector piece by piece: callers of writev do not rely on it being atomic. */
static ssize_t write_parts(int fd, const struct iovec *parts, int count, off_t at) {
  ssize_t sum = 0;
  for (int i = 0; i < count; i++) {
    const struct iovec *part = &parts[i];
    ssize_t done = at < 0 ? write(fd, part->iov_base, part->iov_len) : pwrite(fd, part->iov_base, part->iov_len, at + sum);
    if (done < 0) return sum ? sum : done;
    sum += done;
    if ((size_t)done < part->iov_len) break;
  }
  return sum;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  return watched(fd) ? write_parts(fd, parts, count, -1) : real(fd, parts, count);
}

#define PWRITEV(name)                                                            \
  ssize_t name(int fd, const struct iovec *parts, int count, off_t at) {         \
    REAL(name);                                                                  \
    return watched(fd) ? write_parts(fd, parts, count, at) : real(fd, parts, count, at); \
  }
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define TRUNCATED(name)                                  \
  int name(int fd, off_t size) {                         \
    REAL(name);                                          \
    ino_t inode = watched(fd);                           \
    if (!inode) return real(fd, size);                   \
    pthread_mutex_lock(&lock);                           \
    int result = real(fd, size), error = errno;          \
    if (result == 0) note(TRUNCATE, inode, size, NULL, 0); \
    pthread_mutex_unlock(&lock);                         \
    errno = error;                                       \
    return result;                                       \
  }
TRUNCATED(ftruncate)
TRUNCATED(ftruncate64)

static int synced(int fd, int (*real)(int)) {
  ino_t inode = watched(fd);
  if (!inode) return real(fd);

  const char *nap = getenv("PROOF_SYNC_NAP_US"), *fail = getenv("PROOF_FAIL_SYNC");
  pthread_mutex_lock(&lock);
  uint64_t id = ++syncs;
  note(SYNC_BEGIN, inode, id, NULL, 0);
  pthread_mutex_unlock(&lock);

  uint64_t began = nanoseconds();
  int fails = fail && id >= strtoull(fail, NULL, 10);
  int result = fails ? -1 : real(fd), error = fails ? EIO : errno;
  static __thread unsigned seed = 1;
  if (nap && atoi(nap) > 0) usleep(rand_r(&seed) % atoi(nap));
  const char *slow = getenv("PROOF_SLOW_SYNC_US");
  long left = slow ? atol(slow) - (long)((nanoseconds() - began) / 1000) : 0;
  if (left > 0) usleep(left);

  pthread_mutex_lock(&lock);
  note(result == 0 ? SYNC_END : SYNC_FAILED, inode, id, NULL, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int fsync(int fd) {
  REAL(fsync);
  return synced(fd, real);
}
int fdatasync(int fd) {
  REAL(fdatasync);
  return synced(fd, real);
}

int unlinkat(int dirfd, const char *path, int flags) {
  char buffer[PATH_MAX];
  REAL(unlinkat);
  const char *whole = absolute(dirfd, path, buffer), *name = below(whole);
  if (!name) return real(dirfd, path, flags);
  pthread_mutex_lock(&lock);
  ino_t inode = inode_at(whole);
  int result = real(dirfd, path, flags), error = errno;
  if (result == 0) note(UNLINK, inode, 0, name, strlen(name));
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rename(const char *from, const char *to) {
  char buffers[2][PATH_MAX], names[2 * PATH_MAX];
  REAL(rename);
  const char *whole = absolute(AT_FDCWD, from, buffers[0]);
  const char *old = below(whole), *name = below(absolute(AT_FDCWD, to, buffers[1]));
  if (!old || !name) return real(from, to);
  pthread_mutex_lock(&lock);
  ino_t inode = inode_at(whole);
  int result = real(from, to), error = errno;
  int length = snprintf(names, sizeof names, "%s/%s", old, name);
  if (result == 0) note(RENAME, inode, strlen(old), names, length);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
