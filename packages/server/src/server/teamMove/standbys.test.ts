import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { call } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'

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

  test.each([
    ['somebody only keeps the log', behind],
    ['the user may not look', 'null'],
  ])('[NOD-13] moves also if %s', async (_why, flushed) => {
    const { move, setStandby } = await createScene()
    await setStandby(flushed, 'null')
    expect(await move()).toMatchObject({ outcome: 'moved' })
  })
})

/** The PostgreSQL of the tests has no standby. The move finds a view of this name in place of that of PostgreSQL. */
async function createScene() {
  const { from, to, servers, move, tables } = await createTwoDatabases()
  const address = new URL(to.address)
  address.searchParams.set('options', `${address.searchParams.get('options')},pg_catalog`)
  return { from, servers, tables, setStandby, move: () => move({ to: address.href }) }

  async function setStandby(flushed: string, replayed = flushed): Promise<void> {
    await to.query(
      `create or replace view pg_stat_replication as select 'walreceiver' as application_name, inet '10.0.0.2' as client_addr,
       0 as pid, (${flushed})::pg_lsn as flush_lsn, (${replayed})::pg_lsn as replay_lsn`,
    )
  }
}
