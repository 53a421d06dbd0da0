import { afterAll, describe, expect, test } from 'vitest'
import { Retention } from '#delivery/outbox/retention'
import { remindDue } from '#domain/later/remindDue'
import { grantConsent } from '#domain/oauth/consent'
import { createTrigger } from '#domain/views/triggers'
import { ServerNode } from '#domain/nodes/serverNode'
import { listSendableDeliveries } from '#delivery/outbox/dueDeliveries'
import { switchOffAndTellOwners } from '#delivery/http/switchOff'
import { DeliveryLeases } from '#delivery/outbox/leases'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { sweepExpired } from '#domain/sweep/expired'
import { sweepFiles } from '#domain/sweep/files'
import { deleteOldExecutions } from '#domain/sweep/functions'
import { LogCleaner } from '#domain/sweep/log'
import { deleteExpiredTokens } from '#domain/sweep/tokens'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { call, createNodes } from '#testing/nodes/nodes'
import { loadAcme } from '#testing/workspace/domain'
import { createTeamBeside } from '#testing/nodes/teamBeside'
import { deleteTeam } from './leave.ts'

/** It comes before the other team, wherever teams take turns. */
const away = 'T0AWAY'
const here = 'T0HERE'

/** What is over, by table. */
const over: Record<string, Record<string, unknown>> = {
  statuses: { ends_at: 1 },
  sessions: { expires_at: 1 },
  known_browsers: { expires_at: 1 },
  answers: { at: 1 },
  ephemerals: { created_at: 1 },
  views: { changed_at: 1, view: '{"type":"modal"}' },
  response_urls: { expires_at: 1 },
  users: { status_ends_at: 1 },
  connections: { kept_until: 1 },
  scheduled_messages: { failed_at: 1, post_at: 1 },
  offered_options: { at: 1 },
  streams: { started_at: 1 },
  files: { state: 'deleted', expires_at: 1 },
  tokens: { expires_at: 1, revoked: true },
  function_executions: { started_at: 1 },
  deliveries: { kept_until: 1 },
  log: { kind: 'delta', seq: 1, at: 1 },
}
/** Rows that stay. */
const stay: Record<string, string> = { users: 'status_ends_at is not null', streams: 'ended_at is null', log: 'at = 1' }

describe.skipIf(!postgres)('beside a team that takes no writes', () => {
  const shared = sharedSchema(postgres ?? '')
  afterAll(() => shared.close())

  test.each(['closed', 'moved'] as const)(
    '[NOD-10] which is %s, the sweeps do their work for the others',
    async (state) => {
      const { store, beside, node } = await createScene()
      node.isFirst = false
      const sweeps = {
        sweepExpired,
        sweepFiles,
        deleteExpiredTokens,
        deleteOldExecutions,
        cleanLog: () => new LogCleaner(store).run(),
        retention: () => new Retention(store, node, () => {}).sweep(),
      }
      for (const team of [away, here]) {
        for (const [table, row] of Object.entries(over)) await beside.insert(table, { team_id: team, ...row })
        await beside.insert('team_log', { team_id: team, last: 1 })
        await beside.insert('messages', { team_id: team, streaming_state: 'in_progress' })
      }
      await beside.set(state)

      const failed: Record<string, string> = {}
      for (const [name, sweep] of Object.entries(sweeps))
        await sweep(store).catch((error: unknown) => (failed[name] = String(error)))
      const left: Record<string, string[]> = {}
      for (const table of Object.keys(over)) left[table] = await beside.teamsIn(table, stay[table])
      expect(failed).toEqual({})
      expect(left).toEqual(Object.fromEntries(Object.keys(over).map((table) => [table, [away]])))
    },
  )

  test('[NOD-10, EVT-6] deliveries of the others are kept longer from a start, and those of the team once it is open', async () => {
    const { store, beside, node } = await createScene()
    const retention = new Retention(store, node, () => {})
    const kept = () => beside.teamsIn('deliveries')
    const extended = () => beside.teamsIn('deliveries', 'kept_until > 1')
    for (const team of [away, here]) await beside.insert('deliveries', { team_id: team, event_id: team, kept_until: 1 })
    await beside.set('closed')
    await retention.start()
    await retention.sweep()
    expect([await kept(), await extended()]).toEqual([[away, here], [here]])
    await beside.open()
    await retention.sweep()
    expect(await extended()).toEqual([away, here])

    // The time of both is over, and only a start extends it.
    store.db.clock.advance(3_600_000)
    await retention.sweep()
    expect(await kept()).toEqual([])
  })

  test.each(['closed', 'moved'] as const)(
    '[NOD-5, NOD-10] which is %s, deliveries of the others are taken and given back',
    async (state) => {
      const { store } = await loadAcme(shared.open)
      const [beside, node] = [await createTeamBeside(store, away), new ServerNode(store)]
      await node.beat()
      const app_id = 'A0SCOUT'
      await beside.insert('teams', { id: away, name: 'Away', domain: 'away' })
      await beside.insert('installations', { team_id: away, app_id })
      const kept_until = store.db.clock.now() + 1000
      for (const [seq, team] of [away, 'T0ACME'].entries())
        await beside.insert('deliveries', { team_id: team, event_id: team, app_id, channel_id: team, seq, kept_until })
      await beside.set(state)
      const due = await listSendableDeliveries(store.db, undefined, app_id, 1, { node: node.id })
      expect(due.map(({ team_id: team }) => team)).toEqual(['T0ACME'])
      await beside.open()
      const all = await listSendableDeliveries(store.db, undefined, app_id, 2, { node: node.id })
      expect(all).toHaveLength(2)
      await beside.set(state)
      expect((await new DeliveryLeases(store, node).take(all)).map(({ team_id: team }) => team)).toEqual(['T0ACME'])

      await beside.open()
      const both = await new DeliveryLeases(store, node).take(all)
      await beside.set(state)
      await new DeliveryLeases(store, node).giveBack(both)
      expect(await beside.teamsIn('deliveries', 'node is null')).toEqual(['T0ACME'])

      // It has forgotten deliveries of both.
      await beside.open()
      await store.db.updateTable('deliveries').set({ node: node.id }).execute()
      await beside.set(state)
      await new DeliveryLeases(store, node).giveBackForgotten()
      expect(await beside.teamsIn('deliveries', 'node is null')).toEqual(['T0ACME'])
    },
  )

  test.each(['closed', 'moved'] as const)(
    '[NOD-10, LAT-6, SCH-7] which is %s, what is due of the others is done',
    async (state) => {
      const { store, beside } = await createScene()
      for (let n = 0; n < 101; n++) await beside.insert('saved_messages', { team_id: away, ts: `${n}`, remind_at: 1 })
      await beside.insert('saved_messages', { team_id: here, remind_at: 2 })
      // Nobody has written them, so they are tried once.
      for (const team of [away, here])
        await beside.insert('scheduled_messages', { team_id: team, kind: 'bot', app_id: 'A0NONE', post_at: 1 })
      await beside.set(state)
      expect(await remindDue(store)).toBe(1)
      expect(await beside.teamsIn('saved_messages', 'remind_at is not null')).toEqual([away])
      expect(await sendDueMessages(store)).toBe(0)
      expect(await beside.teamsIn('scheduled_messages', 'failed_at is null')).toEqual([away])
    },
  )

  test.each(['closed', 'moved'] as const)(
    '[NOD-10, APP-5, ACT-7] which is %s, people of the others agree to apps and use them',
    async (state) => {
      const { store, findPerson } = await loadAcme(shared.open)
      const beside = await createTeamBeside(store, away)
      for (const table of ['oauth_codes', 'triggers'])
        for (const team of [away, 'T0ACME']) await beside.insert(table, { team_id: team, hash: team, expires_at: 1 })
      const oauth_config = { redirect_urls: ['https://scout.example/back'] }
      const manifest = { display_information: { name: 'Scout' }, oauth_config }
      await store.db.updateTable('apps').set({ manifest, client_id: '1.2' }).where('id', '=', 'A0SCOUT').execute()
      await beside.set(state)
      const ana = await findPerson('U0ANA')
      await store.write((tx) => grantConsent(tx, ana, { client_id: '1.2', scope: 'chat:write' }))
      const place = { teamId: 'T0ACME', appId: 'A0SCOUT', userId: 'U0ANA', page: null, viewId: null }
      await store.write((tx) => createTrigger(tx, place))
      for (const table of ['oauth_codes', 'triggers'])
        expect(await beside.teamsIn(table, 'expires_at = 1')).toEqual([away])
    },
  )

  test('[EVT-13, NOD-10] an app that fails is switched off, and its owners in the other teams are told', async () => {
    const { store } = await loadAcme(shared.open)
    const beside = await createTeamBeside(store, away)
    const app_id = 'A0SCOUT'
    await beside.insert('teams', { id: away, name: 'Away', domain: 'away' })
    await beside.insert('users', { team_id: away, id: 'U0AWAY', admin: true })
    await beside.insert('installations', { team_id: away, app_id })
    for (const team of [away, 'T0ACME']) await beside.insert('deliveries', { team_id: team, event_id: team, app_id })
    await beside.set('closed')
    const app = { id: app_id, name: 'Scout', url: '', secret: '', isVerified: true }
    await store.write((tx) => switchOffAndTellOwners(tx, app, 1000))
    expect(await beside.teamsIn('deliveries')).toEqual([away])
    expect(await beside.teamsIn('messages', `text like '%switched off%'`)).toContain('T0ACME')
  })

  test('[NOD-12] which has moved, nothing of it stays that is pushed to its browsers', async () => {
    const { beside } = await createScene()
    const pushed = ['push_subscriptions', 'pushes', 'windows_in_sight']
    for (const team of [away, here]) for (const table of pushed) await beside.insert(table, { team_id: team })
    await beside.set('moved')
    await deleteTeam(beside.client, [], away, new AbortController().signal)
    for (const table of pushed) expect(await beside.teamsIn(table)).toEqual([here])
  })

  test('[NOD-10] a server starts although the team has deliveries', async () => {
    const { launch, unexpectedErrors } = await createNodes()
    const first = await launch()
    const beside = await createTeamBeside(first.store, 'T0ACME')
    await beside.insert('deliveries', { team_id: 'T0ACME', app_id: 'A0NONE', kept_until: Date.now() + 3_600_000 })
    await beside.set('closed')
    await first.stop()
    const second = await launch()
    expect(await call(second, 'auth.test', {})).toMatchObject({ ok: true })
    expect(unexpectedErrors).toEqual([])
  })

  async function createScene() {
    const store = await shared.open()
    return { store, beside: await createTeamBeside(store, away), node: new ServerNode(store) }
  }
})
