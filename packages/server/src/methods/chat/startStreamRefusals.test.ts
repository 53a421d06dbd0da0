import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals, type RefusedCall } from '#testing/refusals/refusals'
import { enterpriseFile, userTokensFile } from '#testing/workspace/files'
import { absentAppRefusals, postingRefusals } from '#testing/refusals/postingRefusals'
import { type Workspace } from '#testing/workspace/workspace'
import { startStream } from './startStream.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', thread_ts: root, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }
const busy = { channel: 'C0BUSY', thread_ts: root, recipient_user_id: 'U0BUSY', recipient_team_id: 'T0BUSY' }
const chatty = { channel: 'C0CHATTY', thread_ts: root, recipient_user_id: 'U0CHATTY', recipient_team_id: 'T0CHATTY' }
const own = { channel: 'C1', thread_ts: root, recipient_user_id: 'U1', recipient_team_id: 'T1' }
const words = { type: 'markdown_text', text: 'Hm' }

describe('chat.startStream refuses', () => {
  const other: [what: string, error: string, refused: RefusedCall][] = [
    ['a malformed channel id', 'channel_not_found', { args: { ...help, channel: '#help-desk' }, detail: '#help-desk' }],
    ['[PLA-1] a private channel', 'channel_not_found', { args: { ...help, channel: 'C0SECRET' }, detail: 'C0SECRET' }],
    [
      '[PLA-4] a deleted channel',
      'channel_not_found',
      { args: { ...help, channel: 'C0VANISHED' }, detail: 'C0VANISHED' },
    ],
    ['a channel of another team', 'channel_not_found', { args: { ...help, channel: 'C0STRICT' }, detail: 'C0STRICT' }],
    [
      '[STR-9] a malformed thread_ts',
      'invalid_thread_ts',
      { args: { ...dm, thread_ts: 'yesterday' }, detail: '"yesterday"' },
    ],
    [
      '[STR-8] a deleted recipient',
      'user_not_found',
      { args: { ...help, recipient_user_id: 'U0GONE' }, detail: 'U0GONE' },
    ],
    [
      '[STR-8] a recipient of a team that cannot be there',
      'user_not_found',
      { args: { ...help, recipient_user_id: 'U0BUSY', recipient_team_id: 'T0BUSY' }, detail: 'T0BUSY' },
    ],
    [
      '[STA-7] a look-alike of a name, wherever an org-wide token acts',
      'reserved_username',
      {
        args: { ...own, username: 'Gսs' },
        token: 'xoxe-all',
        detail: 'Gսs',
        file: enterpriseFile(),
      },
    ],
    [
      '[STR-1] chunks that are a string of no JSON',
      'invalid_chunks',
      { args: { ...dm, chunks: '[{' }, as: 'form', detail: 'not JSON' },
    ],
    [
      '[STR-3] text chunks that are too long together',
      'msg_too_long',
      {
        args: { ...dm, chunks: Array.from({ length: 3 }, () => ({ ...words, text: 'x'.repeat(4001) })) },
        detail: '12003',
      },
    ],
    ['[STR-2] empty Markdown', 'no_text', { args: { ...dm, markdown_text: '' }, detail: 'empty' }],
    [
      'a token of no app',
      'not_allowed_token_type',
      { args: own, token: 'xoxp-own', file: userTokensFile, detail: 'no app' },
    ],
  ]

  test.each(refusalRows(refused()))('[ORD] refuses with %s, and posts nothing', (error, call) =>
    expectRefusal(startStream, error, call),
  )
  test.each(other)('refuses %s: %s', (_what, error, call) => expectRefusal(startStream, error, call))
})

// One case for each declared error: the compiler asks for the missing ones.
function refused(): Refusals<typeof startStream> {
  return {
    ...postingRefusals((channel) => ({ ...help, channel })),
    ...absentAppRefusals((channel) => ({ ...help, channel })),
    restricted_action_thread_only_channel: {
      args: { ...help, channel: 'C0THREADS', thread_ts: '1767225999.000100' },
      detail: 'C0THREADS',
    },
    restricted_action_thread_locked: {
      args: { ...help, channel: 'C0GENERAL', thread_ts: '1767225660.000100' },
      detail: '1767225660.000100',
    },
    invalid_thread_ts: { args: { ...dm, thread_ts: '1767225999.000100' }, detail: '"thread_ts": "1767225999.000100"' },
    missing_recipient_user_id: {
      args: { ...help, recipient_user_id: undefined, recipient_team_id: undefined },
      detail: '`recipient_user_id`',
    },
    missing_recipient_team_id: { args: { ...help, recipient_team_id: undefined }, detail: '`recipient_team_id`' },
    user_not_found: { args: { ...help, recipient_user_id: 'U0NOBODY' }, detail: 'U0NOBODY' },
    reserved_username: { args: { ...dm, username: 'Ana' }, detail: '"Ana"' },
    no_text: { args: { ...dm, chunks: [] }, detail: 'empty' },
    msg_too_long: { args: { ...dm, markdown_text: 'x'.repeat(12_001) }, detail: '12001' },
    invalid_chunks: { args: { ...dm, chunks: 'no' }, detail: 'not JSON' },
    cannot_provide_both_markdown_text_and_chunks: {
      args: { ...dm, markdown_text: 'Hm', chunks: [words] },
      detail: '`chunks`',
    },
    invalid_blocks: {
      args: { ...dm, chunks: [{ type: 'blocks', blocks: [{ type: 'spaceship' }] }] },
      detail: '/chunks/0/blocks/0',
    },
    invalid_blocks_format: { args: { ...dm, chunks: [{ type: 'blocks', blocks: 'no' }] }, detail: 'array of objects' },
    msg_blocks_too_long: {
      args: { ...dm, chunks: [{ type: 'blocks', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }] },
      detail: '50',
    },
    invalid_metadata_format: { args: { ...dm, metadata: 'no' }, detail: 'JSON' },
    invalid_metadata_schema: { args: { ...dm, metadata: { event_type: 'x' } }, detail: '`event_payload`' },
    metadata_too_large: {
      args: { ...dm, metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } } },
      detail: '16384',
    },
    metadata_must_be_sent_from_app: {
      args: { ...own, metadata: { event_type: 'x', event_payload: {} } },
      token: 'xoxp-own',
      file: userTokensFile,
      detail: 'app',
    },
    duplicate_channel_not_found: {
      args: { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000003' },
      detail: '5f1f9a52',
    },
    duplicate_message_not_found: {
      args: { ...dm, client_msg_id: '5f1f9a52-0000-4000-8000-000000000002' },
      detail: '5f1f9a52',
    },
    message_limit_exceeded: {
      args: busy,
      token: 'xoxb-busy-scout',
      detail: 'in Busy;',
      prepare: (scene) => thrice(scene, busy, 'xoxb-busy-scout'),
    },
    rate_limited: {
      args: chatty,
      token: 'xoxb-chatty-scout',
      detail: 'A0SCOUT',
      prepare: (scene) => thrice(scene, chatty, 'xoxb-chatty-scout'),
    },
    messaging_processing_failed: {
      args: dm,
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: ({ store }) => store.db.schema.alterTable('streams').renameColumn('display', 'gone').execute(),
    },
  }
}

async function thrice({ call }: Workspace, args: object, token: string) {
  for (let i = 0; i < 3; i++) expect(await call(startStream, args, { token })).toMatchObject({ ok: true })
}
