/** The server's clock: the machine's, and in development as far ahead of it as someone turned it. */
let ahead = 0

/** Unix milliseconds. */
export function now(): number {
  return Date.now() + ahead
}

/** Turns the clock by `milliseconds`; negative turns it back. */
export function turnClock(milliseconds: number): void {
  ahead += milliseconds
}

export function resetClock(): void {
  ahead = 0
}
