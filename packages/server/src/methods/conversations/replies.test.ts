import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findMessage } from '#domain/messages/find'
import { toMicroseconds, toTs } from '#domain/ts'
import { packageFile } from '#packageFile'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { replies } from './replies.ts'

const root = '1767225600.000100'
const acme = readFileSync(packageFile('test/fixtures/acme.workspace.yaml'), 'utf8')

describe('conversations.replies', () => {
  test('returns the root, then its replies, oldest first, without deleted ones', async () => {
    const { call } = await createWorkspace()

    const answer = await call(replies, { channel: 'C0GENERAL', ts: root })

    expect(answer).toMatchObject({ ok: true, has_more: false, response_metadata: { next_cursor: '' } })
    expect(answer.messages).toMatchObject([
      { ts: root, thread_ts: root, reply_count: 1, user: 'U0ANA' },
      { ts: '1767225700.000100', thread_ts: root, parent_user_id: 'U0ANA', bot_id: 'B0SCOUT' },
    ])
  })

  test('[STR-12] shows an open stream with its text so far', async () => {
    const { call, dm, parentTs } = await createWorkspace()
    await call(startStream, { channel: dm, thread_ts: parentTs, markdown_text: 'So **far' })

    const { messages } = await call(replies, { channel: dm, ts: parentTs })

    expect(messages).toMatchObject([
      {},
      { markdown_text: 'So **far', text: 'So *far*', streaming_state: 'in_progress' },
    ])
    expect(messages?.[1]).not.toHaveProperty('subtype')
    expect(messages?.[1]?.blocks).toHaveLength(1)
  })

  test("takes a reply's ts as its thread's", async () => {
    const { call } = await createWorkspace()
    const { messages } = await call(replies, { channel: 'C0GENERAL', ts: '1767225700.000100' })
    expect(messages).toMatchObject([{ ts: root }, { ts: '1767225700.000100' }])
  })

  test('returns all pages, without gaps or repetitions', async () => {
    const { call, dm, parentTs } = await createWorkspace()
    for (let i = 1; i <= 7; i++) await call(postMessage, { channel: dm, thread_ts: parentTs, text: `${i}` })

    const texts: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await call(replies, { channel: dm, ts: parentTs, limit: 3, cursor })
      texts.push(...(page.messages ?? []).map(({ text }) => text))
      expect(page.has_more).toBe(page.response_metadata?.next_cursor !== '')
      cursor = page.response_metadata?.next_cursor
    } while (cursor)

    expect(texts).toEqual(['Hi Scout', '1', '2', '3', '4', '5', '6', '7'])
  })

  test('pages through more than 1,000 replies, also between two ts', async () => {
    const { call, store, dm, parentTs } = await createWorkspace()
    const first = await call(postMessage, { channel: dm, thread_ts: parentTs, text: '0' })
    const row = (await findMessage(store.db, { team_id: 'T0ACME', id: dm }, first.ts!))!
    const start = toMicroseconds(first.ts!)
    const tsOf = (i: number) => toTs(start + i)
    await store.write(async (tx) => {
      for (let i = 1; i <= 1203; i += 401) {
        const rows = Array.from({ length: 401 }, (_, j) => ({ ...row, ts: tsOf(i + j) }))
        await tx.insertInto('messages').values(rows).execute()
      }
    })
    const pages = async (args: object) => {
      const found: string[][] = []
      for (let cursor: string | undefined; cursor !== '';) {
        const page = await call(replies, { channel: dm, ts: parentTs, ...args, cursor })
        found.push((page.messages ?? []).map(({ ts }) => ts))
        expect(page.has_more).toBe(page.response_metadata?.next_cursor !== '')
        cursor = page.response_metadata!.next_cursor
      }
      return found
    }
    const all = [parentTs, ...Array.from({ length: 1204 }, (_, i) => tsOf(i))]

    expect(await pages({})).toEqual([all.slice(0, 1000), all.slice(1000)])
    expect(await pages({ limit: 5000 })).toEqual([all.slice(0, 1000), all.slice(1000)])
    expect((await pages({ limit: 100 })).flat()).toEqual(all)
    const range = { oldest: tsOf(500), latest: tsOf(505), limit: 2 }
    expect((await pages(range)).flat()).toEqual([parentTs, ...[501, 502, 503, 504].map(tsOf)])
    expect((await pages({ ...range, inclusive: true })).flat()).toEqual([
      parentTs,
      ...[500, 501, 502, 503, 504, 505].map(tsOf),
    ])
    const three = { oldest: '0', latest: tsOf(2), limit: 1 }
    expect(await pages(three)).toEqual(all.slice(0, 3).map((ts) => [ts]))
  })

  test('[MSG-9] returns replies to a ts that never named a message', async () => {
    const { call } = await createWorkspace()
    const thread = { channel: 'C0HELP', thread_ts: '1234.5678' }
    const { ts, message } = await call(postMessage, { ...thread, text: 'Lost' })
    expect(message).toMatchObject({ thread_ts: '1234.5678' })
    expect(await call(replies, { channel: 'C0HELP', ts: '1234.5678' })).toMatchObject({
      messages: [{ ts, text: 'Lost', thread_ts: '1234.5678' }],
      has_more: false,
    })
    await call(postMessage, { channel: 'C0HELP', thread_ts: ts!, text: 'Too' })
    expect(await call(replies, { channel: 'C0HELP', ts: ts! })).toMatchObject({
      messages: [{ text: 'Lost' }, { text: 'Too', thread_ts: '1234.5678' }],
    })
  })

  test('always has blocks, also for messages that were written as text', async () => {
    const { call } = await createWorkspace()
    const { messages } = await call(replies, { channel: 'C0GENERAL', ts: root })
    for (const message of messages ?? []) expect(message.blocks.length).toBeGreaterThan(0)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof replies> = {
    channel_not_found: { args: { channel: 'C0NOPE', ts: root }, detail: 'C0NOPE' },
    team_not_found: {
      args: { channel: 'general', ts: root },
      token: 'xoxe-all',
      file: enterpriseFile(),
      detail: 'general',
    },
    not_in_channel: { args: { channel: 'C1', ts: root }, token: 'xoxp-outside', file: userTokensFile, detail: 'C1' },
    thread_not_found: { args: { channel: 'C0HELP', ts: '1767225999.000100' }, detail: '1767225999.000100' },
    invalid_cursor: { args: { channel: 'C0HELP', ts: root, cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { channel: 'C0HELP', ts: root, limit: '-1' }, detail: '"limit"' },
    invalid_ts_oldest: { args: { channel: 'C0HELP', ts: root, oldest: 'x' }, detail: '"oldest": "x"' },
    invalid_ts_latest: { args: { channel: 'C0HELP', ts: root, latest: '-1' }, detail: '"latest": "-1"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(replies, error, call))
})

test('[STR-8] shows an open stream to its app and its audience, and to others once it has ended', async () => {
  const { call } = await createWorkspace({
    file: `${acme}  - { token: xoxp-ben, kind: user, app: A0SCOUT, team: T0ACME, user: U0BEN, scopes: ['channels:history'] }\n`,
  })
  const to = { channel: 'C0GENERAL', thread_ts: root, recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
  const { ts = '' } = await call(startStream, { ...to, markdown_text: 'Secret so far' })
  const last = async (token?: string) =>
    (await call(replies, { channel: 'C0GENERAL', ts: root }, token === undefined ? {} : { token })).messages?.at(-1)

  expect(await last()).toMatchObject({ text: 'Secret so far' })
  expect(await last('xoxp-ben')).toMatchObject({ text: '', blocks: [], streaming_state: 'in_progress' })
  expect(await last('xoxp-acme-ana')).toMatchObject({ text: 'Secret so far' })
  await call(stopStream, { channel: 'C0GENERAL', ts })
  expect(await last('xoxp-ben')).toMatchObject({ text: 'Secret so far', streaming_state: 'completed' })
})
