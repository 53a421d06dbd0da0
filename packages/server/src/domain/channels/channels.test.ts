import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findChannel } from './find.ts'
import { listChannels } from './directory/list.ts'
import { sendMessage } from '#domain/people/messages/send'
import { advanceReadMark, findReadMark } from './readMarks.ts'
import { reloadChannel } from './changeable.ts'
import { archiveChannel } from './archive.ts'
import { setTopic } from './topic.ts'
import { createChannel } from './create.ts'
import { inviteMembers } from '#domain/channels/membership/invite'
import { kickMember, leaveChannel } from '#domain/channels/membership/leave'
import { joinChannel } from '#domain/channels/membership/join'

onBothDatabases('channels', (open) => {
  async function createTeam() {
    const scene = await loadAcme(open)
    const [ana, ben, eve] = [
      await scene.findPerson('U0ANA'),
      await scene.findPerson('U0BEN'),
      await scene.findPerson('U0EVE'),
    ]
    const write = scene.store.write.bind(scene.store)
    const membersOf = async (id: string) => [...(await findChannel(scene.store.db, 'T0ACME', id))!.members].toSorted()
    return { ...scene, ana, ben, eve, write, membersOf }
  }

  test('[ROM-2] are created once per name, even by concurrent calls', async () => {
    const { ana, ben, eve, write } = await createTeam()
    const asking = [ana, ben, eve, ana].map((who) => write((tx) => createChannel(tx, who, 'rush', false)))
    const settled = await Promise.allSettled(asking)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'name_taken' })
  })

  test('[ROM-3] add the same person once, even in concurrent calls', async () => {
    const { eve, write, membersOf } = await createTeam()
    const joined = await Promise.all(Array.from({ length: 6 }, () => write((tx) => joinChannel(tx, eve, 'C0HELP'))))
    expect(joined.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await membersOf('C0HELP')).toEqual(['U0ANA', 'U0BEN', 'U0EVE', 'U0SCOUT'])
  })

  test('[ROM-4] keep the last member when two leave a private channel at once', async () => {
    const { ana, ben, write, membersOf } = await createTeam()
    const id = await write((tx) => createChannel(tx, ana, 'two', true))
    await write((tx) => inviteMembers(tx, ana, id, ['U0BEN'], false))
    const settled = await Promise.allSettled([ana, ben].map((who) => write((tx) => leaveChannel(tx, who, id))))
    expect(settled.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'last_member' } }])
    expect(await membersOf(id)).toHaveLength(1)
  })

  test('show a transaction its own changes', async () => {
    const { ana, ben, write, store } = await createTeam()
    await write(async (tx) => {
      const { channel: room } = await inviteMembers(tx, ana, 'C0SECRET', ['U0BEN', 'U0EVE'], false)
      expect(room.members.size).toBe(3)
      await kickMember(tx, ben, 'C0SECRET', 'U0EVE')
      expect((await setTopic(tx, ben, 'C0SECRET', 'Hush')).channel).toMatchObject({ topic: 'Hush', topic_by: 'U0BEN' })
      await archiveChannel(tx, ben, 'C0SECRET')
      expect(await reloadChannel(tx, room)).toMatchObject({ archived: true, members: new Set(['U0ANA', 'U0BEN']) })
    })
    expect(await findChannel(store.db, 'T0ACME', 'C0SECRET')).toMatchObject({ archived: true, topic: 'Hush' })
  })

  test('of another member are listed as far as the caller can see them', async () => {
    const { ben, eve, store } = await createTeam()
    const listing = { kinds: ['public', 'private', 'im'] as const, archived: false, after: '', limit: 100 }
    const seen = async (who: typeof ben) =>
      (await listChannels(store.db, who, { ...listing, member: 'U0ANA' })).channels.map(({ id }) => id)
    expect(await seen(ben)).toEqual(await seen(eve))
    expect(await seen(ben)).not.toContain('C0SECRET')
  })

  test('[REA-1, REA-3] have a read mark for each member, which a browser never moves back', async () => {
    const { ana, ben, eve, write, store } = await createTeam()
    const help = (await findChannel(store.db, 'T0ACME', 'C0HELP'))!
    const of = (user: string) => findReadMark(store.db, help, user)
    expect(await of('U0BEN')).toMatchObject({ unread: [] })
    expect(await of('U0EVE')).toBeUndefined()
    const said: string[] = []
    for (let i = 0; i < 12; i++)
      said.push(await write((tx) => sendMessage(tx, ana, { channelId: help.id, text: `${i}` })))
    expect(await of('U0BEN')).toMatchObject({ unread: said.slice(0, 10) })
    expect(await of('U0ANA')).toMatchObject({ unread: [] })

    await write((tx) => advanceReadMark(tx, help, ben, said[8]!))
    await write((tx) => advanceReadMark(tx, help, ben, said[3]!))
    await write((tx) => advanceReadMark(tx, help, eve, said[3]!))
    expect(await of('U0BEN')).toMatchObject({ lastRead: said[8], unread: said.slice(9), closedAt: null })
  })
})
