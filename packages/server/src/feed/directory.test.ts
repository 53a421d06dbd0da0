import { expect, test } from 'vitest'
import type { Store } from '#store/db'
import { listViewerChannels } from '#feed/objects/channels'
import { welcomeFrame } from '#feed/session/workspace/welcome'
import { channelsFrame } from '#feed/session/workspace/channels'
import { onBothDatabases } from '#testing/database/databases'
import { actionsOn, loadAcme } from '#testing/workspace/domain'

/** Inserts public channels of nobody, every tenth archived. */
async function addChannels(store: Store, count: number): Promise<void> {
  const [row] = await store.db.selectFrom('channels').selectAll().where('id', '=', 'C0GENERAL').execute()
  const names = Array.from({ length: count }, (_, i) => `room-${String(i).padStart(4, '0')}`)
  await store.write((tx) =>
    tx
      .insertInto('channels')
      .values(names.map((name, i) => ({ ...row!, id: `CROOM${i}`, name, general: false, archived: i % 10 === 9 })))
      .execute(),
  )
}

onBothDatabases('the channels of a page', (open) => {
  const createTeam = async () => {
    const { store } = await loadAcme(open)
    const { findPerson } = actionsOn(store)
    return { store, ana: await findPerson('U0ANA'), eve: await findPerson('U0EVE') }
  }
  const find = (store: Store, viewer: Awaited<ReturnType<typeof createTeam>>['ana'], text: string, from = 0) =>
    channelsFrame(store.db, viewer, { type: 'find_channels', id: 'f', text, from }).then((frame) => {
      if (frame.type !== 'channels') throw new Error(frame.type)
      return { names: frame.channels.map(({ name }) => name), next: frame.next }
    })

  test('[ROM-13] are those of the person, and those that the page shows, however many the team has', async () => {
    const { store, ana } = await createTeam()
    const welcome = async () =>
      (await welcomeFrame(store.db, ana, { reset: undefined, watching: ['C0OLD', 'C0STRICT', 'CX'] })).channels
    const before = await welcome()
    await addChannels(store, 120)
    expect(await welcome()).toEqual(before)
    expect(before.filter(({ member, id }) => !member || id === 'C0OLD').map(({ id }) => id)).toEqual(['C0OLD'])
  })

  test('[ROM-13] are read with a number of statements that does not grow with theirs', async () => {
    const { store, ana } = await createTeam()
    await addChannels(store, 100)
    const statements = await countStatements(store, () => listViewerChannels(store.db, ana, ['C0GENERAL', 'C0HELP']))
    expect(statements).toBeGreaterThan(1)
    const ids = ['C0GENERAL', 'C0HELP', ...Array.from({ length: 100 }, (_, i) => `CROOM${i}`)]
    store.db.cache.clear()
    expect(await countStatements(store, () => listViewerChannels(store.db, ana, ids))).toBe(statements)
  })

  test('[ROM-14] are found by name and topic, page by page, and none is left out', async () => {
    const { store, eve } = await createTeam()
    await addChannels(store, 120)
    const all: string[] = []
    for (let from: number | undefined = 0; from !== undefined;) {
      const page: Awaited<ReturnType<typeof find>> = await find(store, eve, '', from)
      expect(page.names.length).toBeLessThanOrEqual(50)
      all.push(...page.names)
      from = page.next
    }
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((name) => name.startsWith('room-'))).toHaveLength(120)
    expect(all.slice(0, 20)).toContain('room-0000')
    expect(all.at(-1)).toBe('room-0119')
    expect(await find(store, eve, '#ROOM-001')).toEqual({
      names: ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => `room-001${digit}`),
      next: undefined,
    })
    for (const nothing of ['room_001', '%', '\\', "'"]) expect((await find(store, eve, nothing)).names).toEqual([])
  })

  test('[PLA-1, ROM-14] that a person cannot see are neither found nor told from those that do not exist', async () => {
    const { store, ana, eve } = await createTeam()
    const asked = ['C0SECRET', 'C0NOWHERE', 'C0OLD']
    const frame = await channelsFrame(store.db, eve, { type: 'channels', id: 'c', channels: asked })
    expect(frame).toMatchObject({ channels: [{ id: 'C0OLD', member: false }], unseen: ['C0SECRET', 'C0NOWHERE'] })
    const { name } = (await listViewerChannels(store.db, ana, ['C0SECRET']))[0]!
    expect((await find(store, eve, name)).names).toEqual([])
    expect((await find(store, ana, name)).names).toEqual([name])
  })
})

/** Every statement is compiled once. */
async function countStatements(store: Store, work: () => Promise<unknown>): Promise<number> {
  const executor = store.db.getExecutor()
  const { compileQuery } = executor
  let count = 0
  executor.compileQuery = (...args) => {
    count++
    return compileQuery.apply(executor, args)
  }
  await work()
  executor.compileQuery = compileQuery
  return count
}
