import { describe, expect, test } from 'vitest'
import { validate } from '#methods/blocks/validate'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { publish } from '#methods/views/publish'
import { createWorkspace } from '#testing/workspace/workspace'
import { postEphemeral } from './postEphemeral.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

const channel = 'C0HELP'
const dm = 'D0ANASCOUT'
const root = '1767225600.000100'
const a = { type: 'plain_text', text: 'a' }
const divider = { type: 'divider' }
const vote = { type: 'button', text: a, action_id: 'vote' }
const headings = (count: number) => '# Head\n\n'.repeat(count)
const chart = { type: 'data_visualization', title: 'a', chart: { type: 'pie', segments: [{ label: 'a', value: 1 }] } }
const table = { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] }

/** Blocks that are refused, and the first line that says why. */
const refused: [string, object[], string][] = [
  [
    '[BLK-2] a doubled action_id',
    [{ type: 'actions', elements: [vote, { ...vote, value: 'b' }] }],
    '`action_id` "vote" already exists [json-pointer:/blocks/0/elements/1/action_id]',
  ],
  [
    '[BLK-3] an unknown field',
    [divider, { type: 'section', text: { type: 'mrkdwn', text: 'a', emoji: true } }],
    'invalid additional property: emoji [json-pointer:/blocks/1/text]',
  ],
  ['[BLK-4] a block of modals', [{ type: 'alert', text: a }], 'unsupported type: alert [json-pointer:/blocks/0/type]'],
  ['[BLK-5] 51 blocks', Array(51).fill(divider), 'no more than 50 items allowed [json-pointer:/blocks]'],
  [
    '[BLK-5] Markdown that becomes 51 blocks',
    [divider, { type: 'markdown', text: headings(50) }],
    'no more than 50 items allowed [json-pointer:/blocks]',
  ],
  ['[BLK-6] two tables', [table, table], 'only_one_table_allowed [json-pointer:/blocks]'],
  [
    '[BLK-6] three charts',
    [chart, chart, chart],
    'Cannot have more than 2 data_visualization blocks [json-pointer:/blocks]',
  ],
  [
    '[BLK-8] a time that is none',
    [{ type: 'actions', elements: [{ type: 'timepicker', initial_time: '25:00' }] }],
    'must be a valid time of the form HH:mm [json-pointer:/blocks/0/elements/0/initial_time]',
  ],
]

test.each(refused)('%s is invalid_blocks, the same for every method', async (_name, blocks, line) => {
  const scene = await createWorkspace()
  const { ts } = await scene.call(postMessage, { channel, text: 'a' })
  const answers = [
    await scene.post(postMessage, { channel, blocks }),
    await scene.post(postEphemeral, { channel, user: 'U0ANA', blocks }),
    await scene.post(update, { channel, ts, blocks }),
  ]
  for (const { body } of answers)
    expect(body).toMatchObject({
      ok: false,
      error: 'invalid_blocks',
      errors: [line],
      response_metadata: { messages: [`[ERROR] ${line}`] },
    })
  const lines = (pointer: string) => ({
    response_metadata: { messages: [`[ERROR] ${line.replace(':/blocks', `:${pointer}`)}`] },
  })
  expect((await scene.post(validate, { message: { blocks } })).body).toMatchObject(lines('/blocks'))
  expect((await scene.post(validate, { blocks })).body).toMatchObject(lines(''))
})

test('[BLK-4] a home names each block that is not for homes', async () => {
  const { post } = await createWorkspace()
  const view = { type: 'home', blocks: [divider, chart, { type: 'plan', title: 'a' }] }
  const messages = [
    '[ERROR] unsupported type: data_visualization [json-pointer:/view/blocks/1/type]',
    '[ERROR] unsupported type: plan [json-pointer:/view/blocks/2/type]',
  ]
  const { body } = await post(publish, { user_id: 'U0ANA', view })
  expect(body).toMatchObject({ error: 'invalid_arguments', response_metadata: { messages } })
  expect((await post(validate, { view })).body).toMatchObject({ error: 'invalid_view', errors: [{}, {}] })
})

describe('[BLK-7] a markdown block', () => {
  const text = '# Head\n\nSome **words**\n\n---\n\n| a |\n|---|\n| b |'
  const types = ['header', 'rich_text', 'divider', 'table']

  test('is stored as the blocks that markdown_text makes', async () => {
    const { call } = await createWorkspace()
    const blocks = [divider, { type: 'markdown', block_id: 'mine', text }]
    const { ts, message } = await call(postMessage, { channel, blocks })
    const { message: written } = await call(postMessage, { channel, markdown_text: text })

    expect(message?.blocks?.map(({ type }) => type)).toEqual(['divider', ...types])
    expect(withoutIds(message?.blocks?.slice(1))).toEqual(withoutIds(written?.blocks))
    expect(JSON.stringify(message?.blocks)).not.toContain('mine')
    expect(message).not.toHaveProperty('markdown_text')
    const { messages } = await call(history, { channel, latest: ts, inclusive: true, limit: 1 })
    expect(messages?.[0]?.['blocks']).toEqual(message?.blocks)
    const changed = await call(update, { channel, ts, blocks: [{ type: 'markdown', text: 'Only **this**' }] })
    expect(changed.message?.['blocks']).toMatchObject([{ type: 'rich_text' }])
  })

  test('is stored so when a stream ends, with more than 50 blocks too [STR-14]', async () => {
    const { call } = await createWorkspace()
    const chunks = [{ type: 'blocks', blocks: [{ type: 'markdown', text }] }]
    const { ts } = await call(startStream, { channel: dm, thread_ts: root, chunks })
    const blocks = [{ type: 'markdown', text: headings(60) }]
    const { message } = await call(stopStream, { channel: dm, ts, blocks })
    const stored = message?.blocks ?? []
    expect(stored.slice(0, 4).map(({ type }) => type)).toEqual(types)
    expect(stored).toHaveLength(64)
    // What was read back has to be cut before it is sent again.
    expect(await call(update, { channel: dm, ts, blocks: stored })).toMatchObject({ error: 'invalid_blocks' })
    expect(await call(update, { channel: dm, ts, blocks: stored.slice(0, 50) })).toMatchObject({ ok: true })
  })

  test('[BLK-5] markdown_text that becomes more than 50 blocks is refused, and 50 are posted', async () => {
    const { call, post } = await createWorkspace()
    const { body } = await post(postMessage, { channel, markdown_text: headings(51) })
    expect(body).toMatchObject({
      error: 'invalid_blocks',
      errors: ['no more than 50 items allowed [json-pointer:/markdown_text]'],
    })
    expect(await call(postMessage, { channel, markdown_text: headings(50) })).toMatchObject({ ok: true })
    const tables = '| a |\n|---|\n| b |\n\nand\n\n| a |\n|---|\n| b |'
    expect(await call(postMessage, { channel, markdown_text: tables })).toMatchObject({ ok: true })
  })
})

test('[RT-9] rich text in cells and tasks has a block_id of its own', async () => {
  const { call } = await createWorkspace()
  const richText = { type: 'rich_text', elements: [] }
  const task = { task_id: '1', title: 'a', details: richText, output: richText }
  const blocks = [
    { type: 'table', rows: [[richText, richText]] },
    { type: 'task_card', ...task },
    { type: 'plan', title: 'a', tasks: [task] },
  ]
  const { ts } = await call(postMessage, { channel: dm, thread_ts: root, blocks })
  const { messages } = await call(replies, { channel: dm, ts: root })
  const stored = JSON.stringify(messages?.find((message) => message['ts'] === ts)?.['blocks'])
  const ids = [...stored.matchAll(/"block_id":"([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toHaveLength(3 + 2 + 2 + 3)
  expect(new Set(ids).size).toBe(ids.length)
})

function withoutIds(blocks: unknown): unknown {
  return JSON.parse(JSON.stringify(blocks), (key, value: unknown) => (key === 'block_id' ? undefined : value))
}
