import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { arrivalsLock, listTeamsAway } from '#domain/access/movedTeams'
import { hashToken } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { sweepOrphanedBlobs } from '#domain/sweep/files'
import { TeamAway } from '#store/db'
import { keyLocks } from '#store/postgres/connections/transaction'
import { postgres } from '#testing/database/postgres'
import { readSchema } from '#testing/database/readSchema'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { signIn } from '#testing/feed/socket'
import { call, createNodes, type TestNode } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'
import { markArriving } from './arrive.ts'
import { installGuards, removeGuards } from './guards.ts'
import { setMark } from './state.ts'
import { copiedAhead, leftBehind, listMovedTables, ofServer } from './tables.ts'

describe.skipIf(!postgres)('a team', () => {
  test('[NOD-11, NOD-13] works where it was after a move that failed, and is at one place after one that may have', async () => {
    const { from, to, servers, move, tables } = await createTwoDatabases()
    const post = (server: TestNode) => call(server, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })
    const closing = (run: () => void) => (words: string) => words.startsWith('Closing') && run()
    await post(servers.from)
    const before = await tables(from)

    const stopping = new AbortController()
    const stop = closing(() => stopping.abort(new Error('Somebody said stop.')))
    const stopped = move({ signal: stopping.signal, onStep: stop })
    await expect(stopped).rejects.toThrow(/^Somebody said stop\. The team works where it was\.$/)
    expect(await tables(from)).toMatchObject(before)
    expect(await tables(to)).toEqual({})
    expect(await post(servers.from)).toMatchObject({ ok: true })
    expect(await post(servers.to)).toMatchObject({ error: 'invalid_auth' })

    const client = await connectTo(from.address)
    const lock = `(7072, hashtext(current_schema() || ' T0ACME'))`
    await client.query(`select pg_advisory_lock${lock}`)
    await expect(move()).rejects.toThrow(/^Another command is moving the team T0ACME/)
    await client.query(`select pg_advisory_unlock${lock}`)

    // The connection breaks while the rest is copied, at the commit, and after it.
    const proxy = await startPostgresProxy(to.address)
    const cut = move({ to: proxy.url, onStep: closing(() => proxy.hangUpBefore('insert into channels')) })
    await expect(cut).rejects.toThrow(
      / The team works where it was\. Something of it is left in --to\. Run the command again/,
    )
    expect(await post(servers.from)).toMatchObject({ ok: true })
    const lost = move({ to: proxy.url, onStep: closing(() => proxy.hangUpBefore('commit')) })
    await expect(lost).rejects.toThrow(/^It is not certain whether the team has arrived: .* or with --undo\.$/)
    expect(await post(servers.from)).toMatchObject({ error: 'service_unavailable' })
    await to.query(`update team_moves set move = 'of another ' || move`)
    await expect(move()).rejects.toThrow(
      /was closed by a move to another database, which was stopped\. Name that in --to/,
    )
    await expect(move({ undo: true })).rejects.toThrow(/was closed by a move to another database/)
    await to.query(`update team_moves set move = replace(move, 'of another ', '')`)
    expect(await move({ undo: true })).toMatchObject({ outcome: 'undone' })
    expect(await tables(to)).toEqual({})
    expect(await post(servers.from)).toMatchObject({ ok: true })

    const hook = `values ('T0ACME', 'B0HOOK', '${hashToken('secret')}', 'A0SCOUT', 'C0HELP', 1)`
    await from.query(`insert into webhooks (team_id, id, hash, app_id, channel_id, created_at) ${hook}`)
    const cookie = await signIn(servers.from.url, 'U0ANA')
    const committed = move({ to: proxy.url, onStep: closing(() => proxy.hangUpAfter('commit')) })
    await expect(committed).rejects.toThrow(/^It is not certain/)
    expect(await post(servers.from)).toMatchObject({ error: 'service_unavailable' })
    await expect(move({ undo: true })).rejects.toThrow(/has moved already\. Run the command again to finish/)
    expect(await move()).toMatchObject({ outcome: 'finished' })
    expect(Object.keys(await tables(from)).toSorted()).toEqual(['moved_hashes', 'team_log', 'team_moves'])
    expect(await post(servers.to)).toMatchObject({ ok: true })

    // Whoever comes with what they had is asked to come again, at the old place.
    const reach = async (path: string, init: RequestInit) => {
      const response = await fetch(servers.from.url + path, init)
      return [response.status, response.headers.get('retry-after')]
    }
    const body = JSON.stringify({ text: 'Hello' })
    expect(await reach('/services/T0ACME/B0HOOK/secret', { method: 'POST', body })).toEqual([503, '1'])
    expect(await reach('/services/T0ACME/B0HOOK/wrong', { method: 'POST', body })).toEqual([404, null])
    expect(await reach('/session', { headers: { cookie } })).toEqual([503, '1'])

    // A workspace file that names the team does not make it anew, and it can come back.
    const again = await from.launch()
    expect(await post(again)).toMatchObject({ error: 'service_unavailable' })
    expect(await from.query(`select id from teams`)).toEqual([])
    expect([...(await listTeamsAway(again.store.db))]).toEqual(['T0ACME'])
    expect(await move({ from: to.address, to: from.address })).toMatchObject({ outcome: 'moved' })
    expect(await tables(from)).toMatchObject({ users: before['users'], members: before['members'] })
    expect(await post(again)).toMatchObject({ ok: true })
    expect(await post(servers.to)).toMatchObject({ error: 'service_unavailable' })
  })
})

describe.skipIf(!postgres)('the tables of a team', () => {
  test('[NOD-10] refuse its writes while it is closed, and none of those of other teams, also in one commit', async () => {
    const { address, launch, query } = await createNodes()
    const { store } = await launch()
    const client = await connectTo(address)
    const tables = await listMovedTables(client)
    await installGuards(client, tables)
    const guarded = await query(`select tgrelid::regclass::text as name from pg_trigger where tgname = 'rivulet_guard'
      and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`)
    const withTeam = await query(`select distinct table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'team_id'`)
    const namesOf = (rows: Record<string, unknown>[]) => rows.map(({ name }) => String(name))
    const expected = namesOf(withTeam).filter((name) => !leftBehind.includes(name))
    expect(namesOf(guarded).toSorted()).toEqual([...expected, 'teams'].toSorted())

    await query(`insert into team_moves values ('T3', 'closed', 'm', 1), ('T4', 'moved', 'm', 1)`)
    const writes = Array.from({ length: 12 }, (_, i) =>
      store.write((tx) => tx.work.log(logEntry('user', `T${i}`, { subject: 'U1' }))),
    )
    const outcomes = await Promise.allSettled(writes)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toEqual([expect.any(TeamAway), expect.any(TeamAway)])
    expect(String(refused[0])).toContain('The team T3 is being moved to another database; try again in a moment.')
    expect(String(refused[1])).toContain('The team T4 is in another database, and this server does not serve it.')
    expect(await query(`select from log where team_id ~ '^T[0-9]+$'`)).toHaveLength(10)
  })

  test('[NOD-10] are guarded while a team moves, also if the move of another is taken back at that moment', async () => {
    const { address, launch, query } = await createNodes()
    await launch()
    const [one, other, writer] = [await connectTo(address), await connectTo(address), await connectTo(address)]
    const tables = await listMovedTables(one)
    const guarded = async () =>
      (
        await query(`select tgrelid from pg_trigger where tgname = 'rivulet_guard'
      and tgrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`)
      ).length
    await installGuards(one, tables)
    const all = await guarded()
    const last = tables.findLast(({ teamColumn }) => teamColumn !== undefined)!
    await writer.query(`begin; lock table ${last.name} in row exclusive mode`)
    const removing = removeGuards(one, tables)
    await expect.poll(guarded).toBe(1)
    await setMark(other, 'T3', { state: 'leaving', move: 'm' })
    const { rows: self } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    let isInstalled = false
    const installing = installGuards(other, tables).then(() => (isInstalled = true))
    const waits = () => query(`select from pg_locks where not granted and pid = ${self[0]?.pid}`)
    await expect.poll(async () => isInstalled || (await waits()).length > 0).toBe(true)
    await writer.query('commit')
    await Promise.all([removing, installing])
    expect(await guarded()).toBe(all)
  })

  test('[NOD-8, NOD-12] are all known: a new one goes along, or stops the move until somebody has said where it goes', async () => {
    const { address, launch, query } = await createNodes()
    const { store } = await launch()
    const client = await connectTo(address)
    const { tables: all, keys } = await readSchema(store)
    const moved = (await listMovedTables(client)).map(({ name }) => name)
    expect([...moved, ...leftBehind, ...ofServer].toSorted()).toEqual([...all.keys()].toSorted())
    for (const name of copiedAhead)
      expect(keys.find(({ table, isUnique }) => table === name && isUnique)?.columns[0]).toBe('team_id')
    await query('create table strays (id text primary key, team_id text)')
    expect((await listMovedTables(client)).map(({ name }) => name)).toContain('strays')
    await query('alter table strays drop column team_id')
    await expect(listMovedTables(client)).rejects.toThrow(/^It is not known which rows of the table strays belong to/)
  })

  test('[NOD-12] bytes of files are not cleaned up while a team arrives', async () => {
    const { launch, query } = await createNodes()
    const { store } = await launch()
    // In this order, since the server cleans up too.
    await query(`insert into team_moves values ('T3', 'arriving', 'm', 1)`)
    await query(`insert into file_parts values ('early', 0, 'x', 1)`)
    await sweepOrphanedBlobs(store)
    expect(await query('select key from file_parts')).toEqual([{ key: 'early' }])
    await query('delete from team_moves')
    await sweepOrphanedBlobs(store)
    expect(await query('select key from file_parts')).toEqual([])
  })

  test('[NOD-12] bytes of files are cleaned up no further once a team begins to arrive', async () => {
    const { address, launch } = await createNodes()
    const { store } = await launch()
    const client = await connectTo(address)
    const keys = Array.from({ length: 100 }, (_, i) => `blob ${i}`)
    vi.spyOn(store.blobs, 'listOlderThan').mockResolvedValue(keys)
    let marking: Promise<void> | undefined
    let isMarked = false
    const deleted: string[] = []
    vi.spyOn(store.blobs, 'delete').mockImplementation(async (key) => {
      marking ??= markArriving(client, 'T3', 'm').then(() => void (isMarked = true))
      await sleep(20)
      deleted.push(isMarked ? `${key}, too late` : key)
    })
    await sweepOrphanedBlobs(store)
    await marking
    expect(deleted.length).toBeLessThan(100)
    expect(deleted.filter((key) => key.endsWith('too late'))).toEqual([])
  })

  test('[NOD-12] bytes of files are cleaned up no further once PostgreSQL has ended the cleaning', async () => {
    const { address, launch } = await createNodes()
    const { store } = await launch()
    const client = await connectTo(address)
    vi.spyOn(store.blobs, 'listOlderThan').mockResolvedValue(['one', 'two', 'three'])
    const deleted: string[] = []
    vi.spyOn(store.blobs, 'delete').mockImplementation(async (key) => {
      deleted.push(key)
      await client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks where granted and classid = $1 and objid = hashtext($2)::oid`,
        [keyLocks, arrivalsLock],
      )
      await markArriving(client, 'T3', 'm')
    })
    await sweepOrphanedBlobs(store).catch(() => {})
    expect(deleted).toEqual(['one'])
  })

  test('[NOD-12] the cleaning of bytes does not keep a team that arrives waiting for a slow bucket', async () => {
    const { launch } = await createNodes()
    const { store } = await launch()
    const keys = Array.from({ length: 11 }, (_, i) => `blob ${i}`)
    vi.spyOn(store.blobs, 'listOlderThan').mockResolvedValue(keys)
    const deleted: string[] = []
    let later = 0
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
    vi.spyOn(store.blobs, 'delete').mockImplementation(async (key) => {
      deleted.push(key)
      later += 15_000
    })
    await sweepOrphanedBlobs(store)
    vi.restoreAllMocks()
    expect(deleted).toEqual(['blob 0', 'blob 1', 'blob 10'])
  })
})

async function connectTo(address: string): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
