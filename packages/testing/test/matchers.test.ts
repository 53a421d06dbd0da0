import { AssertionError } from 'node:assert'
import { describe, expect, onTestFinished, test } from 'vitest'
import { assertBlocks, assertCalled, assertStreamed, assertText } from '@rivulet/testing/assert'
import '@rivulet/testing/vitest'

const section = { type: 'section', block_id: 'b1', text: { type: 'mrkdwn', text: 'Hi' } }
const divider = { type: 'divider', block_id: 'b2' }

describe.each(['matchers', 'asserts'])('%s', (kind) => {
  /** Calls the matcher, or the assert. Returns what it says is wrong, or undefined. */
  function failureOf(matched: () => void, asserted: () => void): string | undefined {
    try {
      if (kind === 'matchers') matched()
      else asserted()
      return undefined
    } catch (error) {
      if (kind === 'asserts') expect(error).toBeInstanceOf(AssertionError)
      return (error as Error).message
    }
  }

  test('toHaveStreamed wants a stream that the app has ended', () => {
    const check = (message: ReturnType<typeof messageWith>, text: string | RegExp) =>
      failureOf(
        () => expect(message).toHaveStreamed(text),
        () => assertStreamed(message, text),
      )
    const stream = { state: 'completed' as const, endedBy: 'app' as const, markdown: 'a **b** c', appends: [] }

    expect(check(messageWith({ stream }), '**b**')).toBeUndefined()
    expect(check(messageWith({ stream }), /\*B\*/gi)).toBeUndefined()
    expect(check(messageWith({ stream }), 'x')).toBe(
      'Expected the message to have streamed "x", but it has streamed "a **b** c".',
    )
    expect(check(messageWith({ stream: { ...stream, endedBy: 'reader' } }), '**b**')).toMatch(/was ended by reader\.$/)
    expect(check(messageWith({ text: '**b**' }), '**b**')).toMatch(/it was not streamed; it says "\*\*b\*\*"\.$/)
  })

  test('toHaveText looks into the text', () => {
    const check = (text: string) =>
      failureOf(
        () => expect(messageWith({ text: 'Hello *you*' })).toHaveText(text),
        () => assertText(messageWith({ text: 'Hello *you*' }), text),
      )
    expect(check('*you*')).toBeUndefined()
    expect(check('me')).toBe('Expected the message to say "me", but it says "Hello *you*".')
  })

  test('toHaveBlocks wants the given fields, in order', () => {
    const check = (...blocks: object[]) =>
      failureOf(
        () => expect({ blocks: [section, divider] }).toHaveBlocks(blocks),
        () => assertBlocks({ blocks: [section, divider] }, blocks),
      )
    expect(check({ type: 'section', text: { text: 'Hi' } }, { type: 'divider' })).toBeUndefined()
    expect(check({ type: 'divider' })).toBeUndefined()
    expect(check({ text: { text: expect.stringContaining('H') } })).toBeUndefined()
    expect(check({ type: 'divider' }, { type: 'section' })).toMatch(/its blocks are \[/)
    expect(check({ type: 'section', text: { text: 'Ho' } })).toMatch(/^Expected the message to have the blocks/)
  })

  test('toHaveCalled wants a call with these arguments', () => {
    const call = { method: 'chat.postMessage', args: { channel: 'C1', blocks: [section] }, ok: true }
    const app = { name: 'Scout', calls: (method = call.method) => (method === call.method ? [call as never] : []) }
    const check = (method: string, args?: object) =>
      failureOf(
        () => expect(app).toHaveCalled(method, args),
        () => assertCalled(app, method, args),
      )
    expect(check('chat.postMessage')).toBeUndefined()
    expect(check('chat.postMessage', { blocks: [{ type: 'section' }] })).toBeUndefined()
    expect(check('chat.postMessage', { blocks: [] })).toMatch(/^Expected Scout to have called chat\.postMessage/)
    expect(check('chat.update')).toMatch(/its calls are\n {2}chat\.postMessage \{"channel":"C1"/)
  })
})

test('a matcher can be turned round', () => {
  expect(messageWith({ text: 'a' })).not.toHaveText('b')
  expect(() => expect(messageWith({ text: 'a' })).not.toHaveText('a')).toThrow('Expected the message not to say "a"')
})

test('the module for Jest extends the global expect, and says where it belongs without one', async () => {
  const extended: object[] = []
  Object.assign(globalThis, { expect: { extend: (added: object) => extended.push(added) } })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'expect'))
  await import('@rivulet/testing/jest')

  expect(extended).toEqual([expect.objectContaining({ toHaveStreamed: expect.any(Function) })])
})

function messageWith(given: Partial<Parameters<typeof assertStreamed>[0]>): Parameters<typeof assertStreamed>[0] {
  const nothing = { channel: 'C1', ts: '1.2', threadTs: undefined, user: 'U1', text: '', blocks: [], stream: undefined }
  return { ...nothing, ephemeralFor: undefined, reactions: [], files: [], object: {} as never, ...given }
}
