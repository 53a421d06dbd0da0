import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSigningSecret } from '#domain/apps/secrets'
import { hashToken } from '#domain/ids'
import { createActionToken } from '#domain/search/actionToken'
import { postMessage } from '#methods/chat/postMessage'
import { searchScopes } from '#rpc/scopes'
import { onBothDatabases } from '#testing/database/databases'
import { shareFile } from '#testing/apps/uploads'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createSearchTokens } from '#testing/workspace/searchTokens'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { context } from './context.ts'

const bot = 'xoxb-acme-scout'

async function prepare(scene: Workspace, scopes = searchScopes) {
  await createSearchTokens(scene, 'U0ANA', 'U0EVE')
  await scene.store.write((tx) =>
    tx
      .updateTable('tokens')
      .set({ scopes: ['chat:write', 'files:read', 'files:write', ...scopes] })
      .where('hash', '=', hashToken(bot))
      .execute(),
  )
}

async function actionToken({ store }: Workspace, user = 'U0ANA', ago = 0) {
  const holder = { appId: 'A0SCOUT', teamId: 'T0ACME' }
  return store.write((tx) => createActionToken(tx, holder, user, store.db.clock.now() - ago))
}

/** What an app could make that knows its signing secret and has seen tokens. */
async function forgedToken(scene: Workspace) {
  const app = await scene.store.db
    .selectFrom('apps')
    .select(['id', 'signing_secret'])
    .where('id', '=', 'A0SCOUT')
    .executeTakeFirstOrThrow()
  const secret = openSigningSecret(scene.store.db, app)
  const [facts = ''] = /^\d+\.[A-Z0-9]+/.exec(await actionToken(scene)) ?? []
  const signature = createHmac('sha256', `action token A0SCOUT ${secret}`).update(`T0ACME ${facts}`).digest('hex')
  return `${facts}.${signature}`
}

onBothDatabases('assistant.search.context', (open) => {
  test('[SRC-8] searches for the person of the token, by words or by any of them', async () => {
    const scene = await createWorkspace({ store: await open() })
    await prepare(scene)
    const found = async (query: string, args: object = {}) =>
      (await scene.call(context, { query, ...args }, { token: 'xoxp-ana' })).results?.messages?.map(
        ({ content }) => content,
      )
    expect(await found('printer')).toEqual(['The printer is on fire'])
    expect((await found('What about the printer?'))?.[0]).toBe('The printer is on fire')
    expect(await found('What about the printer?', { disable_semantic_search: true })).toEqual([])
    expect(
      await found('', {
        keywords_clauses: [
          ['copier', 'printer'],
          ['fire', 'smoke'],
        ],
      }),
    ).toHaveLength(1)
    expect(await found('', { keywords_clauses: '[["copier"]]' })).toEqual([])
    expect(await found('fire', { term_clauses: ['printer'], modifiers: 'in:help-desk' })).toHaveLength(1)
    expect(await found('nobody must know')).toEqual([])
    expect(await found('nobody must know', { channel_types: 'private_channel' })).toHaveLength(1)
    expect(await found('hi scout', { channel_types: ['im', 'mpim'] })).toHaveLength(1)
    expect(await found('long ago')).toEqual([])
    expect(await found('long ago', { include_archived_channels: true })).toHaveLength(1)
    expect(await found('ordinary message')).toEqual([])
    expect(await found('ordinary message', { include_bots: true })).toHaveLength(1)
    expect(await found('printer', { after: 1767225601 })).toEqual([])
    const parts = { after: 1767225599.0004, before: 1767225600.5004, content_types: 'messages,files' }
    expect(await found('printer', parts)).toHaveLength(1)
    expect(await found('printer', { before: '1767225601', highlight: true })).toEqual([
      expect.stringContaining('\u{E000}printer\u{E001}'),
    ])
  })

  test('[SRC-8] adds what stands around a match, files, channels and people', async () => {
    const scene = await createWorkspace({ store: await open() })
    await prepare(scene)
    for (const text of ['One', 'Two', 'Wombat', 'Four'])
      await scene.call(postMessage, { channel: 'C0HELP', text }, { token: 'xoxp-ana' })
    const { id } = await shareFile(scene, 'C0HELP')
    const token = 'xoxp-ana'
    const args = { query: 'wombat', include_context_messages: true, include_message_blocks: true }
    const { results } = await scene.call(context, args, { token })
    expect(results?.messages).toMatchObject([
      {
        content: 'Wombat',
        author_user_id: 'U0ANA',
        author_name: 'Ana',
        channel_name: 'help-desk',
        is_author_bot: false,
        blocks: [{ type: 'rich_text' }],
        context_messages: {
          before: [{ text: 'One' }, { text: 'Two' }],
          after: [{ text: 'Four' }, { user_id: 'U0SCOUT' }],
        },
      },
    ])
    const content_types = 'files,channels,users'
    expect(await scene.call(context, { query: 'notes', content_types }, { token })).toMatchObject({
      results: { files: [{ file_id: id }], channels: [], users: [] },
    })
    expect(await scene.call(context, { query: 'help', content_types }, { token })).toMatchObject({
      results: { channels: [{ name: 'help-desk' }] },
    })
    expect(await scene.call(context, { query: 'ana lima', content_types }, { token })).toMatchObject({
      results: { users: [{ user_id: 'U0ANA' }] },
    })
  })

  test('[SRC-8] what stands around a reply is its thread, with the message above it', async () => {
    const scene = await createWorkspace({ store: await open() })
    await prepare(scene)
    const token = 'xoxp-ana'
    const post = (text: string, thread_ts?: string) =>
      scene.call(postMessage, { channel: 'C0HELP', text, thread_ts }, { token })
    const { ts } = await post('Above')
    await post('Elsewhere')
    for (const text of ['Gnu', 'Emu', 'Okapi', 'Tapir']) await post(text, ts)
    const around = async (query: string) => {
      const { results } = await scene.call(context, { query, include_context_messages: true }, { token })
      return results?.messages?.[0]?.context_messages
    }
    expect(await around('gnu')).toMatchObject({
      before: [{ text: 'Above' }],
      after: [{ text: 'Emu' }, { text: 'Okapi' }],
    })
    expect(await around('emu')).toMatchObject({
      before: [{ text: 'Above' }, { text: 'Gnu' }],
      after: [{ text: 'Okapi' }, { text: 'Tapir' }],
    })
    expect(await around('tapir')).toMatchObject({ before: [{ text: 'Emu' }, { text: 'Okapi' }], after: [] })
  })

  test('[SRC-9] a bot searches with the rights of the person who has written to it', async () => {
    const scene = await createWorkspace({ store: await open() })
    await prepare(scene)
    const found = async (user: string) => {
      const args = { query: 'nobody', channel_types: 'private_channel', action_token: await actionToken(scene, user) }
      return (await scene.call(context, args, { token: bot })).results?.messages?.length
    }
    expect(await found('U0ANA')).toBe(1)
    expect(await found('U0EVE')).toBe(0)
  })
})

describe('assistant.search.context', () => {
  test('[SRC-8] returns pages', async () => {
    const scene = await createWorkspace()
    await prepare(scene)
    for (const n of [1, 2, 3])
      await scene.call(postMessage, { channel: 'C0HELP', text: `Yak ${n}` }, { token: 'xoxp-ana' })
    const page = async (cursor?: string) => {
      const args = { query: 'yak', sort: 'timestamp', limit: 2, cursor }
      const answer = await scene.call(context, args, { token: 'xoxp-ana' })
      return [answer.results?.messages?.map(({ content }) => content), answer.response_metadata?.next_cursor] as const
    }
    const [first, next] = await page()
    expect(first).toEqual(['Yak 3', 'Yak 2'])
    expect(await page(next)).toEqual([['Yak 1'], ''])
  })

  test('[SRC-8] needs the scope of what it searches', async () => {
    const scene = await createWorkspace()
    await prepare(scene, ['search:read.public'])
    const action_token = await actionToken(scene)
    expect(await scene.call(context, { query: 'a', action_token }, { token: bot })).toMatchObject({ ok: true })
    for (const [args, needed] of [
      [{ channel_types: 'public_channel,im' }, 'search:read.im'],
      [{ content_types: 'files' }, 'search:read.files'],
    ] as const)
      expect(await scene.call(context, { query: 'a', action_token, ...args }, { token: bot })).toMatchObject({
        error: 'missing_scope',
        needed,
      })
  })

  test.each([
    ['nothing', () => undefined],
    ['nonsense', () => 'abc.def'],
    ['an old token', (scene: Workspace) => actionToken(scene, 'U0ANA', 3_600_001)],
    ['a token for somebody else', async (scene: Workspace) => (await actionToken(scene)).replace('U0ANA', 'U0BEN')],
    ['a token that the app made of its own secret', (scene: Workspace) => forgedToken(scene)],
    ['a token of somebody who left', (scene: Workspace) => actionToken(scene, 'U0GONE')],
  ])('[SRC-9] refuses %s as action token', async (_, make) => {
    const scene = await createWorkspace()
    await prepare(scene)
    const args = { query: 'a', action_token: await make(scene) }
    expect(await scene.call(context, args, { token: bot })).toMatchObject({ error: 'invalid_action_token' })
  })

  const refused: Refusals<typeof context> = {
    no_query: { args: {}, prepare, detail: 'query' },
    invalid_cursor: { args: { query: 'a', cursor: 'zzz' }, prepare, detail: 'cursor' },
    invalid_action_token: { args: { query: 'a' }, prepare, detail: 'action_token' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s', (error, call) =>
    expectRefusal(context, error, { token: bot, ...call }),
  )
})
