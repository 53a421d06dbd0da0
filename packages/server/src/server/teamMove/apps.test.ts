import { describe, expect, test } from 'vitest'
import { hashToken } from '#domain/ids'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { call } from '#testing/nodes/nodes'
import { createTwoDatabases } from '#testing/nodes/teamMoves'

const [known, issued] = ['xapp-1-A0SCOUT-known', 'xapp-1-A0SCOUT-issued']

describe.skipIf(!postgres)('the app-level tokens of a team that moves', () => {
  test('[NOD-12] are revoked and issued also if that happens between the copy and the end', async () => {
    const { from, to, servers, move } = await createTwoDatabases()
    const issue = (token: string) =>
      from.query(
        `insert into tokens (hash, kind, app_id, scopes, revoked) values ($1, 'app', 'A0SCOUT', '["connections:write"]', false)`,
        [hashToken(token)],
      )
    const open = (token: string) => call(servers.to, 'apps.connections.open', {}, token)
    await issue(known)
    const proxy = await startPostgresProxy(to.address)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpAfter('commit')
    await expect(move({ to: proxy.url, onStep })).rejects.toThrow(/^It is not certain/)
    // The servers there remember it from now on.
    expect(await open(known)).toMatchObject({ ok: true })
    await from.query('update tokens set revoked = true where hash = $1', [hashToken(known)])
    await issue(issued)
    expect(await move()).toMatchObject({ outcome: 'finished' })

    await expect.poll(() => open(known)).toMatchObject({ ok: false, error: 'token_revoked' })
    expect(await open(issued)).toMatchObject({ ok: true })
    const told = await to.query(
      `select subject from log join team_log t using (team_id) where team_id = 'T0ACME' and kind = 'token' and seq <= t.last`,
    )
    const hashes = [known, issued].map((token) => ({ subject: hashToken(token) }))
    expect(told).toEqual(expect.arrayContaining(hashes))
    expect(await from.query(`select hash from tokens where kind = 'app'`)).toEqual([])
  })
})
