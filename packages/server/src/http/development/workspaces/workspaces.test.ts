import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAllRows } from '#testing/database/allRows'
import { onBothDatabases } from '#testing/database/databases'
import type { TestServer } from '#testing/server/controlApi'
import { startServer } from '#testing/server/server'

const manifest = {
  display_information: { name: 'Scout' },
  features: { bot_user: { display_name: 'scout' }, app_home: { messages_tab_read_only_enabled: false } },
  oauth_config: {
    scopes: { bot: ['chat:write', 'channels:history', 'reactions:write', 'pins:write', 'bookmarks:write'] },
  },
  settings: { socket_mode_enabled: true, event_subscriptions: { bot_events: ['message.channels'] } },
}
/** What a server with one team starts with. */
const users = [{ id: 'U0CAL', name: 'cal' }]
const ofFile = { version: 1, teams: [{ id: 'T0HARBOUR', name: 'Harbour', domain: 'harbour', users }] }
const outline = { people: ['ana', 'ben'], channels: ['general'], apps: [manifest] }

onBothDatabases('workspaces that tests make', (open) => {
  test('[WSP-1] have ids, people, apps and tokens of their own', async () => {
    const server = await startServer({ store: await open() })
    const [one, other] = [await make(server), await make(server)]

    expect(one.team).toEqual({
      id: expect.stringMatching(/^T0/),
      name: 'Test',
      domain: expect.stringMatching(/^test-/),
    })
    const suffix = one.team.id.slice(2)
    expect(one.people).toMatchObject([{ id: `U0ANA${suffix}`, name: 'ana', display_name: 'ana' }, { name: 'ben' }])
    expect(one.channels).toEqual([{ id: `C0GENERAL${suffix}`, name: 'general' }])
    expect(one.apps).toMatchObject([{ id: `A0SCOUT${suffix}`, bot_user: `U0SCOUT${suffix}`, bot_name: 'scout' }])
    const secrets = (made: object) => new Set(JSON.stringify(made).match(/"[^"]{20,}"/g))
    expect(secrets(one).size).toBeGreaterThan(5)
    expect([...secrets(one).intersection(secrets(other))]).toEqual([])

    const [{ tokens }] = one.apps
    expect(await call(server, tokens.bot, 'auth.test')).toMatchObject({ team_id: one.team.id, user: 'scout' })
    expect(await call(server, tokens.app, 'apps.connections.open')).toMatchObject({ ok: true })
    const { token: ana, id: anaId } = one.people[0]
    expect(await call(server, ana, 'auth.test')).toMatchObject({ team_id: one.team.id, user_id: anaId })
    expect(await call(server, ana, 'conversations.create', { name: 'new' })).toMatchObject({ ok: true })
  })

  test('[WSP-1] do not see each other, though all of them work at once', async () => {
    const server = await startServer({ store: await open() })
    const texts = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        const { people, channels, apps } = await make(server)
        const [channel] = [channels[0].id]
        await call(server, apps[0].tokens.bot, 'chat.postMessage', { channel, text: `from ${i}` })
        const { messages } = await call(server, apps[0].tokens.bot, 'conversations.history', { channel })
        const { members } = await call(server, people[0].token, 'users.list')
        return [messages.map(({ text }: { text: string }) => text), members.length]
      }),
    )
    expect(texts).toEqual(Array.from({ length: 10 }, (_, i) => [[`from ${i}`], 4]))
  })

  test('[WSP-2] leave no row when they are dropped, and nothing of other teams goes', async () => {
    const server = await startServer({ store: await open() })
    const { db } = server.store
    const before = await readAllRows(db)
    const made = await make(server)
    await use(server, made)
    const filled = await readAllRows(db)
    const ofTeam = (rows: Map<string, string[]>) =>
      [...rows].flatMap(([table, all]) => (all.some((row) => row.includes(made.team.id.slice(2))) ? [table] : []))
    expect(ofTeam(filled).length).toBeGreaterThan(15)

    expect(await drop(server, made)).toMatchObject({ status: 200, body: { ok: true } })

    const after = await readAllRows(db)
    expect(ofTeam(after)).toEqual([])
    for (const table of ['teams', 'users', 'channels', 'messages', 'tokens', 'apps', 'installations', 'search_entries'])
      expect(after.get(table)?.length, table).toBe(before.get(table)?.length)
    expect((await server.request('GET', '/control/workspaces')).body).toEqual({ workspaces: [] })
    const { entries } = (await server.request('GET', '/control/journal')).body
    expect(entries.filter((entry: { team?: string }) => entry.team === made.team.id).length).toBeGreaterThan(5)
    expect(server.unexpectedErrors).toEqual([])
  })

  test('[WSP-3] their tokens are then those of a workspace that is gone, also of a call that was on its way', async () => {
    const server = await startServer({ store: await open() })
    const made = await make(server)
    const { bot, app } = made.apps[0].tokens
    const channel = made.channels[0].id
    const { ts } = await call(server, bot, 'chat.postMessage', { channel, text: 'Hi' })
    const recipient = { recipient_user_id: made.people[0].id, recipient_team_id: made.team.id }
    const stream = await call(server, bot, 'chat.startStream', { channel, thread_ts: ts, ...recipient })
    expect(stream).toMatchObject({ ok: true })
    const appends = Array.from({ length: 20 }, () =>
      call(server, bot, 'chat.appendStream', { channel, ts: stream['ts'], markdown_text: 'x' }),
    )

    const drops = await Promise.all([drop(server, made), drop(server, made)])

    expect(new Set(drops.map(({ status }) => status))).toEqual(new Set([200, 404]))
    for (const answer of await Promise.all(appends)) expect([undefined, 'account_inactive']).toContain(answer['error'])
    expect(await call(server, bot, 'auth.test')).toMatchObject({ error: 'account_inactive' })
    expect(await call(server, made.people[0].token, 'auth.test')).toMatchObject({ error: 'token_revoked' })
    expect(await call(server, app, 'apps.connections.open')).toMatchObject({ error: 'invalid_auth' })
    const rows = await readAllRows(server.store.db)
    expect(JSON.stringify([...rows])).not.toContain(made.team.id.slice(2))
    expect(server.unexpectedErrors).toEqual([])
  })
})

describe('workspaces that tests make', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ file: JSON.stringify(ofFile) })
  })
  afterAll(() => server.end())

  test.each([
    [{ peple: ['ana'] }, 'peple'],
    [{ people: ['ana', 'ben', 'ana'] }, 'people[2] "ana" is the same as people[0], but must be unique'],
    [{ people: ['ana', ''] }, 'people.1'],
    [{ channels: { launch: ['ana', 'zoe'] } }, 'channels.launch[1] "zoe" is nobody here; known are ana, ben'],
    [{ channels: ['a', 'a'] }, 'channels[1] "a" is the same as channels[0]'],
    [{ apps: [manifest, manifest] }, 'apps[1] "Scout" is the same as apps[0]'],
    [{ apps: [{}] }, 'apps[0].manifest.display_information'],
    [{ apps: ['scout.yaml'] }, 'apps'],
    [{ people: Array.from({ length: 10_001 }, (_, i) => `p${i}`) }, '10000'],
    [
      {
        people: Array.from({ length: 9000 }, (_, i) => `p${i}`),
        channels: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
      },
      '108000 members',
    ],
    [{ version: 1, teams: [] }, 'teams'],
    [{ version: 1, teams: [{ id: 'T0', name: 'x', domain: 'X!' }] }, 'teams[0].domain'],
    [{ version: 1, teams: [{ id: 'T0A', name: 'A', domain: 'a' }], settings: {} }, 'settings of a document'],
    ['[]', ''],
    ['{', 'JSON'],
  ])('are refused as %j, in words', async (body, says) => {
    const answer = await server.request('POST', '/control/workspaces', body)
    expect(answer).toMatchObject({ status: 400, body: { ok: false } })
    expect(answer.body['detail']).toContain(says)
    expect((await server.request('GET', '/control/workspaces')).body).toEqual({ workspaces: [] })
  })

  test('may be what a workspace file says of one team, whose ids are new here', async () => {
    const people = [{ id: 'U0NEWANA', name: 'ana' }]
    const document = { version: 1, teams: [{ id: 'T0NEW', name: 'New', domain: 'new', users: people }] }
    expect(await make(server, document)).toMatchObject({ team: { id: 'T0NEW' }, people: [{ id: 'U0NEWANA' }] })
    const again = await server.request('POST', '/control/workspaces', document)
    expect(again).toMatchObject({ status: 400, body: { error: 'ids_taken' } })
    expect((await server.request('DELETE', '/control/workspaces/T0NEW')).status).toBe(200)
  })

  test('may have 10,000 people, and names in any script', async () => {
    const people = ['日本', 'José', 'Jose', '💜', ...Array.from({ length: 9996 }, (_, i) => `person ${i}`)]
    const made = await make(server, { people, channels: [] })
    expect(new Set(made.people.map(({ id }: { id: string }) => id)).size).toBe(10_000)
    const last = made.people.find(({ name }: { name: string }) => name === '💜')
    expect(await call(server, last.token, 'auth.test')).toMatchObject({ user_id: last.id, user: '💜' })
    expect((await drop(server, made)).status).toBe(200)
  })

  test('are not meant by those who name no team, nor listed where people sign in, and go with a reset', async () => {
    const teams = async () => (await server.request('POST', '/control/tokens/list', {})).body['tokens'].length
    const [people, tokens] = [(await server.request('GET', '/session')).body, await teams()]
    const made = await make(server)

    expect((await server.request('POST', '/control/users/list', {})).body).toMatchObject({ ok: true })
    expect((await server.request('GET', '/session')).body).toEqual(people)
    const named = await server.request('POST', '/control/apps/environment', { team: made.team.domain })
    expect(named.body).toMatchObject({ app: { id: made.apps[0].id } })
    await server.request('POST', '/control/reset')
    expect((await server.request('GET', '/control/workspaces')).body).toEqual({ workspaces: [] })
    expect(await teams()).toBe(tokens)
  })

  test('are dropped by their ids alone: not the teams of the file, and not what is not there', async () => {
    const answer = await server.request('DELETE', '/control/workspaces/T0HARBOUR')
    expect(answer).toMatchObject({ status: 400, body: { error: 'not_a_test_workspace' } })
    for (const id of ['T0NOPE', '%00', 'x'.repeat(200)]) {
      const answer = await server.request('DELETE', `/control/workspaces/${id}`)
      expect([400, 404]).toContain(answer.status)
    }
  })
})

async function make(server: TestServer, body: object = outline): Promise<Record<string, any>> {
  const answer = await server.request('POST', '/control/workspaces', body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

function drop(server: TestServer, made: Record<string, any>) {
  return server.request('DELETE', `/control/workspaces/${made['team'].id}`)
}

async function call(
  server: TestServer,
  token: string,
  method: string,
  args: object = {},
): Promise<Record<string, any>> {
  return (await server.request('POST', `/api/${method}`, args, { authorization: `Bearer ${token}` })).body
}

/** Fills as many tables as a few calls can. */
async function use(server: TestServer, { team, people, channels, apps }: Record<string, any>): Promise<void> {
  const bot = apps[0].tokens.bot
  const channel = channels[0].id
  const [ana, ben] = people
  const { ts } = await call(server, bot, 'chat.postMessage', { channel, text: `Hi <@${ben.id}>` })
  const there = { channel, timestamp: ts }
  await call(server, bot, 'reactions.add', { ...there, name: 'tada' })
  await call(server, bot, 'pins.add', there)
  await call(server, bot, 'bookmarks.add', { channel_id: channel, title: 'x', type: 'link', link: 'https://x.example' })
  const post_at = Math.floor(Date.now() / 1000) + 3600
  await call(server, bot, 'chat.scheduleMessage', { channel, text: 'later', post_at })
  await call(server, bot, 'chat.postEphemeral', { channel, user: ana.id, text: 'only you' })
  await call(server, ana.token, 'chat.update', { channel, ts, text: 'x' })
  const recipient = { recipient_user_id: ana.id, recipient_team_id: team.id }
  await call(server, bot, 'chat.startStream', { channel, thread_ts: ts, ...recipient, markdown_text: 'Hm' })
  await server.request('POST', '/control/say', { team: team.id, user: ana.id, channel: apps[0].id, text: 'hello' })
  await server.request('POST', '/control/say', { team: team.id, user: ben.id, channel, text: 'hello', thread_ts: ts })
  await server.request('POST', '/session', { team: team.id, user: ana.id })
}
