import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { findChannel } from './find.ts'
import { listChannels } from './list.ts'
import { say } from '#domain/people/actions'
import { readingOf, readUpTo } from './readMarks.ts'
import { changedRoom } from './changeable.ts'
import { archive, setTopic } from './change.ts'
import { createRoom } from './create.ts'
import { invite, join, kick, leave } from './members.ts'

onBothDatabases('channels', (open) => {
  async function aTeam() {
    const scene = await aScene(open)
    const [ana, ben, eve] = [await scene.person('U0ANA'), await scene.person('U0BEN'), await scene.person('U0EVE')]
    const write = scene.store.write.bind(scene.store)
    const membersOf = async (id: string) => [...(await findChannel(scene.store.db, 'T0ACME', id))!.members].toSorted()
    return { ...scene, ana, ben, eve, write, membersOf }
  }

  test('[ROM-2] are created once of a name, however many ask at once', async () => {
    const { ana, ben, eve, write } = await aTeam()
    const asking = [ana, ben, eve, ana].map((who) => write((tx) => createRoom(tx, who, 'rush', false)))
    const settled = await Promise.allSettled(asking)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'name_taken' })
  })

  test('[ROM-3] let the same person in once, however often they ask at once', async () => {
    const { eve, write, membersOf } = await aTeam()
    const joined = await Promise.all(Array.from({ length: 6 }, () => write((tx) => join(tx, eve, 'C0HELP'))))
    expect(joined.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await membersOf('C0HELP')).toEqual(['U0ANA', 'U0BEN', 'U0EVE', 'U0SCOUT'])
  })

  test('[ROM-4] keep the last of two who leave a private one at once', async () => {
    const { ana, ben, write, membersOf } = await aTeam()
    const id = await write((tx) => createRoom(tx, ana, 'two', true))
    await write((tx) => invite(tx, ana, id, ['U0BEN'], false))
    const settled = await Promise.allSettled([ana, ben].map((who) => write((tx) => leave(tx, who, id))))
    expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'last_member' } }])
    expect(await membersOf(id)).toHaveLength(1)
  })

  test('show a transaction what it has changed', async () => {
    const { ana, ben, write, store } = await aTeam()
    await write(async (tx) => {
      const { room } = await invite(tx, ana, 'C0SECRET', ['U0BEN', 'U0EVE'], false)
      expect(room.members.size).toBe(3)
      await kick(tx, ben, 'C0SECRET', 'U0EVE')
      expect((await setTopic(tx, ben, 'C0SECRET', 'Hush')).room).toMatchObject({ topic: 'Hush', topic_by: 'U0BEN' })
      await archive(tx, ben, 'C0SECRET')
      expect(await changedRoom(tx, room)).toMatchObject({ archived: true, members: new Set(['U0ANA', 'U0BEN']) })
    })
    expect(await findChannel(store.db, 'T0ACME', 'C0SECRET')).toMatchObject({ archived: true, topic: 'Hush' })
  })

  test('are listed for one of their members, as far as the asking one sees them', async () => {
    const { ben, eve, store } = await aTeam()
    const listing = { kinds: ['public', 'private', 'im'] as const, archived: false, after: '', limit: 100 }
    const seen = async (who: typeof ben) =>
      (await listChannels(store.db, who, { ...listing, member: 'U0ANA' })).channels.map(({ id }) => id)
    expect(await seen(ben)).toEqual(await seen(eve))
    expect(await seen(ben)).not.toContain('C0SECRET')
  })

  test('[REA-1, REA-3] know how far each member has read, and never go back by a browser', async () => {
    const { ana, ben, eve, write, store } = await aTeam()
    const help = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const of = (user: string) => readingOf(store.db, help, user)
    expect(await of('U0BEN')).toMatchObject({ unread: [] })
    expect(await of('U0EVE')).toBeUndefined()
    const said: string[] = []
    for (let i = 0; i < 12; i++) said.push(await write((tx) => say(tx, ana, { channelId: help.id, text: `${i}` })))
    expect(await of('U0BEN')).toMatchObject({ unread: said.slice(0, 10) })
    expect(await of('U0ANA')).toMatchObject({ unread: [] })

    await write((tx) => readUpTo(tx, help, ben, said[8]!))
    await write((tx) => readUpTo(tx, help, ben, said[3]!))
    await write((tx) => readUpTo(tx, help, eve, said[3]!))
    expect(await of('U0BEN')).toEqual({ lastRead: said[8], unread: said.slice(9) })
  })
})
