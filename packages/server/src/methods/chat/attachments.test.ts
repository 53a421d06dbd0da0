import { describe, expect, test } from 'vitest'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { get as getReactions } from '#methods/reactions/get'
import { add } from '#methods/reactions/add'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace } from '#testing/workspace/workspace'
import { remove } from './delete.ts'
import { postMessage } from './postMessage.ts'
import { update } from './update.ts'

const channel = 'C0HELP'
const section = { type: 'section', block_id: 's', text: { type: 'mrkdwn', text: '*Disk*' } }
const alert = {
  color: 'danger',
  pretext: 'Page',
  author_name: 'Prometheus',
  title: 'Disk full',
  title_link: 'https://example.com/alert',
  text: '*db1* is at 97 %',
  fields: [{ title: 'Host', value: 'db1', short: true }],
  footer: 'prod',
  ts: 1_767_225_600,
  mrkdwn_in: ['text'],
}
const kept = { ...alert, id: 1, color: 'a30200', fallback: 'Disk full' }

onBothDatabases('attachments', (open) => {
  test('[ATT-1, ATT-2] are a message, and every read has them, with what the service adds', async () => {
    const { call } = await createWorkspace({ store: await open() })
    const answer = await call(postMessage, { channel, attachments: [alert, { blocks: [section] }] })
    const attachments = [kept, { id: 2, fallback: '[no preview available]', blocks: [section] }]
    expect(answer).toMatchObject({ message: { text: '', blocks: [] } })
    const { ts } = answer
    expect(answer.message?.attachments).toEqual(attachments)
    await call(add, { channel, timestamp: ts, name: 'tada' })
    const reads = [
      (await call(history, { channel, limit: 1 })).messages?.[0],
      (await call(replies, { channel, ts: ts! })).messages?.[0],
      (await call(getReactions, { channel, timestamp: ts })).message,
    ]
    for (const message of reads) expect(message).toMatchObject({ ts, attachments })
    await call(remove, { channel, ts: ts! })
    expect(JSON.stringify(await call(history, { channel }))).not.toContain('Disk full')
  })
})

describe('attachments', () => {
  test('[ATT-3] take what alert tools send: numbers for texts, null for nothing, a word for a list', async () => {
    const { call } = await createWorkspace()
    const odd = {
      text: 7,
      color: '#F00',
      title: null,
      fields: [{ title: 'Count', value: 3, short: 'true' }, { value: true }],
      mrkdwn_in: 'text',
      attachment_type: 'default',
      app_id: 'A0OTHER',
      is_app_unfurl: true,
      from_url: 'https://example.com',
    }
    const { message } = await call(postMessage, { channel, attachments: JSON.stringify([odd, { color: 'good' }, {}]) })
    expect(message?.attachments).toEqual([
      {
        id: 1,
        text: '7',
        color: 'F00',
        fields: [{ title: 'Count', value: '3', short: true }, { value: 'true' }],
        mrkdwn_in: ['text'],
        fallback: '7',
      },
    ])
  })

  test.each([[[]], [[{}]], [[{ color: 'good', callback_id: 'x' }]]])(
    '[ATT-1] that show nothing are no message: %j',
    async (attachments) => {
      const { call } = await createWorkspace()
      expect(await call(postMessage, { channel, attachments })).toMatchObject({ error: 'no_text' })
    },
  )

  test.each([
    ['an object', {}, '/attachments'],
    ['a string', 'x', 'JSON'],
    ['a block that is not valid', [{ blocks: [section, { type: 'header' }] }], '/attachments/0/blocks/1'],
    ['a text that is an object', [{ text: {} }], '/attachments/0/text'],
    ['a title that is too long', [{}, { title: 'x'.repeat(3001) }], '/attachments/1/title'],
    [
      'six buttons',
      [{ actions: Array.from({ length: 6 }, () => ({ type: 'button', text: 'x' })) }],
      '/attachments/0/actions',
    ],
  ])('[ATT-3] with %s are refused with a pointer', async (_what, attachments, pointer) => {
    const { call } = await createWorkspace()
    const answer = await call(postMessage, { channel, text: 'x', attachments })
    expect(answer).toMatchObject({ ok: false, error: 'invalid_attachments' })
    expect(JSON.stringify(answer)).toContain(pointer)
  })

  test('[ATT-4] stay when the text changes, are replaced by others, and go with an empty array', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { channel, text: 'Alert', attachments: [alert] })
    const change = async (args: object) => (await call(update, { channel, ts: ts!, ...args })).message
    expect(await change({ text: 'Alert!' })).toMatchObject({ text: 'Alert!', attachments: [kept], edited: {} })
    expect(await change({ attachments: [{ text: 'Better' }] })).toMatchObject({
      text: 'Alert!',
      attachments: [{ id: 1, text: 'Better' }],
    })
    expect(await change({ attachments: [] })).not.toHaveProperty('attachments')
    const alone = await call(postMessage, { channel, attachments: [alert] })
    expect(await call(update, { channel, ts: alone.ts!, attachments: [] })).toMatchObject({ error: 'no_text' })
    expect(await call(update, { channel, ts: alone.ts!, text: 'Over', attachments: [] })).toMatchObject({
      text: 'Over',
    })
  })
})
