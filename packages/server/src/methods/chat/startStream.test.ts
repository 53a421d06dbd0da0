import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals, type Refused } from '#testing/calls/refusals'
import { enterprise, ownPeople } from '#testing/workspace/files'
import { refusedPlaces } from '#testing/calls/refusedPlaces'
import { aWorkspace, type Workspace } from '#testing/workspace/workspace'
import { startStream } from './startStream.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', thread_ts: root, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }
const busy = { channel: 'C0BUSY', thread_ts: root, recipient_user_id: 'U0BUSY', recipient_team_id: 'T0BUSY' }
const chatty = { channel: 'C0CHATTY', thread_ts: root, recipient_user_id: 'U0CHATTY', recipient_team_id: 'T0CHATTY' }
const own = { channel: 'C1', thread_ts: root, recipient_user_id: 'U1', recipient_team_id: 'T1' }
const words = { type: 'markdown_text', text: 'Hm' }

describe('chat.startStream', () => {
  test('opens a reply in the thread and answers with its ts', async () => {
    const { call, dm, parentTs, seenBy } = await aWorkspace()

    const answer = await call(startStream, { channel: dm, thread_ts: parentTs, markdown_text: '**Hm**' })

    expect(answer).toEqual({ ok: true, channel: dm, ts: expect.stringMatching(/^\d{10}\.\d{6}$/) })
    expect(await seenBy('ana', dm, parentTs)).toMatchObject([
      { text: 'Hi Scout' },
      { markdown_text: '**Hm**', text: '*Hm*', streaming_state: 'in_progress', thread_ts: parentTs, bot_id: 'B0SCOUT' },
    ])
  })

  test('[STR-2] starts without any content', async () => {
    const { call, seenBy } = await aWorkspace()

    const { ts } = await call(startStream, dm)

    expect(await seenBy('ana', dm.channel, root)).toMatchObject([{}, { ts, text: '', blocks: [] }])
  })

  test('[STR-8] in a channel shows the growing reply to its recipient alone', async () => {
    const { call, seenBy } = await aWorkspace()

    await call(startStream, { ...help, markdown_text: 'For Ben' })

    expect(await seenBy('ben', 'C0HELP', root)).toMatchObject([{}, { text: 'For Ben' }])
    expect(await seenBy('ana', 'C0HELP', root)).toMatchObject([{}, { text: '', streaming_state: 'in_progress' }])
  })

  test('[STR-8] asks for no recipient in a direct message', async () => {
    const { call } = await aWorkspace()
    expect(await call(startStream, { ...dm, recipient_user_id: 'U0NOBODY' })).toMatchObject({ ok: true })
  })

  test("[STR-9] takes a reply's ts as its thread's root", async () => {
    const { call, seenBy } = await aWorkspace()

    await call(startStream, { ...help, channel: 'C0GENERAL', thread_ts: '1767225700.000100' })

    expect(await seenBy('ana', 'C0GENERAL', root)).toMatchObject([
      {},
      {},
      { thread_ts: root, streaming_state: 'in_progress' },
    ])
  })

  test('[STR-10] shows a name and an emoji, which wins over the address of an icon', async () => {
    const { call, seenBy } = await aWorkspace()
    const looks = { username: 'Night Scout', icon_emoji: ':owl:', icon_url: 'https://acme.example/owl.png' }

    await call(startStream, { ...dm, ...looks })

    expect(await seenBy('ana', dm.channel, root)).toMatchObject([
      {},
      { username: 'Night Scout', icons: { emoji: ':owl:' } },
    ])
  })

  test('[STR-15] the same client_msg_id again answers with the same message, and writes nothing', async () => {
    const { call, posted } = await aWorkspace()
    const args = { ...dm, client_msg_id: 'once', markdown_text: 'Hm' }
    const first = await call(startStream, args)
    const before = await posted()

    expect(await call(startStream, args)).toEqual(first)
    expect(await posted()).toBe(before)
  })

  test('[STR-15] a message of the workspace file is known by its client_msg_id', async () => {
    const { call } = await aWorkspace()
    const answer = await call(startStream, { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000001' })
    expect(answer).toEqual({ ok: true, channel: 'C0GENERAL', ts: '1767225700.000100' })
  })

  test('an org-wide token acts in the team of the channel, also when it repeats itself', async () => {
    const { call } = await aWorkspace()
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
    const { call } = await aWorkspace()
    const answer = await call(startStream, {
      channel: 'C0PARTNER',
      thread_ts: root,
      recipient_user_id: 'U0STRICT',
      recipient_team_id: 'T0STRICT',
    })
    expect(answer).toMatchObject({ ok: true })
  })

  test.each(eachOf(refused()))('[ORD] refuses with %s, and posts nothing', (error, call) =>
    expectRefusal(startStream, error, call),
  )

  const other: [what: string, error: string, refused: Refused][] = [
    ['a malformed channel id', 'channel_not_found', { args: { ...help, channel: '#help-desk' }, says: '#help-desk' }],
    ['[PLA] a private channel', 'channel_not_found', { args: { ...help, channel: 'C0SECRET' }, says: 'C0SECRET' }],
    ['[PLA] a deleted channel', 'channel_not_found', { args: { ...help, channel: 'C0VANISHED' }, says: 'C0VANISHED' }],
    ['a channel of another team', 'channel_not_found', { args: { ...help, channel: 'C0STRICT' }, says: 'C0STRICT' }],
    [
      '[STR-9] a malformed thread_ts',
      'invalid_thread_ts',
      { args: { ...dm, thread_ts: 'yesterday' }, says: '"yesterday"' },
    ],
    [
      '[STR-8] a deleted recipient',
      'user_not_found',
      { args: { ...help, recipient_user_id: 'U0GONE' }, says: 'U0GONE' },
    ],
    [
      '[STR-8] a recipient of a team that cannot be there',
      'user_not_found',
      { args: { ...help, recipient_user_id: 'U0BUSY', recipient_team_id: 'T0BUSY' }, says: 'T0BUSY' },
    ],
    [
      '[STA-7] a look-alike of a name, wherever an org-wide token acts',
      'reserved_username',
      {
        args: { ...own, username: 'Gսs' },
        token: 'xoxe-all',
        says: 'Gսs',
        file: enterprise(),
      },
    ],
    [
      '[STR-1] chunks that are a string of no JSON',
      'invalid_chunks',
      { args: { ...dm, chunks: '[{' }, as: 'form', says: 'not JSON' },
    ],
    [
      '[STR-3] text chunks that are too long together',
      'msg_too_long',
      {
        args: { ...dm, chunks: Array.from({ length: 3 }, () => ({ ...words, text: 'x'.repeat(4001) })) },
        says: '12003',
      },
    ],
    ['[STR-2] empty Markdown', 'no_text', { args: { ...dm, markdown_text: '' }, says: 'empty' }],
    ['a token of no app', 'not_allowed_token_type', { args: own, token: 'xoxp-own', file: ownPeople, says: 'no app' }],
  ]
  test.each(other)('refuses %s: %s', (_what, error, call) => expectRefusal(startStream, error, call))
})

// One case for each declared error: the compiler asks for the missing ones.
function refused(): Refusals<typeof startStream> {
  return {
    ...refusedPlaces((channel) => ({ ...help, channel })),
    restricted_action_thread_only_channel: {
      args: { ...help, channel: 'C0THREADS', thread_ts: '1767225999.000100' },
      says: 'C0THREADS',
    },
    restricted_action_thread_locked: {
      args: { ...help, channel: 'C0GENERAL', thread_ts: '1767225660.000100' },
      says: '1767225660.000100',
    },
    invalid_thread_ts: { args: { ...dm, thread_ts: '1767225999.000100' }, says: '"thread_ts": "1767225999.000100"' },
    missing_recipient_user_id: {
      args: { ...help, recipient_user_id: undefined, recipient_team_id: undefined },
      says: '`recipient_user_id`',
    },
    missing_recipient_team_id: { args: { ...help, recipient_team_id: undefined }, says: '`recipient_team_id`' },
    user_not_found: { args: { ...help, recipient_user_id: 'U0NOBODY' }, says: 'U0NOBODY' },
    reserved_username: { args: { ...dm, username: 'Ana' }, says: '"Ana"' },
    no_text: { args: { ...dm, chunks: [] }, says: 'empty' },
    msg_too_long: { args: { ...dm, markdown_text: 'x'.repeat(12_001) }, says: '12001' },
    invalid_chunks: { args: { ...dm, chunks: 'no' }, says: 'not JSON' },
    cannot_provide_both_markdown_text_and_chunks: {
      args: { ...dm, markdown_text: 'Hm', chunks: [words] },
      says: '`chunks`',
    },
    invalid_blocks: {
      args: { ...dm, chunks: [{ type: 'blocks', blocks: [{ type: 'spaceship' }] }] },
      says: '/chunks/0/blocks/0',
    },
    invalid_blocks_format: { args: { ...dm, chunks: [{ type: 'blocks', blocks: 'no' }] }, says: 'array of objects' },
    msg_blocks_too_long: {
      args: { ...dm, chunks: [{ type: 'blocks', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }] },
      says: '50',
    },
    invalid_metadata_format: { args: { ...dm, metadata: 'no' }, says: 'JSON' },
    invalid_metadata_schema: { args: { ...dm, metadata: { event_type: 'x' } }, says: '`event_payload`' },
    metadata_too_large: {
      args: { ...dm, metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } } },
      says: '16384',
    },
    metadata_must_be_sent_from_app: {
      args: { ...own, metadata: { event_type: 'x', event_payload: {} } },
      token: 'xoxp-own',
      file: ownPeople,
      says: 'app',
    },
    duplicate_channel_not_found: {
      args: { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000003' },
      says: '5f1f9a52',
    },
    duplicate_message_not_found: {
      args: { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000002' },
      says: '5f1f9a52',
    },
    message_limit_exceeded: {
      args: busy,
      token: 'xoxb-busy-scout',
      says: 'T0BUSY',
      after: (scene) => thrice(scene, busy, 'xoxb-busy-scout'),
    },
    rate_limited: {
      args: chatty,
      token: 'xoxb-chatty-scout',
      says: 'A0SCOUT',
      after: (scene) => thrice(scene, chatty, 'xoxb-chatty-scout'),
    },
    messaging_processing_failed: {
      args: dm,
      breaks: true,
      says: 'nothing was written',
      after: ({ store }) => store.db.schema.alterTable('streams').renameColumn('display', 'gone').execute(),
    },
  }
}

async function thrice({ call }: Workspace, args: object, token: string) {
  for (let i = 0; i < 3; i++) expect(await call(startStream, args, { token })).toMatchObject({ ok: true })
}
