/*
 * What powercut.c writes down, and which files it watches: the record, the journal, and the inode of each watched
 * descriptor. Included by powercut.c alone, after `#define _GNU_SOURCE` and the system headers.
 */
enum kind { WRITE = 1, TRUNCATE, SYNC_BEGIN, SYNC_END, SYNC_FAILED, CREATE, UNLINK, RENAME, DIRECTORY };

struct record {
  uint32_t kind, length;
  uint64_t ns, inode, at;
};

#define MAX_FD 65536
static ino_t inode_of[MAX_FD]; /* 0: not watched */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t syncs;

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static uint64_t nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void note(enum kind kind, ino_t inode, uint64_t at, const void *data, size_t length) {
  static int journal = -1;
  if (journal == -2) return;
  if (!getenv("PROOF_JOURNAL")) {
    journal = -2;
    return;
  }
  if (journal < 0) {
    REAL(open);
    journal = real(getenv("PROOF_JOURNAL"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  struct record head = {kind, length, nanoseconds(), inode, at};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)data, length}};
  REAL(writev);
  /* A journal with a gap would prove nothing. */
  if (real(journal, parts, 2) != (ssize_t)(sizeof head + length)) abort();
}

static int is_shm(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

/* The path below the watched directory ("" for itself), or NULL. */
static const char *below(const char *path) {
  const char *directory = getenv("PROOF_DIRECTORY");
  size_t length = directory ? strlen(directory) : 0;
  if (!length || strncmp(path, directory, length) != 0 || is_shm(path)) return NULL;
  return path[length] == '/' ? path + length + 1 : path[length] == 0 ? "" : NULL;
}

static const char *absolute(int dirfd, const char *path, char *buffer) {
  if (path[0] == '/') return path;
  char directory[PATH_MAX] = "";
  if (dirfd == AT_FDCWD) {
    if (!getcwd(directory, sizeof directory)) return path;
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd);
    if (readlink(link, directory, sizeof directory - 1) < 0) return path;
  }
  if (strncmp(path, "./", 2) == 0) path += 2;
  snprintf(buffer, PATH_MAX, "%.2000s/%.2000s", directory, path);
  return buffer;
}

static ino_t inode_at(const char *path) {
  struct stat found;
  return lstat(path, &found) == 0 ? found.st_ino : 0;
}

/* The inode of a watched descriptor. Checks it again, since descriptor numbers are reused. */
static ino_t watched(int fd) {
  struct stat found;
  if (fd < 0 || fd >= MAX_FD || !inode_of[fd]) return 0;
  if (fstat(fd, &found) == 0 && found.st_ino == inode_of[fd]) return found.st_ino;
  return inode_of[fd] = 0;
}
