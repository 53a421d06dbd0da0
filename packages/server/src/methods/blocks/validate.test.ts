import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { validate } from './validate.ts'

const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'Hello' } }]
const odd = [{ type: 'section', text: { type: 'invalid', text: 'Hello' } }]
const title = { type: 'plain_text', text: 'A view' }

describe('blocks.validate', () => {
  test.each([
    ['blocks', { blocks }],
    ['a message', { message: { text: 'Hello', blocks, attachments: [{ blocks }] } }],
    ['a view', { view: { type: 'modal', title, blocks } }],
  ])('accepts %s, native or as text', async (_what, args) => {
    const { call } = await createWorkspace()
    expect(await call(validate, args)).toEqual({ ok: true })
    expect(await call(validate, args, { as: 'form' })).toEqual({ ok: true })
  })

  test.each([
    ['invalid_blocks', { blocks: odd }, '/0/text/type'],
    ['invalid_message', { message: { blocks: odd } }, '/blocks/0/text/type'],
    ['invalid_view', { view: { type: 'home', blocks: odd } }, '/blocks/0/text/type'],
  ])('[BLK-1] names each fault: %s', async (error, args, pointer) => {
    const { post } = await createWorkspace()
    const message = 'unsupported type: invalid'
    const constraint = { type: 'enum', expected: ['plain_text', 'mrkdwn'] }
    expect((await post(validate, args)).body).toEqual({
      ok: false,
      error,
      detail: `At "${pointer}": ${message}.`,
      errors: [{ code: 'failed_constraint', message, pointer, constraint }],
      response_metadata: { messages: [`[ERROR] ${message} [json-pointer:${pointer}]`] },
    })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof validate> = {
    invalid_blocks: { args: { blocks: {} }, detail: 'must provide an array' },
    invalid_message: { args: { message: { blocks: [{}] } }, detail: 'missing required field: type' },
    invalid_view: { args: { view: { type: 'modal', blocks } }, detail: 'missing required field: title' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) => expectRefusal(validate, error, call))

  const one = 'must provide exactly one of `blocks`, `view`, or `message`'
  test.each([
    ['none of the three', {}, one],
    ['two of them', { blocks, message: { blocks } }, one],
    ['text that is no JSON', { blocks: 'Hello' }, '"blocks" is not JSON'],
  ])('[BLK-1] refuses %s: invalid_arguments', (_what, args, detail) =>
    expectRefusal(validate, 'invalid_arguments', { args, detail }),
  )
})
