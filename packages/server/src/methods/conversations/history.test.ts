import { describe, expect, test } from 'vitest'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { list as listUsers } from '#methods/users/list'
import { history } from './history.ts'
import { replies } from './replies.ts'

const help = 'C0HELP'

describe('conversations.history', () => {
  test('returns roots, newest first, with the state of their threads', async () => {
    const { call } = await createWorkspace()

    const answer = await call(history, { channel: 'C0GENERAL' })

    expect(answer).toMatchObject({ ok: true, has_more: false, pin_count: 0, response_metadata: { next_cursor: '' } })
    expect(answer.messages).toMatchObject([
      { ts: '1767225660.000100', text: 'Locked thread', is_locked: true },
      {
        ts: '1767225600.000100',
        thread_ts: '1767225600.000100',
        reply_count: 1,
        reply_users: ['U0SCOUT'],
        latest_reply: '1767225700.000100',
      },
    ])
  })

  test('[STR-12] does not list streams, which are replies', async () => {
    const { call, dm, parentTs } = await createWorkspace()
    await call(startStream, { channel: dm, thread_ts: parentTs })
    const { messages } = await call(history, { channel: dm })
    expect(messages).toMatchObject([{ ts: parentTs, reply_count: 1 }])
  })

  test('returns all pages, without gaps or repetitions', async () => {
    const { call } = await createWorkspace()
    for (let i = 1; i <= 6; i++) await call(postMessage, { channel: help, text: `${i}` })

    const texts: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await call(history, { channel: help, limit: 3, cursor })
      texts.push(...(page.messages ?? []).map(({ text }) => text))
      cursor = page.response_metadata?.next_cursor
    } while (cursor)

    expect(texts).toEqual(['6', '5', '4', '3', '2', '1', 'The printer is on fire'])
  })

  test('[ENV-15] takes its own cursors, and those of older servers, but none of another list', async () => {
    const { call } = await createWorkspace()
    await call(postMessage, { channel: help, text: 'new' })
    const next = (await call(history, { channel: help, limit: 1 })).response_metadata?.next_cursor
    const key = Buffer.from(next!, 'base64').toString().replace(/^\w+:/, '')
    const older = Buffer.from(`after:${key}`).toString('base64')
    for (const cursor of [next, older])
      expect((await call(history, { channel: help, cursor })).messages).toMatchObject([
        { text: 'The printer is on fire' },
      ])
    const refused = { error: 'invalid_cursor', detail: expect.stringContaining(next!) }
    expect(await call(replies, { channel: help, ts: key, cursor: next })).toMatchObject(refused)
    expect(await call(listUsers, { cursor: next })).toMatchObject(refused)
  })

  test('returns messages between two ts, inclusive or not', async () => {
    const { call } = await createWorkspace()
    const ts: string[] = []
    for (const text of ['a', 'b', 'c']) ts.push((await call(postMessage, { channel: help, text })).ts!)
    const between = { channel: help, oldest: ts[0], latest: ts[2] }

    expect((await call(history, between)).messages).toMatchObject([{ text: 'b' }])
    // Numbers lose the zeros at their end before they become text.
    const [oldest, , latest] = ts.map((one) => one.replace(/0+$/, ''))
    expect((await call(history, { channel: help, oldest, latest })).messages).toMatchObject([{ text: 'b' }])
    expect((await call(history, { ...between, inclusive: '1' }, { as: 'form' })).messages).toMatchObject([
      { text: 'c' },
      { text: 'b' },
      { text: 'a' },
    ])
    expect((await call(history, { channel: help, oldest: '0', latest: 'now' })).messages).toHaveLength(4)
    const pages = { ...between, inclusive: true, limit: 2 }
    const { response_metadata: next } = await call(history, pages)
    expect((await call(history, { ...pages, cursor: next?.next_cursor })).messages).toMatchObject([{ text: 'a' }])
  })

  test('includes metadata on request', async () => {
    const { call } = await createWorkspace()
    const metadata = { event_type: 'x', event_payload: { a: 1 } }
    await call(postMessage, { channel: help, text: 'Hm', metadata })
    expect((await call(history, { channel: help, limit: 1 })).messages?.[0]).not.toHaveProperty('metadata')
    expect((await call(history, { channel: help, limit: 1, include_all_metadata: true })).messages).toMatchObject([
      { metadata },
    ])
  })

  test.each([
    ['no bound', { oldest: '', latest: '' }],
    ['0', { oldest: '0' }],
    ['0 with decimals', { oldest: '0.000000' }],
    ['few digits', { oldest: '5' }],
    ['seconds', { oldest: '1767225600', latest: '9999999999' }],
    ['many decimals', { oldest: '1767225600.0001234567' }],
    ['a number', { oldest: 1767225600, latest: 2767225600.5 }],
    ['milliseconds, which are far in the future', { latest: String(Date.now()) }],
  ])('[ENV-14] takes as a bound: %s', async (_what, bounds) => {
    const { call } = await createWorkspace()
    await call(postMessage, { channel: help, text: 'new' })
    expect((await call(history, { channel: help, ...bounds })).messages?.[0]).toMatchObject({ text: 'new' })
  })

  test.each([0, '0', '', '00'])('[ENV-13] takes the limit %j as its default', async (limit) => {
    const { call } = await createWorkspace()
    await call(postMessage, { channel: help, text: 'new' })
    expect((await call(history, { channel: help, limit })).messages).toHaveLength(2)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof history> = {
    channel_not_found: { args: { channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    not_in_channel: { args: { channel: 'C1' }, token: 'xoxp-outside', file: userTokensFile, detail: 'C1' },
    invalid_cursor: { args: { channel: help, cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { channel: help, limit: 'x' }, detail: '"limit"' },
    invalid_ts_oldest: { args: { channel: help, oldest: '2024-01-01' }, detail: '"oldest": "2024-01-01"' },
    invalid_ts_latest: { args: { channel: help, latest: 'yesterday' }, detail: '"latest": "yesterday"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(history, error, call))

  test('[PLA-1] an app has to be a member of a public channel to read it', () =>
    expectRefusal(history, 'not_in_channel', { args: { channel: 'C0NOBOT' }, detail: 'C0NOBOT' }))
})
