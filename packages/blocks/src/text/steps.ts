/** Work that pauses where it yields, every few milliseconds at least, so that whoever does it can let other work go first. */
export type Steps<T> = Generator<void, T>

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
