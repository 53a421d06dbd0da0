import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxPageBytes, jsonBytes } from '#domain/page'
import { context as searchContext } from '#methods/assistant/search/context'
import { list as listBookmarks } from '#methods/bookmarks/list'
import { postMessage } from '#methods/chat/postMessage'
import { list as listScheduled } from '#methods/chat/scheduledMessages/list'
import { history } from '#methods/conversations/history'
import { list as listConversations } from '#methods/conversations/list'
import { replies } from '#methods/conversations/replies'
import { list as listFiles } from '#methods/files/list'
import { list as listPins } from '#methods/pins/list'
import { list as listReactions } from '#methods/reactions/list'
import { all as searchAll } from '#methods/search/all'
import { messages as searchMessages } from '#methods/search/messages'
import { list as listUsergroups } from '#methods/usergroups/list'
import { conversations as usersConversations } from '#methods/users/conversations'
import { list as listUsers } from '#methods/users/list'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import type { AnyMethod } from '#testing/workspace/workspace'

const { team, channel, user } = acmeIds
const many = Array.from({ length: 16 }, (_, i) => i)
const wide = '𝌆'
const numbered = (prefix: string, i: number) => `${prefix}${String(i).padStart(4, '0')}`

describe('[ENV-12] a page has at most a megabyte', () => {
  let scene: Awaited<ReturnType<typeof createAcmeWorkspace>>
  let threadTs = ''
  beforeAll(async () => {
    scene = await createAcmeWorkspace()
    threadTs = await postLarge({})
    for (const _ of many) await postLarge({})
    for (const _ of many) await postLarge({ thread_ts: threadTs })
    await scene.store.write(async (tx) => {
      const [like] = await tx.selectFrom('users').selectAll().where('id', '=', user).execute()
      const profile = { title: wide.repeat(100), phone: wide.repeat(40), status_text: wide.repeat(100) }
      const people = Array.from({ length: 800 }, (_, i) => numbered('U0MANY', i))
      for (const id of people)
        await tx
          .insertInto('users')
          .values({
            ...like!,
            id,
            name: id.toLowerCase(),
            real_name: wide.repeat(80),
            display_name: '',
            email: null,
            profile,
          })
          .execute()
      const [room] = await tx.selectFrom('channels').selectAll().where('id', '=', channel).execute()
      const long = { topic: wide.repeat(250), purpose: wide.repeat(250) }
      for (let i = 0; i < 500; i++) {
        const id = numbered('C0MANY', i)
        await tx
          .insertInto('channels')
          .values({ ...room!, ...long, id, name: id.toLowerCase() })
          .execute()
        const member = { team_id: team, channel_id: id, joined_at: 0, last_read: null, closed_at: null }
        await tx
          .insertInto('members')
          .values({ ...member, user_id: user })
          .execute()
      }
      const rows = await tx.selectFrom('messages').selectAll().where('channel_id', '=', channel).execute()
      for (const [n, { ts }] of rows.filter(({ text }) => text.includes('needle')).entries()) {
        const target = { team_id: team, channel_id: channel, ts, user_id: user, n: n + 1 }
        await tx
          .insertInto('reactions')
          .values({ ...target, name: 'eyes' })
          .execute()
        await tx
          .insertInto('pins')
          .values({ ...target, pinned_at: 0 })
          .execute()
      }
      for (let i = 0; i < 100; i++) {
        const at = { created_at: i, updated_at: i, updated_by: user, app_id: null, entity_id: null }
        const shown = { title: wide.repeat(255), link: `https://example.com/${wide.repeat(2980)}`, emoji: '' }
        const place = { team_id: team, channel_id: channel, id: numbered('Bk', i), rank: numbered('', i) }
        await tx
          .insertInto('bookmarks')
          .values({ ...place, ...shown, ...at })
          .execute()
        const said = { name: wide.repeat(255), title: wide.repeat(255), alt_text: wide.repeat(1000) }
        const rest = { app_id: null, size: 1, state: 'ready', blob: null, ticket: null, expires_at: null } as const
        await tx
          .insertInto('files')
          .values({ team_id: team, id: numbered('F0MANY', i), user_id: user, ...said, ...rest, created_at: i })
          .execute()
      }
      for (const i of many) {
        const id = numbered('S0MANY', i)
        const users = Array.from({ length: 5000 }, (_, k) => numbered('U0OTHER', k))
        await tx
          .insertInto('usergroups')
          .values({ team_id: team, id, handle: id.toLowerCase(), name: id, users })
          .execute()
        const draft = { text: 'x'.repeat(100_000), blocks: [], attachments: null, markdown: null, metadata: null }
        const author = { kind: 'user', user_id: user, app_id: 'A0SCOUT', failed_at: null, failure: null } as const
        await tx
          .insertInto('scheduled_messages')
          .values({
            ...author,
            team_id: team,
            id: numbered('Q0MANY', i),
            channel_id: channel,
            post_at: 2e12,
            thread_ts: null,
            draft: { ...draft, broadcast: false },
            created_at: 0,
            n: i + 1,
            failure_detail: null,
          })
          .execute()
      }
    })
  })
  afterAll(() => scene.close())

  async function postLarge(args: object): Promise<string> {
    const elements = [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'x'.repeat(60_000) }] }]
    const content = { text: `needle ${'y'.repeat(39_000)}`, blocks: [{ type: 'rich_text', elements }] }
    return (await scene.call(postMessage, { channel, ...content, ...args })).ts ?? ''
  }

  /** All pages of a list, one after the other, as its entries. Each page has to be small enough. */
  async function readAll(method: AnyMethod, args: object, entriesOf: (answer: any) => any[]): Promise<string[][]> {
    const pages: string[][] = []
    let cursor = Reflect.get(args, 'cursor')
    do {
      const answer: any = await scene.call(method, { ...args, cursor }, { token: 'xoxp-acme-ben' })
      expect(answer).toMatchObject({ ok: true })
      expect(jsonBytes(answer)).toBeLessThan(maxPageBytes + 10_000)
      pages.push(entriesOf(answer).map((entry) => entry.ts ?? entry.id ?? entry.message.ts))
      cursor = answer.response_metadata?.next_cursor
    } while (cursor)
    return pages
  }

  test.each<[name: string, method: AnyMethod, args: () => object, entries: (answer: any) => any[], total: number]>([
    ['conversations.history', history, () => ({ channel, limit: 999 }), ({ messages }) => messages, 17],
    ['conversations.replies', replies, () => ({ channel, ts: threadTs }), ({ messages }) => messages, 17],
    ['conversations.list', listConversations, () => ({ limit: 1000 }), ({ channels }) => channels, 500],
    ['users.conversations', usersConversations, () => ({ limit: 1000 }), ({ channels }) => channels, 500],
    ['users.list', listUsers, () => ({}), ({ members }) => members, 800],
    ['reactions.list', listReactions, () => ({ limit: 200 }), ({ items }) => items, 33],
    ['pins.list', listPins, () => ({ channel }), ({ items }) => items, 33],
    ['bookmarks.list', listBookmarks, () => ({ channel_id: channel }), ({ bookmarks }) => bookmarks, 100],
    ['usergroups.list', listUsergroups, () => ({ include_users: true }), ({ usergroups }) => usergroups, 16],
    ['chat.scheduledMessages.list', listScheduled, () => ({}), (answer) => answer.scheduled_messages, 16],
    ['files.list', listFiles, () => ({ count: 1000 }), ({ files }) => files, 100],
    [
      'search.messages',
      searchMessages,
      () => ({ query: 'needle', count: 100, cursor: '*' }),
      ({ messages }) => messages.matches,
      33,
    ],
  ])('%s, and leads to the next', async (_name, method, args, entries, total) => {
    const pages = await readAll(method, args(), entries)

    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page.length).toBeGreaterThan(0)
    const all = pages.flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(total)
  })

  test.each<[name: string, method: AnyMethod, args: object]>([
    ['search.all', searchAll, { query: 'needle', count: 100 }],
    [
      'assistant.search.context',
      searchContext,
      { query: 'needle', include_context_messages: true, include_message_blocks: true, include_bots: true },
    ],
  ])('%s, as a whole', async (_name, method, args) => {
    await readAll(method, args, () => [])
  })

  test('unless a single message from before is larger: it is a page of its own', async () => {
    const large = await postLarge({})
    await scene.store.write((tx) =>
      tx
        .updateTable('messages')
        .set({ text: 'x'.repeat(3_000_000) })
        .where('ts', '=', large)
        .execute(),
    )
    const { messages, has_more: hasMore } = await scene.call(history, { channel, limit: 999 })
    expect(messages).toMatchObject([{ ts: large, text: expect.stringMatching(/^x{3000000}$/) }])
    expect(hasMore).toBe(true)
  })
})
