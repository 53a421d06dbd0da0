import { type Check, describeCheck, hasBlocks, hasCalled, hasStreamed, hasText } from './checks.ts'

/** What the matchers add to `expect` of Vitest and Jest. */
export interface RivuletMatchers<Result = unknown> {
  /** The app streamed a message and ended it itself, and its Markdown contains this. */
  toHaveStreamed(text: string | RegExp): Result
  /** A message says this: its text, in mrkdwn, contains it. */
  toHaveText(text: string | RegExp): Result
  /** A message or view has blocks like these, in this order. */
  toHaveBlocks(blocks: readonly object[]): Result
  /** An app has called a method with these arguments among others. */
  toHaveCalled(method: string, args?: object): Result
}

/** Matchers for `expect.extend`. `@rivulet/testing/vitest` and `/jest` do that, and tell TypeScript. */
export const matchers = {
  toHaveStreamed: matcher(hasStreamed),
  toHaveText: matcher(hasText),
  toHaveBlocks: matcher(hasBlocks),
  toHaveCalled: matcher(hasCalled),
}

function matcher<Args extends unknown[]>(check: (...args: Args) => Check) {
  return function (this: { isNot?: boolean }, ...args: Args) {
    const checked = check(...args)
    return { pass: checked.pass, message: () => describeCheck(checked, this.isNot) }
  }
}
