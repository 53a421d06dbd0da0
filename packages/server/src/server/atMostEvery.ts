/**
 * Returns a function that asks for a job. It runs at once, but at most once in `intervalMs` milliseconds: whoever asks
 * in between shares the next run.
 */
export function atMostEvery(intervalMs: number, job: () => void): () => void {
  let pause: NodeJS.Timeout | undefined
  let isAsked = false
  const ask = () => {
    isAsked = true
    if (!pause) run()
  }
  const run = () => {
    pause = undefined
    if (!isAsked) return
    isAsked = false
    pause = setTimeout(run, intervalMs).unref()
    job()
  }
  return ask
}
