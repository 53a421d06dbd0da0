import { isDeepStrictEqual } from 'node:util'
import type { CallEntry, Message } from 'rivulet/inProcess'

/** Whether something is so, and what is the case in place of it. */
export interface Check {
  pass: boolean
  /** What it is about: "the reply". */
  about: string
  /** What is expected of it, after "to" or "not to". */
  expectation: string
  /** What it is or has. */
  actual: string
}

type Calls = { name: string; calls: (method?: string) => CallEntry[] }

/** Whether an app streamed this text, in Markdown, and ended the stream itself. */
export function hasStreamed({ stream, text }: Message, expected: string | RegExp): Check {
  const actual =
    stream === undefined
      ? `it was not streamed; it says ${JSON.stringify(text)}`
      : `it has streamed ${JSON.stringify(stream.markdown)}${stream.endedBy === 'app' ? '' : ` and was ended by ${stream.endedBy ?? 'nobody yet'}`}`
  const pass = stream?.endedBy === 'app' && includes(stream.markdown, expected)
  return { pass, about: 'the message', expectation: `have streamed ${show(expected)}`, actual }
}

/** Whether the text of a message, as the Web API returns it, contains this. */
export function hasText({ text }: Message, expected: string | RegExp): Check {
  const actual = `it says ${JSON.stringify(text)}`
  return { pass: includes(text, expected), about: 'the message', expectation: `say ${show(expected)}`, actual }
}

/**
 * Whether a message or view has these blocks, one after the other, perhaps among others. Each needs to have the fields that
 * are given, and may have more.
 */
export function hasBlocks({ blocks }: { readonly blocks: readonly object[] }, expected: readonly object[]): Check {
  const actual = `its blocks are ${JSON.stringify(blocks, null, 2)}`
  let at = 0
  const pass = expected.every((wanted) => {
    const found = blocks.findIndex((block, i) => i >= at && matches(block, wanted))
    at = found + 1
    return found !== -1
  })
  return { pass, about: 'the message', expectation: `have the blocks ${JSON.stringify(expected, null, 2)}`, actual }
}

/** Whether an app has made a call of a method, successful or not, with these arguments among others. */
export function hasCalled(app: Calls, method: string, args: object = {}): Check {
  const calls = app.calls(method)
  const made = app
    .calls()
    .map((call) => `  ${call.method} ${JSON.stringify(call.args)} → ${call.ok ? 'ok' : call.error}`)
  return {
    pass: calls.some((call) => matches(call.args, args)),
    about: app.name,
    expectation: `have called ${method} with ${JSON.stringify(args)}`,
    actual: made.length === 0 ? 'it has called nothing' : `its calls are\n${made.join('\n')}`,
  }
}

/** The sentence that says what is not as expected. */
export function describeCheck({ about, expectation, actual }: Check, isNot = false): string {
  return `Expected ${about} ${isNot ? 'not ' : ''}to ${expectation}, but ${actual}.`
}

function includes(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string'
    ? text.includes(expected)
    : new RegExp(expected, expected.flags.replace('g', '')).test(text)
}

function show(expected: string | RegExp): string {
  return typeof expected === 'string' ? JSON.stringify(expected) : String(expected)
}

/** Whether `actual` has everything that `expected` has; lists have the same length. */
function matches(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) && actual.length === expected.length && expected.every((one, i) => matches(actual[i], one))
    )
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (typeof expected !== 'object' || expected === null) return isDeepStrictEqual(actual, expected)
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(expected).every(([key, value]) => matches(Reflect.get(actual, key), value))
}

/** `expect.any(String)` and its like. */
function isAsymmetric(expected: unknown): expected is { asymmetricMatch: (actual: unknown) => boolean } {
  return typeof Object(expected).asymmetricMatch === 'function'
}
