import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { call } from '#testing/nodes/nodes'
import { createTwoDatabases, waits } from '#testing/nodes/teamMoves'
import { connect } from './connect.ts'
import { waitForStandbys } from './standbys.ts'

const [behind, ahead] = [`'0/1'`, `'FFFFFFFF/FFFFFFFF'`]

describe.skipIf(!postgres)('a team that moves to a database with a standby', () => {
  test('[NOD-13] is removed from the old place once the standby has it, so that nothing is lost if it takes over', async () => {
    const { from, servers, move, tables, setStandby } = await createScene()
    const post = () => call(servers.from, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })
    expect(await post()).toMatchObject({ ok: true })

    // It does not even get what is copied ahead.
    await setStandby(behind)
    await expect(move()).rejects.toThrow(
      'After 1 seconds, not all of it has arrived at a standby of --to: walreceiver at 10.0.0.2. Let it catch up, or remove it. The team works where it was.',
    )
    expect(await post()).toMatchObject({ ok: true })
    const { messages, tokens } = await tables(from)

    await setStandby(
      `case when exists (select from team_moves where state = 'arrived') then ${behind} else ${ahead} end`,
    )
    for (let runs = 0; runs < 2; runs++)
      await expect(move()).rejects.toThrow(
        /^The team is at the new place, but not all of it is removed .* walreceiver at 10\.0\.0\.2\. .* Run the command again to finish\./,
      )
    expect(await tables(from)).toMatchObject({ messages, tokens })
    await setStandby(ahead)
    expect(await move()).toMatchObject({ outcome: 'finished' })
    expect(Object.keys(await tables(from)).toSorted()).toEqual(['moved_hashes', 'team_log', 'team_moves'])
  })

  test('[NOD-13] waits for a standby that lagged and is disconnected until it is back and has caught up', async () => {
    const { to, setStandby } = await createScene()
    const database = await connect('to', to)
    onTestFinished(() => database.client.end())
    const disconnect = () => setStandby(behind, 'null')
    const wait = (ms: number) => waitForStandbys(database, ms, new AbortController().signal)
    await setStandby(behind)
    const vain = wait(600)
    const told = expect(vain).rejects.toThrow('After 0.6 seconds, not all of it has arrived at a standby of --to')
    await sleep(200)
    await disconnect()
    await told

    await setStandby(behind)
    let isOver = false
    const waiting = wait(10_000).then(() => (isOver = true))
    await sleep(200)
    await disconnect()
    await sleep(200)
    expect(isOver).toBe(false)
    await setStandby(ahead)
    await waiting
  })

  test('[NOD-11, NOD-12] is copied up to the end of the wait for a standby, with what was issued meanwhile', async () => {
    const { from, to, servers, move, query, setStandby } = await createScene()
    await query('create sequence looks')
    await setStandby(`case when nextval('looks') > 0 then ${behind} end`)
    const looks = async () => Number((await query('select last_value from looks'))[0]?.['last_value'])
    const proxy = await startPostgresProxy(to)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpBefore('insert into channels')
    // What is there when the team has just been closed is left there.
    const moving = move({ to: proxy.url, onStep, waits: { ...waits, standbys: 2000 } })
    const told = expect(moving).rejects.toThrow(/Something of it is left in --to/)
    await expect.poll(looks).toBeGreaterThan(3)
    const hash = hashToken('xoxb-issued')
    await from.query(
      `insert into tokens (hash, kind, app_id, team_id, scopes, revoked) values ($1, 'bot', 'A0SCOUT', 'T0ACME', '[]', false)`,
      [hash],
    )
    for (let i = 0; i < 3; i++)
      expect(await call(servers.from, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })).toMatchObject({
        ok: true,
      })
    await setStandby(ahead)
    await told
    expect(await query('select hash from moved_hashes where hash = $1', [hash])).toHaveLength(1)
    const messages = `select ts from messages where team_id = 'T0ACME' order by ts`
    expect(await query(messages)).toEqual(await from.query(messages))
  })

  test('[NOD-12, NOD-13] keeps app-level tokens at the old place until the standby has them', async () => {
    const { from, servers, move, query, setStandby } = await createScene()
    const hash = hashToken('xapp-1-A0SCOUT-issued')
    const [isTaken, hasArrived] = [
      `exists (select from tokens where hash = '${hash}')`,
      `exists (select from team_moves where state = 'arrived') and to_regclass('issued') is null`,
    ]
    await setStandby(`case when ${isTaken} or ${hasArrived} then ${behind} else ${ahead} end`)
    let issuing: Promise<unknown> | undefined
    // It does not arrive with the team, which leaves only after that.
    const issue = async () => {
      await from.query(
        `insert into tokens (hash, kind, app_id, scopes, revoked) values ($1, 'app', 'A0SCOUT', '[]', false)`,
        [hash],
      )
      await query('create sequence issued')
    }
    const onStep = (words: string) => {
      if (words.startsWith('The team is at the new place')) issuing = issue()
    }
    await expect(move({ onStep, waits: { ...waits, standbys: 2000 } })).rejects.toThrow(
      /^The team is at the new place, .* walreceiver at 10\.0\.0\.2\./,
    )
    await issuing
    const kept = () => from.query('select hash from tokens where hash = $1', [hash])
    expect(await kept()).toEqual([{ hash }])
    expect(await query('select hash from tokens where hash = $1', [hash])).toEqual([{ hash }])
    await setStandby(ahead)
    expect(await move()).toMatchObject({ outcome: 'finished' })
    expect(await kept()).toEqual([])
    expect(await call(servers.to, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })).toMatchObject({ ok: true })
  })

  test('[NOD-13] moves also if somebody only keeps the log', async () => {
    const { move, setStandby } = await createScene()
    await setStandby(behind, 'null')
    expect(await move()).toMatchObject({ outcome: 'moved' })
  })

  test('[OPS-12, NOD-13] does not move for a user who may not see how far a standby is', async () => {
    const { from, move, tables, setStandby } = await createScene()
    const before = await tables(from)
    await setStandby('null', 'null', 'null')
    const refusal = /^The user \w+ may not see how far the standbys of --to are, .*: grant pg_monitor to \w+/
    await expect(move()).rejects.toThrow(refusal)
    expect(await tables(from)).toEqual(before)

    // The standby connects when the team has arrived.
    const hasArrived = `exists (select from team_moves where state = 'arrived')`
    await setStandby(ahead, ahead, `case when ${hasArrived} then null else 'streaming' end`)
    await expect(move()).rejects.toThrow(
      /not all of it is removed from the old one: .* grant pg_monitor to \w+\. Run the command again to finish\./,
    )
    await setStandby(ahead)
    expect(await move()).toMatchObject({ outcome: 'finished' })
  })
})

/** The PostgreSQL of the tests has no standby. The move finds a view of this name in place of that of PostgreSQL. */
async function createScene() {
  const { from, to, servers, move, tables } = await createTwoDatabases()
  const address = new URL(to.address)
  address.searchParams.set('options', `${address.searchParams.get('options')},pg_catalog`)
  return {
    from,
    to: address.href,
    query: to.query,
    servers,
    tables,
    setStandby,
    move: (given: Parameters<typeof move>[0] = {}) => move({ to: address.href, ...given }),
  }

  /** To a user without the rights, PostgreSQL shows no position and no state. */
  async function setStandby(flushed: string, replayed = flushed, state = `'streaming'`): Promise<void> {
    await to.query(
      `create or replace view pg_stat_replication as select 'walreceiver' as application_name, inet '10.0.0.2' as client_addr,
       0 as pid, (${flushed})::pg_lsn as flush_lsn, (${replayed})::pg_lsn as replay_lsn, (${state})::text as state`,
    )
  }
}
