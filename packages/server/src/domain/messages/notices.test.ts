import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { findChannel } from '#domain/channels/find'
import { say } from '#domain/people/actions'
import { reactable } from './reactions.ts'
import { readingOf } from '#domain/channels/readMarks'
import { archive, rename, setPurpose, setTopic, unarchive } from '#domain/channels/change'
import { createRoom } from '#domain/channels/create'
import { invite, join, kick, leave } from '#domain/channels/members'
import { newestThread } from '#domain/threads/suggestedPrompts'
import { messagesOnWire } from '#objects/message'
import type { Tx } from '#store/db'
import { deleteMessage } from './delete.ts'
import { findMessage } from './find.ts'
import { latestTs, onTop, standing } from './pages.ts'

onBothDatabases('[ROM-8] what became of a channel', (open) => {
  async function aTeam() {
    const scene = await aScene(open)
    const { store } = scene
    const [ana, ben, eve] = [await scene.person('U0ANA'), await scene.person('U0BEN'), await scene.person('U0EVE')]
    const write = <T>(fn: (tx: Tx) => Promise<T>) => store.write(fn)
    const room = async (id: string) => (await findChannel(store.db, 'T0ACME', id))!
    /** All that conversations.history has, oldest first. */
    const history = async (id: string) => {
      const { messages } = await onTop(store.db, await room(id), { limit: 100 })
      return messagesOnWire(store.db, await room(id), messages.toReversed(), { metadata: true })
    }
    return { ...scene, ana, ben, eve, write, room, history }
  }

  test('is told there by messages, from its beginning to its end', async () => {
    const { ana, ben, eve, write, history } = await aTeam()
    const id = await write((tx) => createRoom(tx, ana, 'rush', false))
    await write((tx) => join(tx, ben, id))
    await write((tx) => join(tx, ben, id))
    await write((tx) => invite(tx, ana, id, ['U0EVE', 'U0SCOUT'], false))
    await write((tx) => setTopic(tx, ben, id, 'Trains & <late> ones'))
    await write((tx) => setTopic(tx, ben, id, 'Trains & <late> ones'))
    await write((tx) => setTopic(tx, ben, id, ''))
    await write((tx) => setPurpose(tx, ana, id, 'Commuting'))
    await write((tx) => setPurpose(tx, ana, id, ''))
    await write((tx) => say(tx, eve, { channelId: id, text: 'Late again' }))
    await write((tx) => rename(tx, ana, id, 'trains'))
    await write((tx) => rename(tx, ana, id, 'trains'))
    await write((tx) => kick(tx, ana, id, 'U0EVE'))
    await write((tx) => leave(tx, ben, id))
    await write((tx) => archive(tx, ana, id))
    await write((tx) => unarchive(tx, ana, id))

    const said = (await history(id)).map(({ type: _type, team: _team, ts: _ts, blocks: _blocks, ...rest }) => rest)
    const by = (user: string, subtype: string, deed: string, facts = {}) => ({
      user,
      subtype,
      text: `<@${user}> ${deed}`,
      ...facts,
    })
    expect(said).toEqual([
      by('U0ANA', 'channel_join', 'has joined the channel'),
      by('U0BEN', 'channel_join', 'has joined the channel'),
      by('U0EVE', 'channel_join', 'has joined the channel', { inviter: 'U0ANA' }),
      by('U0SCOUT', 'channel_join', 'has joined the channel', { inviter: 'U0ANA' }),
      by('U0BEN', 'channel_topic', 'set the channel topic: Trains &amp; &lt;late&gt; ones', {
        topic: 'Trains & <late> ones',
      }),
      by('U0BEN', 'channel_topic', 'cleared channel topic', { topic: '' }),
      by('U0ANA', 'channel_purpose', 'set the channel purpose: Commuting', { purpose: 'Commuting' }),
      by('U0ANA', 'channel_purpose', 'cleared channel purpose', { purpose: '' }),
      { user: 'U0EVE', text: 'Late again', markdown_text: 'Late again' },
      by('U0ANA', 'channel_name', 'has renamed the channel from "rush" to "trains"', {
        old_name: 'rush',
        name: 'trains',
      }),
      by('U0EVE', 'channel_leave', 'has left the channel'),
      by('U0BEN', 'channel_leave', 'has left the channel'),
      by('U0ANA', 'channel_archive', 'archived the channel'),
      by('U0ANA', 'channel_unarchive', 'un-archived the channel'),
    ])
  })

  test('is told in private channels alike, and of nobody who was there from the start', async () => {
    const { ana, write, history } = await aTeam()
    expect((await history('C0SECRET')).map(({ subtype }) => subtype)).toEqual([undefined])
    await write((tx) => invite(tx, ana, 'C0SECRET', ['U0BEN'], false))
    expect((await history('C0SECRET')).slice(1)).toMatchObject([
      { type: 'message', subtype: 'channel_join', user: 'U0BEN', inviter: 'U0ANA', team: 'T0ACME' },
    ])
  })

  test('is told once, however often it is asked for at once', async () => {
    const { eve, write, history } = await aTeam()
    await Promise.all(Array.from({ length: 6 }, () => write((tx) => join(tx, eve, 'C0HELP'))))
    expect((await history('C0HELP')).filter(({ subtype }) => subtype === 'channel_join')).toHaveLength(1)
  })

  test('is not told where it did not come about', async () => {
    const { ana, ben, eve, write, history, store } = await aTeam()
    const before = await history('C0HELP')
    const failing = write(async (tx) => {
      await join(tx, eve, 'C0HELP')
      await setTopic(tx, ana, 'C0HELP', 'Never')
      throw new Error('The disk is gone.')
    })
    await expect(failing).rejects.toThrow('The disk is gone.')
    for (const refused of [
      (tx: Tx) => setTopic(tx, ben, 'C0HELP', 'x'.repeat(251)),
      (tx: Tx) => rename(tx, ben, 'C0HELP', 'No Name'),
      (tx: Tx) => invite(tx, ben, 'C0HELP', ['U0EVE', 'U0NOBODY'], false),
    ])
      await expect(store.write<unknown>(refused)).rejects.toMatchObject({ code: expect.any(String) })
    expect(await history('C0HELP')).toEqual(before)
  })

  test('[REA-1] is news to nobody, and the newest there is', async () => {
    const { ana, ben, eve, write, room, store } = await aTeam()
    const ts = await write((tx) => say(tx, ana, { channelId: 'C0HELP', text: 'News' }))
    await write((tx) => join(tx, eve, 'C0HELP'))
    await write((tx) => setTopic(tx, ana, 'C0HELP', 'Printers'))
    const unread = async (user: string) => (await readingOf(store.db, await room('C0HELP'), user))?.unread
    expect(await unread(ben.userId)).toEqual([ts])
    expect(await unread(eve.userId)).toEqual([])
    const { messages } = await onTop(store.db, await room('C0HELP'), { limit: 1 })
    expect(await latestTs(store.db, await room('C0HELP'))).toBe(messages[0]?.ts)
    // Nor is it what somebody who opens the channel is likely to be in.
    const help = await room('C0HELP')
    expect(await write((tx) => newestThread(tx, help))).toBe(ts)
  })

  test('is a message that can be answered and reacted to, and deleted by whom it speaks of', async () => {
    const { ana, eve, write, room, history, store } = await aTeam()
    await write((tx) => join(tx, eve, 'C0HELP'))
    const [notice] = (await history('C0HELP')).slice(-1)
    const { ts } = notice!
    expect(await reactable(store.db, await room('C0HELP'), ts)).toMatchObject({ ts })
    await write((tx) => say(tx, ana, { channelId: 'C0HELP', text: 'Welcome', threadTs: ts }))
    expect((await history('C0HELP')).at(-1)).toMatchObject({ ts, subtype: 'channel_join', reply_count: 1 })
    const help = await room('C0HELP')
    await write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect((await history('C0HELP')).at(-1)).toMatchObject({ ts, subtype: 'tombstone', reply_count: 1 })
    expect((await history('C0HELP')).at(-1)).not.toHaveProperty('inviter')
  })

  test('is found by an index, as all that stands in a channel', async () => {
    const { store, room } = await aTeam()
    // What PostgreSQL chooses depends on how much there is.
    if (!store.db.memory.sole) return
    const { sql: text, parameters } = standing(store.db, await room('C0HELP'))
      .orderBy('ts', 'desc')
      .limit(51)
      .compile()
    const plan = await store.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const details = plan.rows.map(({ detail }) => detail).join('\n')
    expect(details).toContain('SEARCH messages USING INDEX messages_on_top (team_id=? AND channel_id=?)')
    expect(details).not.toContain('TEMP B-TREE')
  })
})
