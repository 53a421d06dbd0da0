import type { Block } from '@rivulet/blocks/types'
import { describe, expect, test } from 'vitest'
import { setQuiet } from '#domain/activity/quiet'
import { markThread } from '#domain/activity/followedThreads'
import { type Channel, findChannel } from '#domain/channels/find'
import { leaveChannel } from '#domain/channels/membership/leave'
import { advanceReadMark, setNotifyRule } from '#domain/channels/readMarks'
import { deactivatePerson, setPassword } from '#domain/people/accounts/deactivate'
import { findMessage } from '#domain/messages/find'
import { removeMessage } from '#domain/people/messages/change'
import { changePreferences } from '#domain/people/profile/preferences'
import { endSession } from '#domain/people/sessions'
import { findUser } from '#domain/people/users'
import type { Store, Tx } from '#store/db'
import type { NotifyRule } from '#store/tables/channels'
import { onBothDatabases, type OpenStore } from '#testing/database/databases'
import { createPushScene } from '#testing/apps/pushScene'
import { findNews } from './concerns.ts'
import { deletePush, type DuePush, listDuePushes, retryPush, takePush } from './due.ts'
import { queueReminder } from './queue.ts'
import { reportSight } from './sight.ts'
import { describeNews } from './words.ts'

const help = 'C0HELP'
const nothing = { sessions: [], people: [], origins: [] }
const address = {
  endpoint: 'https://push.example.org/1',
  p256dh: Buffer.from([4, ...new Uint8Array(64)]).toString('base64url'),
  auth: Buffer.alloc(16).toString('base64url'),
}

onBothDatabases('pushes', (open) => {
  test('[NTF-10] mentions, direct messages, followed threads, and all of a channel if one wants it', async () => {
    const { ana, ben, eve, say, pushed, told, subscribed, start, stop } = await createScene(open)
    await subscribed(ben, { ...address, endpoint: 'https://push.example.org/2' })
    await say(ben, 'hello')
    expect(await pushed()).toEqual([])
    await say(ben, '<@U0ANA> one')
    await say(ben, '<!subteam^S0OPS> two')
    await say(ben, '<!here> three')
    await say(ana, '<@U0ANA> <!here> mine')
    expect(await pushed()).toEqual([
      'ana: Ben Okafor in #help-desk: @Ana one',
      'ana: Ben Okafor in #help-desk: @here three',
      'ana: Ben Okafor in #help-desk: @ops two',
      'ben: Ana in #help-desk: @Ana @here mine',
    ])
    const root = await say(ana, 'root')
    await say(ben, 'reply', help, root)
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: reply'])
    await told(ben, { notify: 'all' })
    await say(ana, 'for ben', help)
    await say(ana, 'also')
    expect(await pushed()).toEqual(['ben: Ana in #help-desk: also', 'ben: Ana in #help-desk: for ben'])
    const ts = await start({ mode: 'text', chunks: [{ type: 'markdown_text', text: 'growing' }] })
    expect(await pushed()).toEqual([])
    await stop(ts)
    expect(await pushed()).toEqual(['ana: Scout: growing'])
    // Eve has no subscription.
    await say(ana, '<@U0EVE> hi', 'C0GENERAL')
    expect(await pushed()).toEqual([])
    expect(eve.userId).toBe('U0EVE')
  })

  test('[REA-6] what a person wants of all channels counts where a channel says nothing else', async () => {
    const { ana, ben, say, pushed, told, wants } = await createScene(open)
    await wants(ana, 'all')
    await say(ben, 'to all')
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: to all'])
    await told(ana, { notify: 'mentions' })
    await say(ben, 'no longer')
    expect(await pushed()).toEqual([])
    await wants(ana, 'nothing')
    await say(ben, '<@U0ANA> here still')
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: @Ana here still'])
    await told(ana, { notify: null })
    await say(ben, '<@U0ANA> nor here')
    expect(await pushed()).toEqual([])
    await wants(ana, 'mentions')
    await say(ben, 'usual')
    await say(ben, '<@U0ANA> hi')
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: @Ana hi'])
  })

  test('[NTF-10] names in the words are those that the person sees', async () => {
    const { ben, say, pushed, subscribed } = await createScene(open)
    await subscribed(ben, { ...address, endpoint: 'https://push.example.org/2' })
    await say(await ana(), '<@U0BEN> see <#C0SECRET> and <#C0GENERAL> *bold*')
    expect(await pushed()).toEqual(['ben: Ana in #help-desk: @Ben Okafor see #C0SECRET and #general bold'])

    async function ana() {
      return { ...ben, userId: 'U0ANA' }
    }
  })

  test('[NTF-11] of a message that names very many people, the first are named', async () => {
    const { store, ana, ben, say, channel } = await createScene(open)
    const message = (await findMessage(store.db, { team_id: 'T0ACME', id: help }, await say(ben, 'x')))!
    const ids = ['U0BEN', ...Array.from({ length: 70_000 }, (_, n) => `U${n}`)]
    const elements = ids.map((user_id) => ({ type: 'user', user_id }) as const)
    const blocks: Block[] = [{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] }]
    const news = { person: ana, channel: await channel(), message: { ...message, blocks }, reminds: false }
    expect((await describeNews(store.db, news)).body).toMatch(/^@Ben Okafor@U0@U1@/)
  })

  describe('[NTF-7, NTF-10] nothing is pushed at the moment at which', () => {
    const ends: Record<string, (scene: Scene, ts: string) => Promise<unknown>> = {
      'the message was read': ({ store, ana, channel }, ts) =>
        write(store, channel(), (tx, help) => advanceReadMark(tx, help, ana, ts)),
      'it was deleted': ({ store, ben }, ts) => store.write((tx) => removeMessage(tx, ben, { channelId: help, ts })),
      'its channel is muted': ({ told, ana }) => told(ana, { muted: true }),
      'its channel notifies of nothing': ({ told, ana }) => told(ana, { notify: 'nothing' }),
      'the person has left its channel': ({ store, ana }) => store.write((tx) => leaveChannel(tx, ana, help)),
      'the person wants to be left alone': ({ store, ana }) =>
        store.write((tx) => setQuiet(tx, ana, store.db.clock.now() + 60_000)),
      'a window of theirs is in sight': ({ store, ana }) => store.write((tx) => reportSight(tx, ana, 'N1', true)),
      'they signed out': ({ store, session }) => store.write((tx) => endSession(tx, session)),
      'they are deactivated': ({ store, ana }) =>
        store.write(async (tx) => deactivatePerson(tx, (await findUser(tx, 'T0ACME', ana.userId))!)),
      'their password was changed': ({ store }) =>
        store.write((tx) => setPassword(tx, { team_id: 'T0ACME', id: 'U0ANA' }, 'none')),
    }
    test.each(Object.entries(ends))('%s', async (_when, end) => {
      const scene = await createScene(open)
      const ts = await scene.say(scene.ben, '<@U0ANA> hi')
      await end(scene, ts)
      expect(await scene.pushed()).toEqual([])
    })
  })

  test('[NTF-10] a window that is hidden, has left, or says nothing more, is not in sight', async () => {
    const { store, ana, ben, say, pushed, passTime } = await createScene(open)
    const sight = (inSight: boolean) => store.write((tx) => reportSight(tx, ana, 'N1', inSight))
    await sight(true)
    await say(ben, '<@U0ANA> one')
    expect(await pushed()).toEqual([])
    await sight(false)
    await say(ben, '<@U0ANA> two')
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: @Ana two'])
    await sight(true)
    passTime(90_000)
    await say(ben, '<@U0ANA> three')
    expect(await pushed()).toEqual(['ana: Ben Okafor in #help-desk: @Ana three'])
  })

  test('[NTF-10] a reply that was read in its thread is not pushed', async () => {
    const { store, ana, ben, say, pushed, channel } = await createScene(open)
    const root = await say(ana, 'root')
    const reply = await say(ben, 'reply', help, root)
    await write(store, channel(), (tx, help) => markThread(tx, ana, help, { threadTs: root, ts: reply }))
    expect(await pushed()).toEqual([])
  })

  test.each([
    ['succeeds', deletePush],
    ['is tried again later', (tx: Tx, push: DuePush) => retryPush(tx, push, 60_000)],
    ['has failed for the last time', (tx: Tx, push: DuePush) => retryPush(tx, { ...push, attempt: 4 }, undefined)],
  ])('[LAT-6] a reminder is due also if an older push of the message %s just then', async (_, record) => {
    const { store, ana, ben, say, passTime } = await createScene(open)
    const ts = await say(ben, '<@U0ANA> one')
    passTime()
    const [push] = await listDuePushes(store.db, nothing, 50)
    const taken = await store.write((tx) => takePush(tx, push!))
    passTime(1000)
    await store.write((tx) => queueReminder(tx, ana, { channelId: help, ts }))
    await store.write((tx) => record(tx, taken!))
    expect(await listDuePushes(store.db, nothing, 50)).toMatchObject([{ ts, reminds: true, attempt: 0 }])
  })
})

async function write(store: Store, channel: Promise<Channel>, work: (tx: Tx, channel: Channel) => Promise<unknown>) {
  const found = await channel
  await store.write((tx) => work(tx, found))
}

type Scene = Awaited<ReturnType<typeof createScene>>

async function createScene(open: OpenStore) {
  const scene = await createPushScene(open)
  const { store, ana, passTime, subscribed } = scene
  const session = await subscribed(ana, address)
  const channel = async () => (await findChannel(store.db, 'T0ACME', help))!
  return {
    ...scene,
    session,
    channel,
    wants: (person: typeof ana, notify: NotifyRule) => store.write((tx) => changePreferences(tx, person, { notify })),
    told: (person: typeof ana, rule: { muted?: boolean; notify?: NotifyRule | null }) =>
      write(store, channel(), (tx, help) => setNotifyRule(tx, help, person, rule)),
    /** Who would be sent what by now. It is not asked again. */
    async pushed(): Promise<string[]> {
      const told: string[] = []
      passTime()
      for (let due = await listDuePushes(store.db, nothing, 50); due.length > 0;) {
        for (const push of due) {
          const news = await store.snapshot((db) => findNews(db, push))
          if (news) {
            const { title, body } = await store.snapshot((db) => describeNews(db, news))
            told.push(`${push.user_id.slice(2).toLowerCase()}: ${title}: ${body}`)
          }
          await store.write((tx) =>
            tx
              .deleteFrom('pushes')
              .where('session', '=', push.session)
              .where('channel_id', '=', push.channel_id)
              .where('ts', '=', push.ts)
              .execute(),
          )
        }
        due = await listDuePushes(store.db, nothing, 50)
      }
      return told.toSorted()
    },
  }
}
