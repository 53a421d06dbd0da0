import { expect, test } from 'vitest'
import { findReadMark, markUnread, setNotifyRule } from '#domain/channels/readMarks'
import { findChannel } from '#domain/channels/find'
import { joinChannel } from '#domain/channels/membership/join'
import { leaveChannel } from '#domain/channels/membership/leave'
import { editMessage, removeMessage } from '#domain/people/messages/change'
import { sendMessage } from '#domain/people/messages/send'
import { toggleReaction } from '#domain/people/react'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { listUnreadThreads, markThread } from './followedThreads.ts'
import { listActivity } from './list.ts'
import { findQuietUntil, setQuiet } from './quiet.ts'
import { countUnseenReactions, findSeenAt, setSeen } from './seen.ts'

const help = 'C0HELP'
const secret = 'C0SECRET'

onBothDatabases('activity', (open) => {
  test('[REA-4] mentions by name, of a group and of everybody are counted, until the mark passes them', async () => {
    const { ana, ben, say, markOf } = await createScene(open)
    const [mine, group, all] = [
      await say(ben, '<@U0ANA> hi'),
      await say(ben, '<!subteam^S0OPS>'),
      await say(ben, '<!here>'),
    ]
    await say(ben, 'nobody, `<@U0ANA>`')
    await say(ana, '<!channel> by me')
    expect(await markOf(ana)).toMatchObject({ mentions: [mine, group, all] })
    expect((await markOf(ana)).unread).toHaveLength(4)
    // Ben is in the group himself, and in the channel.
    expect((await markOf(ben)).mentions).toHaveLength(1)
  })

  test('[REA-4] a change of the words changes whom they mention', async () => {
    const { store, ana, ben, say, markOf } = await createScene(open)
    const ts = await say(ben, 'hello')
    await store.write((tx) => editMessage(tx, ben, { channelId: help, ts, text: '<@U0ANA>' }))
    expect((await markOf(ana)).mentions).toEqual([ts])
    await store.write((tx) => removeMessage(tx, ben, { channelId: help, ts }))
    expect((await markOf(ana)).mentions).toEqual([])
  })

  test('[REA-5, REA-6] the mark goes back to before a message, and a member mutes a channel', async () => {
    const { store, ana, ben, say, markOf, channel } = await createScene(open)
    const [, two, three] = [await say(ben, 'one'), await say(ben, 'two'), await say(ben, 'three')]
    await store.write((tx) => markUnread(tx, channel, ana, two))
    expect((await markOf(ana)).unread).toEqual([two, three])
    await store.write((tx) => setNotifyRule(tx, channel, ana, { muted: true }))
    await store.write((tx) => setNotifyRule(tx, channel, ana, { notify: 'nothing' }))
    expect(await markOf(ana)).toMatchObject({ muted: true, notify: 'nothing' })
    expect(await markOf(ben)).toMatchObject({ muted: false, notify: null })
  })

  test('[NTF-7] until when a person wants to be left alone is kept, beside what they have seen', async () => {
    const { store, ana, ben } = await createScene(open)
    await store.write((tx) => setQuiet(tx, ana, 1_900_000_000_000))
    await store.write((tx) => setSeen(tx, ana, false))
    expect(await findQuietUntil(store.db, ana)).toBe(1_900_000_000_000)
    expect(await findQuietUntil(store.db, ben)).toBe(0)
    await store.write((tx) => setQuiet(tx, ana, 0))
    expect(await findQuietUntil(store.db, ana)).toBe(0)
    expect(await findSeenAt(store.db, ana)).toBeGreaterThan(0)
  })

  test('[NTF-2, NTF-3] those who wrote in a thread or are mentioned in it follow it, until they read it', async () => {
    const { store, ana, ben, eve, say, channel, unreadOf } = await createScene(open)
    const root = await say(ana, 'root')
    expect(await unreadOf(ana)).toEqual([])
    const first = await say(ben, 'reply', root)
    expect(await unreadOf(ana)).toEqual([root])
    expect(await unreadOf(ben)).toEqual([])
    await say(ana, 'thanks', root)
    expect([await unreadOf(ana), await unreadOf(ben)]).toEqual([[], [root]])
    const last = await say(ben, '<@U0EVE>', root)
    await store.write((tx) => joinChannel(tx, eve, help))
    expect(await unreadOf(eve)).toEqual([root])
    await store.write((tx) => markThread(tx, eve, channel, { threadTs: root, ts: last }))
    await store.write((tx) => markThread(tx, eve, channel, { threadTs: root, ts: first }))
    expect(await unreadOf(eve)).toEqual([])
    await store.write((tx) => removeMessage(tx, ben, { channelId: help, ts: last }))
    expect(await unreadOf(ana)).toEqual([])
    await store.write((tx) => markThread(tx, ben, channel, { threadTs: root, ts: root, back: true }))
    expect(await unreadOf(ben)).toEqual([root])
  })

  test('[NTF-1] a thread of a direct message is read with its messages', async () => {
    const { ana, say, unreadOf, start, stop } = await createScene(open)
    const root = await say(ana, 'question', undefined, 'D0ANASCOUT')
    await stop(await start({ mode: 'text', chunks: [{ type: 'markdown_text', text: 'answer' }] }, { threadTs: root }))
    expect(await unreadOf(ana)).toEqual([])
  })

  test('[NTF-4, NTF-5] the list has mentions, threads and reactions, the newest first, and what is new in them', async () => {
    const { store, ana, ben, say, react, activityOf } = await createScene(open)
    const root = await say(ana, 'my root')
    const mention = await say(ben, '<@U0ANA> look')
    await say(ben, 'one', root)
    const reply = await say(ben, 'two', root)
    await react(ben, root, 'tada')
    await react(ana, mention, 'tada')
    expect(await activityOf(ana)).toMatchObject([
      { kind: 'reaction', ts: root, text: 'my root', unread: true, reaction: { user: 'U0BEN', name: 'tada' } },
      { kind: 'thread', ts: reply, text: 'two', user: 'U0BEN', unread: true, fresh: 2, root: { text: 'my root' } },
      { kind: 'mention', ts: mention, user: 'U0BEN', unread: true },
    ])
    expect(await activityOf(ben)).toMatchObject([{ kind: 'reaction', ts: mention }])
    expect(await countUnseenReactions(store.db, ana)).toBe(1)
    await store.write((tx) => setSeen(tx, ana, true))
    expect(await countUnseenReactions(store.db, ana)).toBe(0)
    expect(await activityOf(ana)).toMatchObject([{ unread: false }, { unread: false, fresh: 0 }, { unread: true }])
    await react(ben, root, 'tada', false)
    expect((await activityOf(ana)).map(({ kind }) => kind)).toEqual(['thread', 'mention'])
    expect((await activityOf(ben, 'threads')).map(({ kind }) => kind)).toEqual(['thread'])
  })

  test('[NTF-5] nobody sees in the list what they may not see, and nobody of another team anything', async () => {
    const { store, ana, ben, eve, say, react, activityOf, unreadOf, findPerson } = await createScene(open)
    const ts = await say(ana, '<@U0BEN> <@U0EVE> <!subteam^S0OPS> <!here> secret', undefined, secret)
    const open1 = await say(ana, '<@U0EVE> open')
    await say(ana, '<@U0BEN> reply', ts, secret)
    await react(ana, ts, 'tada', true, secret)
    expect(await activityOf(ben)).toEqual([])
    expect(await activityOf(eve)).toMatchObject([{ kind: 'mention', ts: open1 }])
    expect(await activityOf(await findPerson('U0STRICT', 'T0STRICT'))).toEqual([])
    const own = await say(ben, 'mine')
    await say(ana, 'reply', own)
    await react(ana, own, 'tada')
    expect([await unreadOf(ben), await countUnseenReactions(store.db, ben)]).toEqual([[own], 1])
    await store.write((tx) => leaveChannel(tx, ben, help))
    await store.db.updateTable('channels').set({ kind: 'private' }).where('id', '=', help).execute()
    store.db.cache.clear()
    expect(await activityOf(ben)).toEqual([])
    expect([await unreadOf(ben), await countUnseenReactions(store.db, ben)]).toEqual([[], 0])
  })

  test('[NTF-5] pages follow each other without gaps and without repeats', async () => {
    const { store, ana, ben, say } = await createScene(open)
    const sent: string[] = []
    for (let i = 0; i < 70; i++) sent.push(await say(ben, i % 2 ? '<@U0ANA>' : '<!here>'))
    const got: string[] = []
    for (let before: string | undefined, more = true; more;) {
      const { items, next } = await store.snapshot((db) => listActivity(db, ana, { show: 'all', before }))
      expect(items.length).toBeLessThanOrEqual(30)
      got.push(...items.map(({ ts }) => ts).filter(isNew))
      before = next
      more = next !== undefined
    }
    expect(got).toEqual(sent.toReversed())
  })
})

/** Acme has a thread of its own, which is older. */
const isNew = (ts: string) => ts > '1780000000'

async function createScene(open: OpenStore) {
  const acme = await loadAcme(open)
  const { store, findPerson } = acme
  const [ana, ben, eve] = [await findPerson('U0ANA'), await findPerson('U0BEN'), await findPerson('U0EVE')]
  const channel = (await findChannel(store.db, 'T0ACME', help))!
  type Person = typeof ana
  return {
    ...acme,
    ana,
    ben,
    eve,
    channel,
    say: (person: Person, text: string, threadTs?: string, channelId = help) =>
      store.write((tx) =>
        sendMessage(tx, person, { channelId, text, threadTs, clientMsgId: crypto.randomUUID(), toAssistant: false }),
      ),
    react: (person: Person, ts: string, name: string, wanted = true, channelId = help) =>
      store.write((tx) => toggleReaction(tx, person, { channelId, ts, name, wanted })),
    markOf: async (person: Person) => (await findReadMark(store.db, channel, person.userId))!,
    unreadOf: async (person: Person) =>
      (await listUnreadThreads(store.db, person)).map(({ thread_ts: threadTs }) => threadTs),
    activityOf: async (person: Person, show: 'all' | 'threads' = 'all') =>
      (await store.snapshot((db) => listActivity(db, person, { show }))).items.filter(({ ts }) => isNew(ts)),
  }
}
