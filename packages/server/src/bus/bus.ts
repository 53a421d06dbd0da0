/** Tells readers of the log that there is something new. It carries nothing: the log is the truth. */
export interface Bus {
  wake(): void
  /** Calls `listener` at each wake-up until the answer is called. */
  onWake(listener: () => void): () => void
}
