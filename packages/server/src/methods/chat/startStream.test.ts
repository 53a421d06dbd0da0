import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'
import { startStream } from './startStream.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', thread_ts: root, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }

describe('chat.startStream', () => {
  test('opens a reply in the thread and returns its ts', async () => {
    const { call, dm, parentTs, readMessagesAs } = await createWorkspace()

    const answer = await call(startStream, { channel: dm, thread_ts: parentTs, markdown_text: '**Hm**' })

    expect(answer).toEqual({ ok: true, channel: dm, ts: expect.stringMatching(/^\d{10}\.\d{6}$/) })
    expect(await readMessagesAs('ana', dm, parentTs)).toMatchObject([
      { text: 'Hi Scout' },
      { markdown_text: '**Hm**', text: '*Hm*', streaming_state: 'in_progress', thread_ts: parentTs, bot_id: 'B0SCOUT' },
    ])
  })

  test('[STR-2] starts without any content', async () => {
    const { call, readMessagesAs } = await createWorkspace()

    const { ts } = await call(startStream, dm)

    expect(await readMessagesAs('ana', dm.channel, root)).toMatchObject([{}, { ts, text: '', blocks: [] }])
  })

  test('[STR-8] in a channel shows the open stream to its recipient only', async () => {
    const { call, readMessagesAs } = await createWorkspace()

    await call(startStream, { ...help, markdown_text: 'For Ben' })

    expect(await readMessagesAs('ben', 'C0HELP', root)).toMatchObject([{}, { text: 'For Ben' }])
    expect(await readMessagesAs('ana', 'C0HELP', root)).toMatchObject([
      {},
      { text: '', streaming_state: 'in_progress' },
    ])
  })

  test('[STR-8] needs no recipient in a direct message', async () => {
    const { call } = await createWorkspace()
    expect(await call(startStream, { ...dm, recipient_user_id: 'U0NOBODY' })).toMatchObject({ ok: true })
  })

  test("[STR-9] accepts a reply's ts for its thread", async () => {
    const { call, readMessagesAs } = await createWorkspace()

    await call(startStream, { ...help, channel: 'C0GENERAL', thread_ts: '1767225700.000100' })

    expect(await readMessagesAs('ana', 'C0GENERAL', root)).toMatchObject([
      {},
      {},
      { thread_ts: root, streaming_state: 'in_progress' },
    ])
  })

  test('[STR-10] shows a name and an emoji, which wins over icon_url', async () => {
    const { call, readMessagesAs } = await createWorkspace()
    const looks = { username: 'Night Scout', icon_emoji: ':owl:', icon_url: 'https://acme.example/owl.png' }

    await call(startStream, { ...dm, ...looks })

    expect(await readMessagesAs('ana', dm.channel, root)).toMatchObject([
      {},
      { username: 'Night Scout', icons: { emoji: ':owl:' } },
    ])
  })

  test('[STR-15] a repeated client_msg_id returns the same message, and writes nothing', async () => {
    const { call, countRows } = await createWorkspace()
    const args = { ...dm, client_msg_id: 'once', markdown_text: 'Hm' }
    const first = await call(startStream, args)
    const before = await countRows()

    expect(await call(startStream, args)).toEqual(first)
    expect(await countRows()).toBe(before)
  })

  test('[STR-15] the client_msg_id of a message of the workspace file counts too', async () => {
    const { call } = await createWorkspace()
    const answer = await call(startStream, { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000001' })
    expect(answer).toEqual({ ok: true, channel: 'C0GENERAL', ts: '1767225700.000100' })
  })

  test('an org-wide token acts in the team of the channel, also in repeated calls', async () => {
    const { call } = await createWorkspace()
    const args = {
      channel: 'C0GLO1',
      thread_ts: root,
      recipient_user_id: 'U0GLO1',
      recipient_team_id: 'T0GLOBEX1',
      client_msg_id: 'once',
    }
    const first = await call(startStream, args, { token: 'xoxe.xoxb-globex-scout' })
    expect(first.ok).toBe(true)
    expect(await call(startStream, args, { token: 'xoxe.xoxb-globex-scout' })).toEqual(first)
  })

  test('a person of a team that shares the channel can be the recipient', async () => {
    const { call } = await createWorkspace()
    const answer = await call(startStream, {
      channel: 'C0PARTNER',
      thread_ts: root,
      recipient_user_id: 'U0STRICT',
      recipient_team_id: 'T0STRICT',
    })
    expect(answer).toMatchObject({ ok: true })
  })
})
