/** The number of a user, and of a group, that owns nothing else. */
export const nobody = 65_534

/** Does something as another user than root, as far as it is done at once. */
export function asNobody<T>(work: () => T): T {
  process.seteuid?.(nobody)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}
