import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { deleteEndedConnections, reportActivity, reportDeparture } from '#domain/people/presence'
import { onBothDatabases } from '#testing/database/databases'
import { otto } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { getPresence } from './getPresence.ts'
import { setPresence } from './setPresence.ts'

onBothDatabases('users.getPresence', (open) => {
  test('[PRE-1, PRE-4] a person is active for ten minutes after they used the client, in any browser', async () => {
    const { call, store } = await createWorkspace({ store: await open(), file })
    const person = (await findPersonCaller(store.db, 'T1', 'U2'))!
    let now = Date.parse('2026-01-15T12:00:00Z')
    store.db.clock.now = () => now
    const presence = async () => (await call(getPresence, { user: 'U2' })).presence
    expect(await call(getPresence, { user: 'U2' })).toEqual({ ok: true, presence: 'away' })

    await store.write((tx) => reportActivity(tx, person, 'one'))
    await store.write((tx) => reportActivity(tx, person, 'two'))
    expect(await call(getPresence, {}, otto)).toMatchObject({
      presence: 'active',
      online: true,
      auto_away: false,
      manual_away: false,
      connection_count: 2,
      last_activity: now / 1000,
    })
    now += 599_000
    expect(await presence()).toBe('active')
    now += 1000
    expect(await presence()).toBe('away')
    await store.write(deleteEndedConnections)
    expect(await store.db.selectFrom('connections').selectAll().execute()).toEqual([])
  })

  test('[PRE-1] who closes the last browser is away half a minute later', async () => {
    const { call, store } = await createWorkspace({ store: await open(), file })
    const person = (await findPersonCaller(store.db, 'T1', 'U2'))!
    let now = Date.parse('2026-01-15T12:00:00Z')
    store.db.clock.now = () => now
    const presence = async () => (await call(getPresence, { user: 'U2' })).presence
    await store.write((tx) => reportActivity(tx, person, 'one'))
    await store.write((tx) => reportDeparture(tx, person, 'one'))
    now += 29_000
    expect(await presence()).toBe('active')
    now += 1000
    expect(await presence()).toBe('away')
  })

  test('[PRE-1] a browser that reports all the time writes once a minute', async () => {
    const { store, countRows } = await createWorkspace({ store: await open(), file })
    const person = (await findPersonCaller(store.db, 'T1', 'U2'))!
    await store.write((tx) => reportActivity(tx, person, 'one'))
    const before = await countRows()
    for (let i = 0; i < 5; i++) await store.write((tx) => reportActivity(tx, person, 'one'))
    expect(await countRows()).toBe(before)
  })
})

describe('users.getPresence', () => {
  test('[PRE-3] a bot user is active if its manifest says so', async () => {
    const { call } = await createWorkspace()
    expect(await call(getPresence, { user: 'U0SCOUT' })).toMatchObject({ presence: 'active' })
    expect(await call(getPresence, { user: 'U0QUIET' })).toMatchObject({ presence: 'away' })
  })

  test('[PRE-2] who says that they are away is away, whatever they do', async () => {
    const { call, store } = await createWorkspace({ file })
    const person = (await findPersonCaller(store.db, 'T1', 'U2'))!
    await store.write((tx) => reportActivity(tx, person, 'one'))
    await call(setPresence, { presence: 'away' }, otto)
    expect(await call(getPresence, { user: 'U2' })).toMatchObject({ presence: 'away' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof getPresence> = { user_not_found: { args: { user: 'U9' }, detail: 'U9' } }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(getPresence, error, { file, ...call }),
  )
})
