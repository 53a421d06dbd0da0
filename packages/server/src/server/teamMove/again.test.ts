import { describe, expect, test } from 'vitest'
import { postgres } from '#testing/database/postgres'
import { startPostgresProxy } from '#testing/database/postgresProxy'
import { call, createNodes, type TestNode } from '#testing/nodes/nodes'
import { createTwoDatabases, waits } from '#testing/nodes/teamMoves'

const near = JSON.stringify({
  version: 1,
  teams: [{ id: 'T0NEAR', name: 'Near', domain: 'near' }],
  apps: [],
  tokens: [],
})

const post = (server: TestNode) => call(server, 'chat.postMessage', { channel: 'C0HELP', text: 'Hello' })

describe.skipIf(!postgres)('a move that was stopped', () => {
  test('[NOD-13] is undone or finished, also if the run after it was killed in its first steps', async () => {
    const { from, to, servers, move, tables } = await createTwoDatabases()
    const stopTwice = async () => {
      const proxies = { from: await startPostgresProxy(from.address), to: await startPostgresProxy(to.address) }
      const onStep = (words: string) => words.startsWith('Closing') && proxies.to.hangUpBefore('commit')
      await expect(move({ to: proxies.to.url, onStep })).rejects.toThrow(/^It is not certain whether/)
      // The new place has a mark of this run, and the old one has none yet.
      proxies.from.hangUpBefore('delete from team_move_changes')
      await expect(move({ from: proxies.from.url })).rejects.toThrow(
        /the team may be closed for writing: .* or with --undo/,
      )
      expect(await post(servers.from)).toMatchObject({ error: 'service_unavailable' })
    }
    await stopTwice()
    expect(await move({ undo: true })).toMatchObject({ outcome: 'undone' })
    expect(await post(servers.from)).toMatchObject({ ok: true })
    expect(await tables(to)).toEqual({})

    await stopTwice()
    expect(await move()).toMatchObject({ outcome: 'moved' })
    expect(await post(servers.to)).toMatchObject({ ok: true })
  })

  test('[NOD-12, NOD-13] is undone also if the team has moved elsewhere since', async () => {
    const { from, servers, move, tables } = await createTwoDatabases()
    await post(servers.from)
    const other = await createNodes(near, { key: from.key })
    await other.launch()
    const proxy = await startPostgresProxy(other.address)
    proxy.hangUpBefore('insert into messages')
    await expect(move({ to: proxy.url })).rejects.toThrow(/Something of it is left in --to\. Run the command again, or/)
    const undo = { to: other.address, undo: true }
    expect(await move()).toMatchObject({ outcome: 'moved' })
    await expect(move({ to: other.address })).rejects.toThrow(/^There is no team "T0ACME" in --from\./)
    await expect(move({ ...undo, team: 'acme' })).rejects.toThrow(/If it has left --from since, give its id\.$/)
    const [mark] = await from.query('select move from team_moves')
    const [left] = await other.query('select move from team_moves')
    // What is there may be the last of it.
    await other.query('update team_moves set move = $1', [mark?.['move']])
    await expect(move(undo)).rejects.toThrow(/^There is no team "T0ACME" in --from\./)
    await other.query('update team_moves set move = $1', [left?.['move']])
    expect(await move(undo)).toMatchObject({ outcome: 'undone' })
    expect(await tables(other)).toEqual({})
    expect(await post(servers.to)).toMatchObject({ ok: true })
  })

  test('[NOD-13] is undone in no database to which the team was on its way from elsewhere', async () => {
    const { from, to, move, tables } = await createTwoDatabases()
    const other = await createNodes(near, { key: from.key })
    const server = await other.launch()
    expect(await move({ to: other.address })).toMatchObject({ outcome: 'moved' })
    const proxy = await startPostgresProxy(to.address)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpBefore('commit')
    await expect(move({ from: other.address, to: proxy.url, onStep })).rejects.toThrow(/^It is not certain/)
    await expect(move({ undo: true })).rejects.toThrow(/^There is no team "T0ACME" in --from\./)
    expect(await move({ from: other.address, undo: true })).toMatchObject({ outcome: 'undone' })
    expect(await post(server)).toMatchObject({ ok: true })
    expect(await tables(to)).toEqual({})
  })
})

describe.skipIf(!postgres)('a move that fails', () => {
  test('[NOD-13] opens the team again over another connection if its own is lost', async () => {
    const { from, to, servers, move, tables } = await createTwoDatabases()
    const proxy = await startPostgresProxy(from.address)
    const onStep = (words: string) => words.startsWith('Closing') && proxy.hangUpBefore('declare copied')
    const broken = move({ from: proxy.url, onStep, waits: { ...waits, reconnect: 10_000 } })
    await expect(broken).rejects.toThrow(/ The team works where it was\.$/)
    expect(await post(servers.from)).toMatchObject({ ok: true })
    expect(await tables(to)).toEqual({})
    expect(await move()).toMatchObject({ outcome: 'moved' })
  })

  test('[NOD-13] leaves nothing at the new place, also if it cannot remove its triggers', async () => {
    const { from, to, servers, move, tables } = await createTwoDatabases()
    const proxy = await startPostgresProxy(from.address)
    const stopping = new AbortController()
    const onStep = (words: string) => {
      if (!words.startsWith('Closing')) return
      proxy.hangUpBefore('drop function')
      stopping.abort(new Error('Somebody said stop.'))
    }
    await expect(move({ from: proxy.url, onStep, signal: stopping.signal })).rejects.toThrow(
      /^Somebody said stop\. The team works where it was\. Triggers of the move are left in --from\./,
    )
    expect(await post(servers.from)).toMatchObject({ ok: true })
    expect(await tables(to)).toEqual({})
  })
})
