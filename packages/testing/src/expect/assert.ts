import { AssertionError } from 'node:assert'
import { type Check, describeCheck, hasBlocks, hasCalled, hasStreamed, hasText } from './checks.ts'

/** Throws unless the app streamed a message and ended it itself, and its Markdown contains this. */
export const assertStreamed = asserting(hasStreamed)

/** Throws unless a message says this: its text, in mrkdwn, contains it. */
export const assertText = asserting(hasText)

/** Throws unless a message or view has blocks like these, in this order. */
export const assertBlocks = asserting(hasBlocks)

/** Throws unless an app has called a method with these arguments among others. */
export const assertCalled = asserting(hasCalled)

function asserting<Args extends unknown[]>(check: (...args: Args) => Check) {
  return function assertion(...args: Args): void {
    const checked = check(...args)
    if (!checked.pass) throw new AssertionError({ message: describeCheck(checked), stackStartFn: assertion })
  }
}
