import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findChannel } from '#domain/channels/find'
import { sendMessage } from '#domain/people/messages/send'
import { findReactableMessage } from '#domain/reactions/reactions'
import { findReadMark } from '#domain/channels/readMarks'
import { archiveChannel, unarchiveChannel } from '#domain/channels/archive'
import { setPurpose, setTopic } from '#domain/channels/topic'
import { renameChannel } from '#domain/channels/rename'
import { createChannel } from '#domain/channels/create'
import { inviteMembers } from '#domain/channels/membership/invite'
import { kickMember, leaveChannel } from '#domain/channels/membership/leave'
import { joinChannel } from '#domain/channels/membership/join'
import { findNewestThread } from '#domain/threads/suggestedPrompts'
import { toMessageObjects } from '#objects/message'
import type { Tx } from '#store/db'
import { deleteMessage } from './delete.ts'
import { findMessage } from './find.ts'
import { findLatestTs, listChannelMessages, selectChannelMessages } from './list.ts'

onBothDatabases('[ROM-8] a change of a channel', (open) => {
  async function createTeam() {
    const scene = await loadAcme(open)
    const { store } = scene
    const [ana, ben, eve] = [
      await scene.findPerson('U0ANA'),
      await scene.findPerson('U0BEN'),
      await scene.findPerson('U0EVE'),
    ]
    const write = <T>(fn: (tx: Tx) => Promise<T>) => store.write(fn)
    const room = async (id: string) => (await findChannel(store.db, 'T0ACME', id))!
    /** Every message that conversations.history returns, oldest first. */
    const history = async (id: string) => {
      const { messages } = await listChannelMessages(store.db, await room(id), { limit: 100 })
      return toMessageObjects(store.db, await room(id), messages.toReversed(), { metadata: true })
    }
    return { ...scene, ana, ben, eve, write, room, history }
  }

  test('is announced there by system messages, from its creation to its archiving', async () => {
    const { ana, ben, eve, write, history } = await createTeam()
    const id = await write((tx) => createChannel(tx, ana, 'rush', false))
    await write((tx) => joinChannel(tx, ben, id))
    await write((tx) => joinChannel(tx, ben, id))
    await write((tx) => inviteMembers(tx, ana, id, ['U0EVE', 'U0SCOUT'], false))
    await write((tx) => setTopic(tx, ben, id, 'Trains & <late> ones'))
    await write((tx) => setTopic(tx, ben, id, 'Trains & <late> ones'))
    await write((tx) => setTopic(tx, ben, id, ''))
    await write((tx) => setPurpose(tx, ana, id, 'Commuting'))
    await write((tx) => setPurpose(tx, ana, id, ''))
    await write((tx) => sendMessage(tx, eve, { channelId: id, text: 'Late again' }))
    await write((tx) => renameChannel(tx, ana, id, 'trains'))
    await write((tx) => renameChannel(tx, ana, id, 'trains'))
    await write((tx) => kickMember(tx, ana, id, 'U0EVE'))
    await write((tx) => leaveChannel(tx, ben, id))
    await write((tx) => archiveChannel(tx, ana, id))
    await write((tx) => unarchiveChannel(tx, ana, id))

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
      { user: 'U0EVE', text: 'Late again', markdown_text: 'Late again', client_msg_id: expect.any(String) },
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

  test('is announced in private channels too, but not that the first members joined', async () => {
    const { ana, write, history } = await createTeam()
    expect((await history('C0SECRET')).map(({ subtype }) => subtype)).toEqual([undefined])
    await write((tx) => inviteMembers(tx, ana, 'C0SECRET', ['U0BEN'], false))
    expect((await history('C0SECRET')).slice(1)).toMatchObject([
      { type: 'message', subtype: 'channel_join', user: 'U0BEN', inviter: 'U0ANA', team: 'T0ACME' },
    ])
  })

  test('is announced once, even after concurrent calls', async () => {
    const { eve, write, history } = await createTeam()
    await Promise.all(Array.from({ length: 6 }, () => write((tx) => joinChannel(tx, eve, 'C0HELP'))))
    expect((await history('C0HELP')).filter(({ subtype }) => subtype === 'channel_join')).toHaveLength(1)
  })

  test('is not announced if it did not happen', async () => {
    const { ana, ben, eve, write, history, store } = await createTeam()
    const before = await history('C0HELP')
    const failing = write(async (tx) => {
      await joinChannel(tx, eve, 'C0HELP')
      await setTopic(tx, ana, 'C0HELP', 'Never')
      throw new Error('The disk is gone.')
    })
    await expect(failing).rejects.toThrow('The disk is gone.')
    for (const refused of [
      (tx: Tx) => setTopic(tx, ben, 'C0HELP', 'x'.repeat(251)),
      (tx: Tx) => renameChannel(tx, ben, 'C0HELP', 'no.name'),
      (tx: Tx) => inviteMembers(tx, ben, 'C0HELP', ['U0EVE', 'U0NOBODY'], false),
    ])
      await expect(store.write<unknown>(refused)).rejects.toMatchObject({ code: expect.any(String) })
    expect(await history('C0HELP')).toEqual(before)
  })

  test('[REA-1] does not count as unread, and is the newest message', async () => {
    const { ana, ben, eve, write, room, store } = await createTeam()
    const ts = await write((tx) => sendMessage(tx, ana, { channelId: 'C0HELP', text: 'News' }))
    await write((tx) => joinChannel(tx, eve, 'C0HELP'))
    await write((tx) => setTopic(tx, ana, 'C0HELP', 'Printers'))
    const unread = async (user: string) => (await findReadMark(store.db, await room('C0HELP'), user))?.unread
    expect(await unread(ben.userId)).toEqual([ts])
    expect(await unread(eve.userId)).toEqual([])
    const { messages } = await listChannelMessages(store.db, await room('C0HELP'), { limit: 1 })
    expect(await findLatestTs(store.db, await room('C0HELP'))).toBe(messages[0]?.ts)
    // It does not count as the newest thread either, which is the one that a person who opens the channel most likely reads.
    const help = await room('C0HELP')
    expect(await write((tx) => findNewestThread(tx, help))).toBe(ts)
  })

  test('is a message that can be replied to, reacted to, and deleted by its user', async () => {
    const { ana, eve, write, room, history, store } = await createTeam()
    await write((tx) => joinChannel(tx, eve, 'C0HELP'))
    const [notice] = (await history('C0HELP')).slice(-1)
    const { ts } = notice!
    expect(await findReactableMessage(store.db, await room('C0HELP'), ts)).toMatchObject({ ts })
    await write((tx) => sendMessage(tx, ana, { channelId: 'C0HELP', text: 'Welcome', threadTs: ts }))
    expect((await history('C0HELP')).at(-1)).toMatchObject({ ts, subtype: 'channel_join', reply_count: 1 })
    const help = await room('C0HELP')
    await write(async (tx) => deleteMessage(tx, (await findMessage(tx, help, ts))!))
    expect((await history('C0HELP')).at(-1)).toMatchObject({ ts, subtype: 'tombstone', reply_count: 1 })
    expect((await history('C0HELP')).at(-1)).not.toHaveProperty('inviter')
  })

  test.each(['desc', 'asc'] as const)('is found by an index, like all messages of a channel: %s', async (order) => {
    const { store, room } = await createTeam()
    // PostgreSQL chooses its plan by the number of rows.
    if (!store.db.cache.isSingleWriter) return
    const { sql: text, parameters } = selectChannelMessages(store.db, await room('C0HELP'))
      .where('ts', order === 'desc' ? '<' : '>', '1767225600.000100')
      .orderBy('ts', order)
      .limit(51)
      .compile()
    const plan = await store.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    )
    const details = plan.rows.map(({ detail }) => detail).join('\n')
    expect(details).toContain('SEARCH messages USING INDEX messages_on_top (team_id=? AND channel_id=? AND ts')
    expect(details).not.toContain('TEMP B-TREE')
  })
})
