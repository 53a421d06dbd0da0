import { describe, expect, test } from 'vitest'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { absentAppRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { startStream } from '#methods/chat/startStream'
import { stopClock } from '#testing/workspace/stopClock'
import { setStatus } from './setStatus.ts'

const root = '1767225600.000100'
const there = { channel_id: 'D0ANASCOUT', thread_ts: root }
const thinking = { ...there, status: 'is thinking...' }

describe('assistant.threads.setStatus', () => {
  test("[STA-1] shows the app's name and the text, and returns only ok", async () => {
    const { call, dm, parentTs, readStatusAs } = await createWorkspace()

    expect(await call(setStatus, thinking)).toEqual({ ok: true })

    expect(await readStatusAs('ana', dm, parentTs)).toMatchObject({ text: 'Scout is thinking...', app_id: 'A0SCOUT' })
  })

  test.each(['', '   ', '\n'])('[STA-2] %j clears the status without a message', async (status) => {
    const { call, dm, parentTs, readMessagesAs, readStatusAs } = await createWorkspace()
    await call(setStatus, thinking)

    expect(await call(setStatus, { ...there, status }, { as: 'form' })).toEqual({ ok: true })

    expect(await readStatusAs('ana', dm, parentTs)).toBe(null)
    expect(await readMessagesAs('ana', dm, parentTs)).toHaveLength(1)
  })

  test('[STA-2] ends 120 s after it was set; setting it again restarts the time', async () => {
    stopClock()
    const { call, dm, parentTs, readStatusAs, store } = await createWorkspace()
    await call(setStatus, thinking)
    store.db.clock.advance(100_000)
    await call(setStatus, { ...there, status: 'reads' })
    store.db.clock.advance(119_000)
    expect(await readStatusAs('ana', dm, parentTs)).toMatchObject({ text: 'Scout reads' })
    store.db.clock.advance(1000)
    expect(await readStatusAs('ana', dm, parentTs)).toBe(null)
  })

  test('[STA-2] the start of a stream clears it', async () => {
    const { call, dm, parentTs, readStatusAs } = await createWorkspace()
    await call(setStatus, thinking)
    await call(startStream, { channel: dm, thread_ts: parentTs })
    expect(await readStatusAs('ana', dm, parentTs)).toBe(null)
  })

  test.each(['json', 'form'] as const)('[STA-3] takes loading messages, as %s', async (as) => {
    const { call, dm, parentTs, readStatusAs } = await createWorkspace()
    const lines = Array.from({ length: 10 }, (_, i) => String(i).repeat(50))
    expect(await call(setStatus, { ...thinking, loading_messages: lines }, { as })).toEqual({ ok: true })
    expect(await readStatusAs('ana', dm, parentTs)).toMatchObject({ loading_messages: lines })
  })

  test('[STA-3] an empty list of loading messages counts as none', async () => {
    const { call } = await createWorkspace()
    expect(await call(setStatus, { ...thinking, loading_messages: [] })).toEqual({ ok: true })
  })

  test("[STA-7] a username replaces the app's name", async () => {
    const { call, dm, parentTs, readStatusAs } = await createWorkspace()
    await call(setStatus, { ...thinking, username: 'Night Scout' })
    expect(await readStatusAs('ana', dm, parentTs)).toMatchObject({ text: 'Night Scout is thinking...' })
  })

  test('[STA-7] the app may use its own name', async () => {
    const { call } = await createWorkspace()
    expect(await call(setStatus, { ...thinking, username: 'Scout' })).toEqual({ ok: true })
  })

  test.each(['xoxb-acme-plain', 'xoxb-acme-assistant-only'])('[STA-5] either scope suffices: %s', async (token) => {
    const { post } = await createWorkspace()
    expect((await post(setStatus, thinking, { token })).body).toMatchObject({ ok: true })
  })

  test('[STA-1] 255 code points fit, of any kind', async () => {
    const { call } = await createWorkspace()
    expect(await call(setStatus, { ...there, status: '🤔'.repeat(255) })).toEqual({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setStatus> = {
    channel_not_found: { args: { ...thinking, channel_id: 'C0NOPE' }, detail: 'C0NOPE' },
    invalid_thread_ts: { args: { ...thinking, thread_ts: '1767225999.000100' }, detail: '1767225999.000100' },
    ...absentAppRefusals((channel_id) => ({ ...thinking, channel_id })),
    not_in_channel: {
      args: { ...thinking, channel_id: 'C1' },
      token: 'xoxp-outside',
      file: userTokensFile,
      detail: 'C1',
    },
    reserved_username: { args: { ...thinking, username: 'ANA' }, detail: '"ANA"' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and shows nothing', (error, call) =>
    expectRefusal(setStatus, error, call),
  )

  test.each([
    [
      '[STA-4] a malformed channel_id',
      'channel_not_found',
      { args: { ...thinking, channel_id: 'help-desk' }, detail: 'help-desk' },
    ],
    [
      '[STA-4] a channel name with an org-wide token',
      'channel_not_found',
      { args: { ...thinking, channel_id: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    ],
    [
      '[PLA-1] a private channel',
      'channel_not_found',
      { args: { ...thinking, channel_id: 'C0SECRET' }, detail: 'C0SECRET' },
    ],
    ['[STA-4] a malformed thread_ts', 'invalid_thread_ts', { args: { ...thinking, thread_ts: '1' }, detail: '"1"' }],
    ['[STA-1] 256 characters', 'invalid_arguments', { args: { ...there, status: 'x'.repeat(256) }, detail: '/status' }],
    [
      '[STA-3] 11 lines',
      'invalid_arguments',
      { args: { ...thinking, loading_messages: Array.from({ length: 11 }, () => 'x') }, detail: '/loading_messages' },
    ],
    [
      '[STA-3] an empty line',
      'invalid_arguments',
      { args: { ...thinking, loading_messages: ['x', ''] }, detail: '/loading_messages/1' },
    ],
    [
      '[STA-3] a line of 51 characters',
      'invalid_arguments',
      { args: { ...thinking, loading_messages: ['x'.repeat(51)] }, detail: '/loading_messages/0' },
    ],
    [
      '[STA-3] lines that are no list',
      'invalid_arguments',
      { args: { ...thinking, loading_messages: 'x' }, detail: '/loading_messages' },
    ],
    ['a missing status', 'invalid_arguments', { args: there, detail: 'missing required field: status' }],
    [
      "[STA-7] a person's name with confusable letters",
      'reserved_username',
      { args: { ...thinking, username: 'Веn Okafоr' }, detail: 'Веn' },
    ],
    [
      "[STA-7] the service's own name",
      'reserved_username',
      { args: { ...thinking, username: 'R i v u l e t' }, detail: 'R i v' },
    ],
    [
      '[STA-7] a username without its scope',
      'missing_scope',
      { args: { ...thinking, username: 'Night Scout' }, token: 'xoxb-acme-plain', detail: 'chat:write.customize' },
    ],
  ] as const)('refuses %s: %s', (_what, error, call) => expectRefusal(setStatus, error, call))
})
