type Page = {
  now: () => number
  /** Calls back before the next paint. */
  requestFrame: (callback: () => void) => void
  /** Calls back once what the current frame changed is painted. */
  afterPaint: (callback: () => void) => void
  wait: (callback: () => void, ms: number) => void
}

/** Text never stands still longer than this for the sake of other work, in milliseconds. */
const maxPauseMs = 100

/**
 * Text grows at most 30 times a second, which people see as flowing, and which costs half of 60 times. A little less than
 * two frames of a screen of 60 Hz, as the next frame comes at its own time.
 */
const minIntervalMs = 25

/**
 * Frames that take at most half of the page's time: after a frame that took long, with all that its changes cost until they
 * were painted, the next one waits for as long, so that typing and scrolling come between them.
 */
export function createPacedFrames({ now, requestFrame, afterPaint, wait }: Page) {
  let free = -Infinity
  return function request(tick: (now: number) => void): void {
    requestFrame(() => {
      const began = now()
      if (began < free) return wait(() => request(tick), free - began)
      tick(began)
      afterPaint(() => {
        const painted = now()
        free = Math.max(began + minIntervalMs, painted + Math.min(painted - began, maxPauseMs))
      })
    })
  }
}
