import { expect, test } from 'vitest'
import { findGrant } from '#domain/access/grants'
import { issueToken } from '#domain/access/tokens'
import { installInTeam } from '#domain/apps/install'
import { hashToken } from '#domain/ids'
import { PasswordHasher } from '#domain/people/passwords'
import { createSession, findPeopleByPassword } from '#domain/people/sessions'
import { setPassword } from '#domain/people/accounts/deactivate'
import { requirePerson } from '#domain/people/accounts/find'
import { getSettings } from '#domain/settings/settings'
import type { AppliedChange } from '#http/operator/workspaceAdministration'
import type { Store } from '#store/db'
import { onBothDatabases } from '#testing/database/databases'
import { parseWorkspace } from '#workspace/file'
import { WorkspaceData } from './workspaceData.ts'

const before = `
version: 1
settings: { status: { timeout: 60s } }
teams:
  - id: T0A
    name: Acme
    domain: acme
    users:
      - { id: U0ANA, name: ana, email: ana@acme.example, admin: true, password: first of ana }
      - { id: U0EVE, name: eve, email: eve@acme.example, password: first of eve }
    usergroups: [{ id: S0A, handle: ops, name: Ops, users: [U0ANA] }]
    emoji: { wow: wow.png }
    channels: [{ id: C0A, name: general, general: true, members: [] }]
apps: [{ id: A0A, installed_in: [T0A], manifest: { display_information: { name: Owl }, oauth_config: { scopes: { bot: [chat:write] } } } }]
tokens:
  - { token: xoxb-owl, kind: bot, app: A0A, team: T0A }
  - { token: xoxp-eve, kind: user, app: A0A, team: T0A, user: U0EVE, scopes: [chat:write] }
`
const after = before
  .replace('timeout: 60s', 'timeout: 90s')
  .replace('name: Acme', 'name: Acme Inc')
  .replace('admin: true, password: first of ana', 'real_name: Ana Lima, password: second of ana')
  .replace('password: first of eve', 'deleted: true, password: first of eve')
  .replace('users: [U0ANA]', 'users: [U0ANA, U0EVE]')
  .replace('wow.png', 'wow2.png')
  .replace('general: true, members: []', 'general: true, topic: Hi, members: [U0ANA, U0BEN]')
  .replace('    usergroups', '      - { id: U0BEN, name: ben, password: first of ben }\n    usergroups')
  .replace('bot: [chat:write]', 'bot: [chat:write, users:read]')
  .replace('team: T0A, user: U0EVE,', 'team: T0A, user: U0EVE, revoked: true,')

const expected = [
  ['ben (U0BEN)', 'added'],
  ['settings', 'status.timeout 90000, not 60000'],
  ['Acme (T0A)', 'name "Acme Inc", not "Acme"'],
  ['@ops (S0A)', 'users ["U0ANA","U0EVE"], not ["U0ANA"]'],
  [':wow:', '"wow2.png", not "wow.png"'],
  ['ana (U0ANA)', 'real_name "Ana Lima", not "ana"'],
  ['ana (U0ANA)', 'admin false, not true'],
  ['ana (U0ANA)', 'another password; sessions end'],
  ['eve (U0EVE)', 'deactivated; sessions and tokens end'],
  ['#general (C0A)', 'topic "Hi", not ""'],
  ['#general (C0A)', 'U0ANA as a member'],
  ['Owl (A0A)', 'another manifest'],
  [
    `the bot token ${hashToken('xoxb-owl').slice(0, 12)} of A0A T0A`,
    'scopes ["chat:write","users:read"], not ["chat:write"]',
  ],
  [`the user token ${hashToken('xoxp-eve').slice(0, 12)} of A0A U0EVE`, 'revoked'],
].map(([about, words]) => ({ about, words }))

const source = (text: string) => ({ name: 'team.yaml', text, files: {} })

function fail(error: unknown): never {
  throw error
}

async function start(store: Store, text: string): Promise<string[]> {
  const notices: string[] = []
  const data = new WorkspaceData(store, parseWorkspace(text, 'team.yaml'), fail, (words) => notices.push(words))
  await data.start()
  data.startHashing()
  await data.hashed
  return notices
}

async function apply(store: Store, text: string, dryRun: boolean): Promise<AppliedChange[]> {
  const data = new WorkspaceData(store, undefined, fail)
  const { changes } = await data.apply(source(text), dryRun)
  await data.hashed
  return changes
}

async function fits(store: Store, name: string, password: string): Promise<boolean> {
  return (await findPeopleByPassword(store, new PasswordHasher(), `${name}@acme.example`, password)).people.length > 0
}

onBothDatabases('a workspace file that has changed', (open) => {
  test('[OPS-7, OPS-8] a start warns of it and changes nothing; applied, it is so, and a second time there is nothing to do', async () => {
    const store = await open()
    expect(await start(store, before)).toEqual([])
    expect(await start(store, before)).toEqual([])
    await store.write((tx) => createSession(tx, 'T0A', 'U0EVE'))

    const notices = await start(store, after)
    expect(notices).toContain(
      'The workspace file says of eve (U0EVE): deactivated; sessions and tokens end. The database does not.',
    )
    for (const { about, words } of expected.filter(({ words }) => /password|revoked|^admin|status/.test(words ?? '')))
      expect(notices.join('\n')).toContain(`${about}: ${words}.`)
    // A start adds what is new by itself, with its members.
    expect(notices.at(-1)).toMatch(/^13 lines of the workspace file differ/)
    expect([await fits(store, 'ana', 'second of ana'), await fits(store, 'eve', 'first of eve')]).toEqual([false, true])
  })

  test('[OPS-7] a dry run says what would change, takes it back, and shows no secret', async () => {
    const store = await open()
    await start(store, before)
    const everything = async () => [
      await store.db.selectFrom('users').selectAll().orderBy('id').execute(),
      await store.db.selectFrom('tokens').selectAll().orderBy('hash').execute(),
      await store.db.selectFrom('channels').selectAll().execute(),
      await store.db.selectFrom('log').selectAll().execute(),
      await store.db.selectFrom('meta').selectAll().orderBy('key').execute(),
      await getSettings(store.db),
    ]
    const were = await everything()
    const planned = await apply(store, after, true)
    expect(planned).toEqual(expected)
    expect(await everything()).toEqual(were)
    expect(JSON.stringify(planned)).not.toMatch(/first of|second of|xoxb-|xoxp-/)

    await store.write((tx) => createSession(tx, 'T0A', 'U0EVE'))
    expect(await apply(store, after, false)).toEqual(expected)
    expect(await apply(store, after, false)).toEqual([])
    expect(await start(store, after)).toEqual([])
    expect([await fits(store, 'ana', 'first of ana'), await fits(store, 'ana', 'second of ana')]).toEqual([false, true])
    expect(await store.db.selectFrom('sessions').select('hash').execute()).toEqual([])
    expect((await getSettings(store.db)).status.timeout).toBe(90_000)
    expect(await requirePerson(store.db, 'T0A', 'ana')).toMatchObject({ display_name: 'Ana Lima', admin: false })
  })

  test('[OPS-7] an app that the file removes or fences is so in teams that the file does not name, too', async () => {
    const store = await open()
    const other = '\n  - { id: T0B, name: Bolt, domain: bolt, users: [{ id: U0B, name: zoe }] }\napps:'
    await start(store, before.replace('\napps:', other))
    const app = { teamId: 'T0B', installedBy: 'U0B' }
    const token = await store.write(async (tx) => {
      await installInTeam(tx, await tx.selectFrom('apps').selectAll().executeTakeFirstOrThrow(), app)
      return issueToken(tx, { kind: 'bot', app: 'A0A', team: 'T0B', scopes: [] })
    })
    // A write believes what is remembered.
    const find = () => store.write(async (tx) => findGrant(tx, token))
    expect(await find()).toMatchObject({ appGone: false, allowedIps: undefined })
    await apply(store, before.replace('installed_in', 'allowed_ips: [203.0.113.0/24], installed_in'), false)
    expect(await find()).toMatchObject({ appGone: false, allowedIps: ['203.0.113.0/24'] })
    await apply(store, before.replace('installed_in', 'removed: true, installed_in'), false)
    expect(await find()).toMatchObject({ appGone: true })
  })

  test('[OPS-7] what the file does not say stays, and a password that was set by command, too', async () => {
    const store = await open()
    await start(store, before)
    const hasher = new PasswordHasher()
    await store.write(async (tx) => {
      await setPassword(tx, await requirePerson(tx, 'T0A', 'eve'), await hasher.hash('set by command'))
      await tx.updateTable('channels').set({ topic: 'Ours' }).where('id', '=', 'C0A').execute()
      await tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0ANA').execute()
    })
    expect(await apply(store, before, false)).toEqual([])
    expect(await fits(store, 'eve', 'set by command')).toBe(true)
  })
})
