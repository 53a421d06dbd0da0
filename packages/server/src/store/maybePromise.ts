/** What is remembered is here at once; what has to be read will come. */
export type Soon<T> = T | Promise<T>

/**
 * Goes on with a value at once where it is here. A call that adds to a stream asks for some twenty values, all of
 * them remembered as a rule: to await each of them costs more than all else that is done with them.
 */
export function soon<T, U>(value: Soon<T>, go: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(go) : go(value)
}
