/** At most `limit` calls in any 60 seconds, and at most `burst` of them in any second. */
export interface CallWindow {
  limit: number
  burst: number
}

/** Rate limits that several processes count together. */
export interface SharedWindows {
  /**
   * Counts a call if it is admitted: 0. Otherwise, how many milliseconds later one would be admitted. Undefined if the
   * others cannot be asked in time.
   */
  take(key: string, rule: CallWindow): Promise<number | undefined>
  /** Gives back a call that was admitted but did not take place. Nobody waits for it, and it is lost if they cannot be told. */
  giveBack(key: string): void
}
