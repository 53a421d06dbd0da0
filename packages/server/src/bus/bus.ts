/** Wakes readers of the log when there are new entries. It carries no content: readers find that in the log. */
export interface Bus {
  wake(): void
  /** Calls `listener` at each wake-up. The returned function removes it. */
  onWake(listener: () => void): () => void
}
