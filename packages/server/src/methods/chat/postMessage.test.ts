import { describe, expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { findReadMark } from '#domain/channels/readMarks'
import { info } from '#methods/bots/info'
import { history } from '#methods/conversations/history'
import { setStatus } from '#methods/assistant/threads/setStatus'
import {
  metadataRefusals,
  postingRefusals,
  textAndBlockRefusals,
  threadRefusals,
} from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { remove } from './delete.ts'
import { postEphemeral } from './postEphemeral.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', text: 'Hm' }

describe('chat.postMessage', () => {
  test('posts mrkdwn and returns the message', async () => {
    const { call } = await createWorkspace()

    const answer = await call(postMessage, { channel: 'C0HELP', text: '*Hm*' })

    expect(answer).toMatchObject({
      ok: true,
      channel: 'C0HELP',
      message: { type: 'message', text: '*Hm*', user: 'U0SCOUT', bot_id: 'B0SCOUT', ts: answer.ts },
    })
    expect(answer.message?.blocks).toMatchObject([
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ text: 'Hm', style: { bold: true } }] }],
      },
    ])
    expect(answer.message).not.toHaveProperty('thread_ts')
  })

  test('posts Markdown, and stores its source', async () => {
    const { call } = await createWorkspace()
    const { message } = await call(postMessage, { channel: 'C0HELP', markdown_text: '# Hm' })
    expect(message).toMatchObject({ markdown_text: '# Hm', blocks: [{ type: 'header' }] })
  })

  test('replies in a thread, and clears its status', async () => {
    const { call, dm, parentTs, readMessagesAs, readStatusAs } = await createWorkspace()
    await call(setStatus, { channel_id: dm, thread_ts: parentTs, status: 'is thinking...' })

    await call(postMessage, { channel: dm, thread_ts: parentTs, text: 'Hm' })

    expect(await readMessagesAs('ana', dm, parentTs)).toMatchObject([
      {},
      { text: 'Hm', thread_ts: parentTs, parent_user_id: 'U0ANA' },
    ])
    expect(await readStatusAs('ana', dm, parentTs)).toBe(null)
  })

  test("[MSG-38] posts as a person with a person's token", async () => {
    const { call, url } = await createWorkspace()
    const { message } = await call(postMessage, help, { token: 'xoxp-acme-ana' })
    // The bot id is not that of the bot user: an app that ignores its own messages still gets these.
    const { bot } = await call(info, { bot: 'B0SCOUTU' })
    expect(message).toMatchObject({
      user: 'U0ANA',
      app_id: 'A0SCOUT',
      bot_id: 'B0SCOUTU',
      bot_profile: { ...bot, team_id: 'T0ACME' },
    })
    expect(bot).toMatchObject({ id: 'B0SCOUTU', app_id: 'A0SCOUT', icons: { image_36: expect.stringContaining(url) } })
    expect(bot).toMatchObject({ icons: { image_48: expect.any(String), image_72: expect.any(String) } })
  })

  test('a repeated client_msg_id returns the same message', async () => {
    const { call, countRows } = await createWorkspace()
    const first = await call(postMessage, { ...help, client_msg_id: 'once' })
    const before = await countRows()
    expect(await call(postMessage, { ...help, text: 'other', client_msg_id: 'once' })).toEqual(first)
    expect(await countRows()).toBe(before)
  })

  describe('[MSG-9] a thread_ts that never named a message', () => {
    const lost = { ...help, thread_ts: '1700000000.000100' }

    test('makes a reply that nobody sees: not in the channel, and not as unread', async () => {
      const { call, store } = await createWorkspace()
      const { ts = '', message } = await call(postMessage, { ...lost, text: 'Lost' })
      expect(message).toMatchObject({ ts, thread_ts: lost.thread_ts })
      expect(message).not.toHaveProperty('parent_user_id')
      const after = await call(postMessage, { ...help, text: 'Found' })
      const { messages } = await call(history, { channel: 'C0HELP' })
      expect(messages?.map(({ text }) => text)).toEqual(['Found', 'The printer is on fire'])
      const channel = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
      expect((await findReadMark(store.db, channel, 'U0BEN'))?.unread).toEqual([after.ts])
      expect(await call(remove, { channel: 'C0HELP', ts })).toMatchObject({ ok: true })
    })

    test('may be short, as in tests of apps, but has to be a ts', async () => {
      const { call } = await createWorkspace()
      expect(await call(postMessage, { ...lost, thread_ts: '1.1' })).toMatchObject({ ok: true })
      expect(await call(postEphemeral, { ...lost, user: 'U0BEN' })).toMatchObject({ ok: true })
      for (const thread_ts of ['1', '12345678901.1', '1.1234567', `${root}x`])
        expect(await call(postMessage, { ...lost, thread_ts })).toMatchObject({ error: 'invalid_thread_ts' })
    })

    test('is refused where a reply would also go to the channel, or where the message was deleted', async () => {
      const { call } = await createWorkspace()
      expect(await call(postMessage, { ...lost, reply_broadcast: true })).toMatchObject({ error: 'invalid_thread_ts' })
      const { ts = '' } = await call(postMessage, help)
      await call(remove, { channel: 'C0HELP', ts })
      expect(await call(postMessage, { ...help, thread_ts: ts })).toMatchObject({ error: 'invalid_thread_ts' })
      const stream = { channel: 'D0ANASCOUT', thread_ts: lost.thread_ts }
      expect(await call(startStream, stream)).toMatchObject({ error: 'invalid_thread_ts' })
    })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof postMessage> = {
    ...postingRefusals((channel) => ({ channel, text: 'x', thread_ts: root })),
    reserved_username: { args: { ...help, username: 'Pаyroll' }, detail: 'Pаyroll' },
    ...threadRefusals(help),
    ...textAndBlockRefusals(help),
    // [MSG-11] A long text is cut.
    msg_too_long: { args: { channel: help.channel, markdown_text: 'x'.repeat(12_001) }, detail: '12001' },
    ...metadataRefusals(help),
    duplicate_channel_not_found: {
      args: { ...help, client_msg_id: '5f1f9a52-0000-4000-8000-000000000003' },
      detail: 'gone',
    },
    duplicate_message_not_found: {
      args: { ...help, client_msg_id: '5f1f9a52-0000-4000-8000-000000000002' },
      detail: 'deleted',
    },
    message_limit_exceeded: {
      args: { channel: 'C0BUSY', text: 'x' },
      token: 'xoxb-busy-scout',
      detail: 'in Busy;',
      prepare: thrice('C0BUSY', 'xoxb-busy-scout'),
    },
    rate_limited: {
      args: { channel: 'C0CHATTY', text: 'x' },
      token: 'xoxb-chatty-scout',
      detail: 'A0SCOUT',
      prepare: thrice('C0CHATTY', 'xoxb-chatty-scout'),
    },
    messaging_processing_failed: {
      args: help,
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: ({ store }) => store.db.schema.alterTable('messages').renameColumn('icon_url', 'gone').execute(),
    },
    markdown_text_conflict: { args: { ...help, markdown_text: 'x' }, detail: '`markdown_text`' },
  }
  test.each(refusalRows(refused))('[ORD, PLA-5] refuses with %s, and posts nothing', (error, call) =>
    expectRefusal(postMessage, error, call),
  )

  test("[STA-7] a person's token may not use somebody else's name either", () =>
    expectRefusal(postMessage, 'missing_scope', {
      args: { ...help, username: 'Ben' },
      token: 'xoxp-acme-ana',
      detail: 'chat:write.customize',
    }))

  test('[MSG-11] keeps the first 40,000 code points of a text, and warns if there are more', async () => {
    const { call } = await createWorkspace()
    const text = '👍'.repeat(40_000)
    expect(await call(postMessage, { ...help, text })).not.toHaveProperty('warning')
    expect(await call(postMessage, { ...help, text: `${text}x` })).toMatchObject({
      ok: true,
      message: { text },
      warning: 'message_truncated',
      response_metadata: { warnings: ['message_truncated'], messages: [expect.stringContaining('[WARN] ')] },
    })
  })

  test.each([false, 'false', 0])('[MSG-12] shows a text as it is with mrkdwn: %j', async (mrkdwn) => {
    const { call } = await createWorkspace()
    const text = '*a* <https://b.example|b> &amp;\n> `c` :wave:'
    const shown = { type: 'text', text: '*a* <https://b.example|b> &\n> `c` :wave:' }
    expect((await call(postMessage, { ...help, text, mrkdwn })).message).toMatchObject({
      text,
      blocks: [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [shown] }] }],
    })
  })
})

function thrice(channel: string, token: string) {
  return async ({ call }: Workspace) => {
    for (let i = 0; i < 3; i++)
      expect(await call(postMessage, { channel, text: 'x' }, { token })).toMatchObject({ ok: true })
  }
}
