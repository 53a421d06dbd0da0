import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Store } from '#store/db'
import { openSqlite } from '#store/sqlite/open'
import type { Tables } from '#store/tables/tables'
import type { WorkspaceFile } from './declaration.ts'
import { parseWorkspace } from './file.ts'
import { loadWorkspace } from './load.ts'

describe('a workspace file that is loaded', () => {
  let store: Store
  beforeEach(async () => {
    store = await openSqlite(':memory:')
  })
  afterEach(() => store.close())

  test('becomes rows', async () => {
    await load(acme)

    expect(await counts()).toMatchObject({
      meta: 1,
      enterprises: 1,
      teams: 12,
      users: 15 + 14,
      usergroups: 1,
      emoji: 1,
      channels: 26,
      messages: 28,
      apps: 3,
      installations: 14,
      tokens: 21,
    })
    expect(await store.db.selectFrom('teams').selectAll().where('id', '=', 'T0STRICT').executeTakeFirst()).toEqual({
      id: 'T0STRICT',
      name: 'Strict',
      domain: 'strict',
      enterprise_id: null,
      deleted: false,
      state: 'active',
      policies: { posting: 'admins', connect: { canvas: false, file_link: false, lists: false } },
    })
    expect(JSON.parse(String((await rows('meta'))[0]?.value))).toEqual(acme.settings)
  })

  test('has a bot user for each app in each of its teams', async () => {
    await load(acme)
    const bots = await store.db.selectFrom('users').selectAll().where('app_id', '=', 'A0SCOUT').execute()
    expect(bots).toHaveLength(12)
    expect(bots[0]).toMatchObject({
      id: 'U0SCOUT',
      name: 'scout',
      real_name: 'Scout',
      display_name: 'Scout',
      admin: false,
    })
    expect(await membersOf('D0ANASCOUT')).toEqual(['U0ANA', 'U0SCOUT'])
  })

  test('names a bot after its app if the manifest has no other name', async () => {
    await load(corners)
    expect(await rows('users')).toContainEqual(
      expect.objectContaining({ id: 'U0OWL', name: 'night-owl', real_name: 'Night Owl' }),
    )
  })

  test('has messages by people and apps', async () => {
    await load(acme)
    await load(corners)

    expect(await message('C0GENERAL', '1767225700.000100')).toMatchObject({
      thread_ts: '1767225600.000100',
      user_id: 'U0SCOUT',
      app_id: 'A0SCOUT',
      bot_id: 'B0SCOUT',
      text: 'An ordinary message',
      blocks: [{ type: 'rich_text', block_id: expect.stringMatching(/^\w{5}$/) }],
      client_msg_id: '5f1f9a52-0000-4000-8000-000000000001',
      created_at: 1767225700_000,
    })
    // [MSG-37] A person's message that has none in the file.
    expect(await message('C0PIER', '1767225600.000100')).toMatchObject({
      client_msg_id: expect.stringMatching(/^[\da-f-]{36}$/),
      app_id: null,
      text: expect.stringContaining('night watch'),
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Who has the *night watch*?' } }],
    })
    const general = await store.db
      .selectFrom('channels')
      .select('last_ts')
      .where('id', '=', 'C0GENERAL')
      .executeTakeFirst()
    expect(general?.last_ts).toBe(1767225701_000100)
  })

  test('stores only hashes of tokens and passwords', async () => {
    await load(acme)
    expect((await rows('tokens')).map(({ hash }) => hash)).toContain('hash of xoxb-acme-scout')
    expect(await rows('users')).toContainEqual(
      expect.objectContaining({ id: 'U0BEN', password: 'hash of staple-horse-correct' }),
    )
    const all = JSON.stringify([await rows('tokens'), await rows('users')])
    expect(all).not.toMatch(/"(xox|xapp|staple)/)
  })

  test('changes nothing when it is loaded again', async () => {
    await load(acme)
    const before = await everything()
    await load(acme, 2_000)
    expect(await everything()).toEqual(before)
  })

  test('undoes nothing that people have done since', async () => {
    await load(acme)
    await store.write(async (tx) => {
      await tx.updateTable('users').set({ display_name: 'Annie', password: null }).where('id', '=', 'U0ANA').execute()
      await tx.updateTable('messages').set({ deleted: true }).where('channel_id', '=', 'C0HELP').execute()
      await tx.updateTable('tokens').set({ revoked: true }).execute()
      await tx.updateTable('channels').set({ last_ts: 1900000000_000000 }).where('id', '=', 'C0GENERAL').execute()
      await tx.deleteFrom('members').where('channel_id', '=', 'C0HELP').where('user_id', '=', 'U0BEN').execute()
      await tx.deleteFrom('installations').where('team_id', '=', 'T0ACME').execute()
    })
    const before = await everything()
    await load(acme)
    expect(await everything()).toEqual(before)
  })

  test('adds what is new in the file', async () => {
    await load(acme)
    await load(withMia(acme))

    expect(await membersOf('C0HELP')).toEqual(['U0ANA', 'U0BEN', 'U0MIAMI', 'U0SCOUT'])
    const help = await store.db.selectFrom('channels').select('last_ts').where('id', '=', 'C0HELP').executeTakeFirst()
    expect(help?.last_ts).toBe(1800000000_000100)
  })

  test('may be large', async () => {
    const [team] = corners.teams
    const messages = Array.from({ length: 2500 }, (_, i) => ({
      channel: 'C0PIER',
      user: 'U0RIA',
      ts: `1767225600.${String(i).padStart(6, '0')}`,
      text: 'Splash',
      locked: false,
      deleted: false,
    }))
    await load({ ...corners, teams: team ? [{ ...team, messages }] : [] })
    expect(await counts()).toMatchObject({ messages: 2500 })
  })

  test('[ATT-2] keeps the attachments of messages', async () => {
    const attachments = [{ color: 'good', text: 'Green' }]
    const given = { channel: 'C0A', user: 'U0A', ts: '1767225600.000100', attachments }
    const users = [{ id: 'U0A', name: 'ana' }]
    const channels = [{ id: 'C0A', name: 'a', members: ['U0A'] }]
    const team = { id: 'T0A', name: 'A', domain: 'a', users, channels, messages: [given] }
    await load(parseWorkspace(JSON.stringify({ version: 1, teams: [team] }), 'test.json', { methods: [] }))
    const kept = [{ id: 1, color: '2eb886', text: 'Green', fallback: 'Green' }]
    expect(await message('C0A', given.ts)).toMatchObject({ text: '', blocks: [], attachments: kept })
  })

  function load(file: WorkspaceFile, at = 1_000) {
    const hash = (secret: string) => `hash of ${secret}`
    vi.spyOn(store.db.clock, 'now').mockReturnValue(at)
    return store.write((tx) => loadWorkspace(tx, file, { hashToken: hash, hashPassword: hash }))
  }

  function rows<Table extends keyof Tables>(table: Table) {
    return store.db.selectFrom<keyof Tables>(table).selectAll().execute()
  }

  async function everything() {
    return Promise.all(tables.map(async (table) => [table, await rows(table)] as const))
  }

  async function counts() {
    return Object.fromEntries((await everything()).map(([table, found]) => [table, found.length]))
  }

  async function membersOf(channel: string): Promise<string[]> {
    const members = await store.db.selectFrom('members').select('user_id').where('channel_id', '=', channel).execute()
    return members.map(({ user_id }) => user_id).sort()
  }

  function message(channel: string, ts: string) {
    return store.db
      .selectFrom('messages')
      .selectAll()
      .where('channel_id', '=', channel)
      .where('ts', '=', ts)
      .executeTakeFirst()
  }
})

const tables = [
  'meta',
  'enterprises',
  'teams',
  'users',
  'usergroups',
  'emoji',
  'channels',
  'members',
  'messages',
  'apps',
  'installations',
  'tokens',
] as const
const acme = fixture('acme.workspace.yaml')
const corners = fixture('corners.workspace.yaml')

function fixture(name: string): WorkspaceFile {
  const readFile = (path: string) => readFileSync(new URL(`../../test/fixtures/${path}`, import.meta.url), 'utf8')
  return parseWorkspace(readFile(name), name, { readFile })
}

/** The same file with one more person, who is in a channel and has written there. */
function withMia(file: WorkspaceFile): WorkspaceFile {
  const changed = structuredClone(file)
  const [team] = changed.teams
  const [ben] = team?.users.slice(1) ?? []
  if (!team || !ben) throw new Error('the fixture has no second person')
  team.users.push({ ...ben, id: 'U0MIAMI', name: 'mia' })
  team.channels.find(({ id }) => id === 'C0HELP')?.members.push('U0MIAMI')
  team.messages.push({
    channel: 'C0HELP',
    user: 'U0MIAMI',
    ts: '1800000000.000100',
    text: 'Hi',
    locked: false,
    deleted: false,
  })
  return changed
}
