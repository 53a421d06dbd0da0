/** How often it is looked whether something has ended. */
const everyMs = 500

/** Does something once `isOver`. While the database is away, it is asked again. Returns what ends the watch. */
export function watchUntil(isOver: () => Promise<boolean>, onOver: () => void): () => void {
  let isWatched = true
  const timer = setInterval(async () => {
    if (!(await isOver().catch(() => false)) || !isWatched) return
    stop()
    onOver()
  }, everyMs).unref()
  const stop = () => {
    isWatched = false
    clearInterval(timer)
  }
  return stop
}
