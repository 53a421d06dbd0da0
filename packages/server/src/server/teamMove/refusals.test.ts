import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openSigningSecret } from '#domain/apps/secrets'
import type { RunningServer } from '#server/start'
import { createTempDirectory } from '#testing/database/databases'
import { makeSchema } from '#testing/database/makeSchema'
import { postgres } from '#testing/database/postgres'
import { call } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'
import { runCommand } from '#testing/server/command'
import { checkKeepsProcess } from './connect.ts'

describe.skipIf(!postgres)('what cannot be moved is refused in a sentence, and nothing is changed', () => {
  test('[OPS-12] wrong addresses', async () => {
    const { from, to, move } = await createTwoDatabases()
    const away = new URL(from.address)
    away.port = '1'
    const missing = new URL(from.address)
    missing.pathname = '/nowhere'
    const other = createServer((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = (other.address() as AddressInfo).port

    await expect(move({ to: from.address })).rejects.toThrow(/^--from and --to are the same database\. Name two/)
    await expect(move({ from: 'mysql://db/x' })).rejects.toThrow(/^--from needs to be an address like postgres:/)
    await expect(move({ to: away.href })).rejects.toThrow(/^Nothing listens at .*:1, .* the address in --to\.$/)
    await expect(move({ from: missing.href })).rejects.toThrow(/^There is no database nowhere .* the name in --from\.$/)
    const notPostgres = `postgres://ana:hunter2@127.0.0.1:${port}/x`
    await expect(move({ to: notPostgres })).rejects.toThrow(
      /^What answers at the address of --to hangs up.* is PostgreSQL\. Correct/,
    )
    await expect(move({ to: await makeSchema() })).rejects.toThrow(/^The database of --to holds no data of a server\./)
    expect(await from.query('select * from team_moves')).toEqual([])
    expect(await to.query('select * from team_moves')).toEqual([])
  })

  test('[OPS-12] a pooler that gives two connections the same process of PostgreSQL', async () => {
    const [one, other] = [new pg.Client(postgres), new pg.Client(postgres)]
    onTestFinished(() => Promise.all([one.end(), other.end()]).then(() => {}))
    await Promise.all([one.connect(), other.connect()])
    await checkKeepsProcess('to', one, other)
    await expect(checkKeepsProcess('to', one, one)).rejects.toThrow(
      'Name PostgreSQL itself in --to. Nothing was changed.',
    )
  })

  test('[OPS-12] wrong usage ends with exit code 2', async () => {
    const where = ['--to', 'postgres://ana@db/two', '--key', 'key']
    for (const from of ['/tmp/x', 'mysql://db/x']) {
      const { code, err } = await runCommand(['team', 'move', 'acme', '--from', from, ...where]).ended
      expect([code, err]).toEqual([2, expect.stringMatching(/^rivulet: --from needs to be an address like postgres:/)])
    }
  })

  test('[OPS-12] other versions, other tables, missing rights', async () => {
    const { to, move } = await createTwoDatabases()
    await to.query(`insert into kysely_migration values ('9999_tomorrow', '2099-01-01')`)
    await expect(move()).rejects.toThrow('The database of --to is of a newer version of Rivulet than this command.')
    await to.query(`delete from kysely_migration where name in ('0043_team_moves', '9999_tomorrow')`)
    await expect(move()).rejects.toThrow(/^The database of --to is of an older version .* Start servers of this/)
    await to.query(`insert into kysely_migration values ('0043_team_moves', '2026-11-23')`)
    await to.query('alter table pins add column colour text')
    await expect(move()).rejects.toThrow(/^The tables of --from and --to have different columns/)
    await to.query('alter table pins drop column colour')

    const role = `role_${randomBytes(4).toString('hex')}`
    const schema = (await to.query('select current_schema() as name'))[0]?.['name']
    await to.query(`create role ${role} login password '${role}'`)
    onTestFinished(() => asOwner(`drop owned by ${role}`, `drop role ${role}`))
    const stranger = new URL(to.address)
    stranger.username = role
    stranger.password = role
    await to.query(`grant usage on schema ${schema} to ${role}`)
    await to.query(`grant select on all tables in schema ${schema} to ${role}`)
    await expect(move({ to: stranger.href })).rejects.toThrow(/^The user role_\w+ of --to does not own the table \w+,/)
  })

  test('[OPS-12, NOD-12] teams, keys, apps and files that do not fit', async () => {
    const { from, to, servers, move } = await createTwoDatabases()
    await expect(move({ team: 'acne' })).rejects.toThrow('There is no team "acne" in --from. There are: T0ACME (Acme).')
    await expect(move({ team: 'far' })).rejects.toThrow(/^There is no team "far" in --from\./)
    await expect(move({ undo: true })).rejects.toThrow(/^Nothing is to be undone/)
    await from.query(`update teams set enterprise_id = 'E1'`)
    await expect(move()).rejects.toThrow(/belongs to the enterprise E1, whose teams stay in one database/)
    await from.query('update teams set enterprise_id = null')
    await expect(move({ key: '/nowhere/key' })).rejects.toThrow(/^There is no file \/nowhere\/key\. --key names/)
    const strange = join(createTempDirectory(), 'key')
    writeFileSync(strange, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    await expect(move({ key: strange })).rejects.toThrow(/^the key file .* is not that of the servers of --to/i)
    await to.query(`insert into teams select 'T0ACME', name, domain, null, false, state, policies from teams`)
    await expect(move()).rejects.toThrow(/^A team T0ACME is in --to already\./)
    await to.query(`delete from teams where id = 'T0ACME'`)
    await to.query(`update teams set domain = 'acme'`)
    await expect(move()).rejects.toThrow(/^The team T0FAR in --to has the domain acme too\. Nothing was changed\./)
    await to.query(`update teams set domain = 'far'`)
    await to.query(`insert into apps (id, bot_id, bot_user, manifest, signing_secret, client_secret, removed)
      values ('A0SCOUT', 'B0OTHER', 'U0OTHER', '{}', '', '', false)`)
    await expect(move()).rejects.toThrow(/^The app A0SCOUT of the team is in --to already, with other credentials\./)
    await to.query('delete from apps')
    await from.query(`insert into files (team_id, id, user_id, name, title, alt_text, size, state, blob, created_at)
      values ('T0ACME', 'F0GONE', 'U0ANA', 'a', 'a', '', 1, 'ready', 'nowhere', 1)`)
    await expect(move()).rejects.toThrow(/^The contents of the file F0GONE are not in --from\..* works where it was\.$/)
    // What had begun was taken back.
    expect(await from.query('select * from team_moves')).toEqual([])
    expect(await to.query('select * from team_moves')).toEqual([])
    expect(await to.query('select * from messages')).toEqual([])
    expect(
      await from.query(`select tgname from pg_trigger where tgname = 'rivulet_guard'
      and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`),
    ).toEqual([])
    const text = { channel: 'C0HELP', text: 'Still here' }
    expect(await call(servers.from, 'chat.postMessage', text)).toMatchObject({ ok: true })
  })

  test('[NOD-12, KEY-2] secrets that are sealed with a key that the other servers lack, before anything is copied', async () => {
    const { from, to, servers, steps, move } = await createTwoDatabases({ hasTwoKeys: true })
    const { key } = to
    await expect(move({ key })).rejects.toThrow(
      `The secrets of the app A0SCOUT are sealed with a key of --from that the servers of --to do not have. Add the lines of the key file of --from to the end of ${key}, on each machine of --to.`,
    )
    expect(steps).toEqual([])
    for (const { query } of [from, to]) expect(await query('select * from team_moves')).toEqual([])
    expect(await to.query('select id from apps')).toEqual([])
    expect(await call(servers.from, 'chat.postMessage', { channel: 'C0HELP', text: 'On' })).toMatchObject({ ok: true })

    // What it says helps, also servers that run.
    const secretOf = async ({ store: { db } }: RunningServer) =>
      openSigningSecret(
        db,
        await db.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow(),
      )
    const secret = await secretOf(servers.from)
    appendFileSync(key, readFileSync(from.key))
    expect(await move({ key })).toMatchObject({ outcome: 'moved' })
    expect(await secretOf(servers.to)).toBe(secret)
  })

  test('[OPS-12] the command needs both addresses and the key', async () => {
    const { code, err } = await runCommand(['team', 'move', 'acme', '--from', 'postgres://a/b']).ended
    expect(code).toBe(2)
    expect(err).toContain("required option '--to <url>' not specified")
  })
})

async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client(postgres)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
