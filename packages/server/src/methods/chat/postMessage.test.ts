import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { postingRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { userTokensFile } from '#testing/workspace/files'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { postMessage } from './postMessage.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', text: 'Hm' }
const divider = { type: 'divider' }

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

  test("posts as a person with a person's token", async () => {
    const { call } = await createWorkspace()
    const { message } = await call(postMessage, help, { token: 'xoxp-acme-ana' })
    expect(message).toMatchObject({ user: 'U0ANA', app_id: 'A0SCOUT' })
    expect(message).not.toHaveProperty('bot_id')
  })

  test('a repeated client_msg_id returns the same message', async () => {
    const { call, countRows } = await createWorkspace()
    const first = await call(postMessage, { ...help, client_msg_id: 'once' })
    const before = await countRows()
    expect(await call(postMessage, { ...help, text: 'other', client_msg_id: 'once' })).toEqual(first)
    expect(await countRows()).toBe(before)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof postMessage> = {
    ...postingRefusals((channel) => ({ channel, text: 'x', thread_ts: root })),
    restricted_action_thread_only_channel: { args: { ...help, channel: 'C0THREADS' }, detail: 'C0THREADS' },
    restricted_action_thread_locked: {
      args: { ...help, channel: 'C0GENERAL', thread_ts: '1767225660.000100' },
      detail: 'locked',
    },
    invalid_thread_ts: { args: { ...help, thread_ts: 'x' }, detail: '"thread_ts": "x"' },
    reserved_username: { args: { ...help, username: 'Pаyroll' }, detail: 'Pаyroll' },
    no_text: { args: { channel: 'C0HELP', text: '' }, detail: '`text`' },
    msg_too_long: { args: { ...help, text: 'x'.repeat(40_001) }, detail: '40001' },
    invalid_blocks: { args: { ...help, blocks: [{ type: 'header' }] }, detail: '/blocks/0' },
    invalid_blocks_format: { args: { ...help, blocks: '{' }, as: 'form', detail: 'JSON' },
    msg_blocks_too_long: { args: { ...help, blocks: Array.from({ length: 51 }, () => divider) }, detail: '50' },
    invalid_metadata_format: { args: { ...help, metadata: [] }, detail: 'object' },
    invalid_metadata_schema: { args: { ...help, metadata: { event_payload: {} } }, detail: '`event_type`' },
    metadata_too_large: {
      args: { ...help, metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } } },
      detail: '16384',
    },
    metadata_must_be_sent_from_app: {
      args: { channel: 'C1', text: 'x', metadata: { event_type: 'x', event_payload: {} } },
      token: 'xoxp-own',
      file: userTokensFile,
      detail: 'app',
    },
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
      detail: 'T0BUSY',
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
  test.each(refusalRows(refused))('[ORD] refuses with %s, and posts nothing', (error, call) =>
    expectRefusal(postMessage, error, call),
  )

  test("[STA-7] a person's token may not use somebody else's name either", () =>
    expectRefusal(postMessage, 'missing_scope', {
      args: { ...help, username: 'Ben' },
      token: 'xoxp-acme-ana',
      detail: 'chat:write.customize',
    }))

  test('counts code points, not UTF-16 units', async () => {
    const { call } = await createWorkspace()
    expect(await call(postMessage, { ...help, text: '👍'.repeat(40_000) })).toMatchObject({ ok: true })
  })
})

function thrice(channel: string, token: string) {
  return async ({ call }: Workspace) => {
    for (let i = 0; i < 3; i++)
      expect(await call(postMessage, { channel, text: 'x' }, { token })).toMatchObject({ ok: true })
  }
}
