/** A value that is available at once, for example from the cache, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Continues with a value, at once if it is available. A call that appends to a stream needs some twenty values, which are
 * usually cached. Awaiting each of them would cost more than everything else the call does.
 */
export function andThen<T, U>(value: MaybePromise<T>, go: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(go) : go(value)
}
