import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { beginThread, lookBeside, openApp } from '#domain/apps/home'
import { entry } from '#domain/log/entry'
import { personCaller, stopStream as stop } from '#domain/people/actions'
import { rename as renameRoom, unarchive as openRoom } from '#domain/channels/change'
import { rename } from '#methods/agents/sessions/rename'
import { setTitle } from '#methods/assistant/threads/setTitle'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { archive } from '#methods/conversations/archive'
import { create } from '#methods/conversations/create'
import { rename as renameChannel } from '#methods/conversations/rename'
import { replies } from '#methods/conversations/replies'
import { unarchive } from '#methods/conversations/unarchive'
import type { Tx } from '#store/db'
import { anAppClient } from '#testing/apps/socketModeClient'
import { onBothDatabases } from '#testing/server/databases'
import { aServer } from '#testing/server/server'
import { everyEvent, socketApp } from '#testing/workspace/scout'
import { aViewer } from '#testing/feed/viewer'
import { aWorkspace } from '#testing/workspace/workspace'
import { recordEvents } from '#delivery/outbox/recordEvents'

const events = [
  ...everyEvent,
  'agent_session_stopped',
  'agent_session_title_changed',
  'app_context_changed',
  'app_home_opened',
  'app_uninstalled',
  'assistant_thread_context_changed',
  'assistant_thread_started',
  'channel_archive',
  'channel_created',
  'channel_rename',
  'channel_unarchive',
  'group_archive',
  'group_rename',
  'group_unarchive',
  'tokens_revoked',
]
const agent = { features: { agent_view: { agent_description: 'Answers' } } }
const [dm, root] = ['D0ANASCOUT', '1767225600.000100']
const event_ts = expect.any(String)

onBothDatabases('what people do beside an app', (open) => {
  async function aListener(given: Parameters<typeof socketApp>[0] = {}) {
    const scene = await aWorkspace({ store: await open(), file: socketApp({ events, ...given }) })
    const { store } = scene
    await told()
    return { ...scene, told, as }

    async function as<T>(
      user: string,
      act: (tx: Tx, person: NonNullable<Awaited<ReturnType<typeof personCaller>>>) => Promise<T>,
    ) {
      return store.write(async (tx) => act(tx, (await personCaller(tx, 'T0ACME', user))!))
    }
    async function told() {
      while (await store.write(recordEvents));
      const rows = await store.db.selectFrom('deliveries').selectAll().orderBy('seq').orderBy('type').execute()
      await store.write((tx) => tx.deleteFrom('deliveries').execute())
      return rows.map(({ event }) => event)
    }
  }

  test('[EVT-10] a thread with an assistant: its root, and the channel beside it', async () => {
    const { call, as, told } = await aListener()
    const ts = await as('U0ANA', (tx, ana) => beginThread(tx, ana, dm, 'C0HELP'))
    const [posted, started, ...more] = await told()
    expect(more).toEqual([])
    expect(posted).toMatchObject({ type: 'message', subtype: 'assistant_app_thread', user: 'U0SCOUT', ts, channel: dm })
    const context = { channel_id: 'C0HELP', team_id: 'T0ACME', enterprise_id: null }
    expect(started).toEqual({
      type: 'assistant_thread_started',
      assistant_thread: { user_id: 'U0ANA', context, channel_id: dm, thread_ts: ts },
      event_ts,
    })
    await call(postMessage, { channel: dm, thread_ts: ts, text: 'Hi, how can I help?' })
    const { messages = [] } = await call(replies, { channel: dm, ts })
    expect(messages.map((message) => message.subtype)).toEqual(['assistant_app_thread', undefined])

    await told()
    await call(setTitle, { channel_id: dm, thread_ts: ts, title: 'Deploy' })
    const [titled] = await told()
    expect(titled).toMatchObject({
      subtype: 'message_changed',
      message: { ts, subtype: 'assistant_app_thread', assistant_app_thread: { title: 'Deploy' } },
      previous_message: { assistant_app_thread: { title: '' } },
    })
    await as('U0ANA', (tx, ana) => lookBeside(tx, ana, { channelId: dm, looking: 'C0GENERAL' }))
    expect(await told()).toEqual([
      {
        type: 'assistant_thread_context_changed',
        assistant_thread: {
          user_id: 'U0ANA',
          context: { ...context, channel_id: 'C0GENERAL' },
          channel_id: dm,
          thread_ts: ts,
        },
        event_ts,
      },
    ])
  })

  test('[EVT-10] no app is told of a place that it may not know of, and no person names one that they do not', async () => {
    const { as, told } = await aListener()
    for (const [user, looking] of [
      ['U0ANA', 'C0SECRET'],
      ['U0ANA', 'C0BLOCKED'],
      ['U0ANA', 'C0NOPE'],
      ['U0ANA', 'C0STRICT'],
      ['U0ANA', 'D0ANAQUIET'],
      ['U0ANA', dm],
    ] as const) {
      await as(user, (tx, person) => lookBeside(tx, person, { channelId: dm, looking }))
      await as(user, (tx, person) => beginThread(tx, person, dm, looking))
      const started = (await told()).find(({ type }) => type === 'assistant_thread_started')
      expect(started).toMatchObject({ assistant_thread: { context: {} } })
    }
    for (const channel of [dm, 'C0HELP', 'D0ANAQUIET', 'C0NOPE']) {
      const act = as('U0BEN', (tx, ben) => openApp(tx, ben, { channelId: channel, tab: 'messages' }))
      await expect(act).rejects.toThrow(/channel/)
    }
    expect(await told()).toEqual([])
  })

  test('[EVT-10] opening an assistant begins the first thread, and no more', async () => {
    const { store, as, told } = await aListener()
    const eve = await store.write(async (tx) => {
      const { openDirect } = await import('#domain/channels/list')
      return (await openDirect(tx, 'T0ACME', 'U0EVE', 'U0SCOUT')).id
    })
    const opened = () =>
      as('U0EVE', (tx, person) => openApp(tx, person, { channelId: eve, tab: 'messages', looking: 'C0GENERAL' }))
    const both = await Promise.all([opened(), opened()])
    expect(both.filter((ts) => ts !== undefined)).toHaveLength(1)
    expect(await as('U0EVE', (tx, person) => openApp(tx, person, { channelId: eve, tab: 'home' }))).toBeUndefined()
    const home = { type: 'app_home_opened', user: 'U0EVE', channel: eve, event_ts }
    const entities = [{ type: 'slack#/types/channel_id', value: 'C0GENERAL', team_id: 'T0ACME' }]
    const all = await told()
    expect(all.filter(({ type }) => type === 'app_home_opened')).toEqual([
      { ...home, tab: 'messages', context: { entities } },
      { ...home, tab: 'messages', context: { entities } },
      { ...home, tab: 'home', context: {} },
    ])
    expect(all.filter(({ type }) => type === 'assistant_thread_started')).toHaveLength(1)
  })

  test('[EVT-10] an agent is told of what is looked at without a thread, and no thread begins', async () => {
    const { as, told } = await aListener(agent)
    expect(await as('U0ANA', (tx, ana) => openApp(tx, ana, { channelId: dm, tab: 'messages' }))).toBeUndefined()
    await as('U0ANA', (tx, ana) => lookBeside(tx, ana, { channelId: dm, looking: 'C0HELP' }))
    await as('U0ANA', (tx, ana) => lookBeside(tx, ana, { channelId: dm }))
    const changed = { type: 'app_context_changed', user: 'U0ANA', channel: dm, event_ts }
    const entities = [{ type: 'slack#/types/channel_id', value: 'C0HELP', team_id: 'T0ACME' }]
    expect(await told()).toEqual([
      { type: 'app_home_opened', user: 'U0ANA', channel: dm, tab: 'messages', context: {}, event_ts },
      { ...changed, context: { entities } },
      { ...changed, context: {} },
    ])
  })

  test('[STR-6] a stream that a reader stops: who, where, and which', async () => {
    const { call, as, told } = await aListener(agent)
    const { ts = '' } = await call(startStream, { channel: dm, thread_ts: root, markdown_text: 'Hm' })
    await told()
    await as('U0ANA', (tx, ana) => stop(tx, ana, dm, ts))
    const stopped = (await told()).find(({ type }) => type === 'agent_session_stopped')
    const streaming_message_ts = [ts]
    expect(stopped).toEqual({
      type: 'agent_session_stopped',
      channel: dm,
      user: 'U0ANA',
      thread_ts: root,
      streaming_message_ts,
      event_ts,
    })
  })

  test('[EVT-10] a session with another title', async () => {
    const { call, told } = await aListener(agent)
    await call(startStream, { channel: dm, thread_ts: root })
    await call(rename, { channel_id: dm, thread_ts: root, title: 'One' })
    await told()
    await call(rename, { channel_id: dm, thread_ts: root, title: 'One' })
    await call(rename, { channel_id: dm, thread_ts: root, title: 'Two' })
    const place = { channel: dm, user: 'U0SCOUT', team_id: 'T0ACME', thread_ts: root }
    expect(await told()).toEqual([
      { type: 'agent_session_title_changed', ...place, title: 'Two', previous_title: 'One', event_ts },
    ])
  })

  test('[EVT-11] channels that come, are closed, opened and renamed: public ones for every app of the team, private ones for their members', async () => {
    const { call, told, as } = await aListener({ scopes: ['channels:read', 'groups:read', 'channels:manage'] })
    const { changeChannel } = await import('#feed/channelFrames')
    const make = (name: string, isPrivate: boolean) =>
      as('U0ANA', (tx, ana) => changeChannel(tx, ana, { type: 'create', id: '1', name, private: isPrivate }))
    const open = await make('plans', false)
    const hidden = await make('hidden', true)
    expect(await told()).toEqual([
      {
        type: 'channel_created',
        channel: expect.objectContaining({ id: open, name: 'plans', is_channel: true, creator: 'U0ANA' }),
        event_ts,
      },
    ])
    for (const channel of [open, hidden])
      await as('U0ANA', (tx, ana) => changeChannel(tx, ana, { type: 'archive', id: '1', channel }))
    expect(await told()).toEqual([{ type: 'channel_archive', channel: open, user: 'U0ANA', is_moved: 0, event_ts }])
    await as('U0ANA', (tx, ana) => openRoom(tx, ana, open))
    await as('U0ANA', (tx, ana) => renameRoom(tx, ana, open, 'dreams'))
    const named = { name: 'dreams', name_normalized: 'dreams', created: expect.any(Number), is_mpim: false }
    expect(await told()).toEqual([
      { type: 'channel_unarchive', channel: open, user: 'U0ANA', event_ts },
      { type: 'channel_rename', channel: { id: open, ...named, is_channel: true }, event_ts },
    ])
    const { channel } = await call(create, { name: 'mine', is_private: true }, { token: 'xoxb-acme-scout' })
    const own = { channel: channel!.id }
    await call(archive, own)
    await call(unarchive, own)
    await call(renameChannel, { ...own, name: 'wishes' })
    expect(await told()).toEqual([
      { type: 'group_archive', ...own, user: 'U0SCOUT', is_moved: 0, event_ts },
      { type: 'group_unarchive', ...own, actor_id: 'U0SCOUT', event_ts },
      {
        type: 'group_rename',
        channel: { id: own.channel, ...named, name: 'wishes', name_normalized: 'wishes', is_channel: false },
        event_ts,
      },
    ])
  })

  test('[EVT-11] an app that is taken out of a team is told so, and of its tokens', async () => {
    const { store, told } = await aListener()
    await store.write(async (tx) => {
      await tx.deleteFrom('installations').where('app_id', '=', 'A0SCOUT').where('team_id', '=', 'T0ACME').execute()
      const app = 'A0SCOUT'
      tx.work.log(entry('team', 'T0ACME', { change: { type: 'uninstalled', app } }))
      tx.work.log(
        entry('team', 'T0ACME', { change: { type: 'tokens_revoked', app, people: ['U0ANA'], bots: ['U0SCOUT'] } }),
      )
    })
    expect(await told()).toEqual([
      { type: 'app_uninstalled', event_ts },
      { type: 'tokens_revoked', tokens: { oauth: ['U0ANA'], bot: ['U0SCOUT'] }, event_ts },
    ])
  })
})

test('[EVT-10] what is said in a browser to an assistant is said in a thread with it, and beside a channel', async () => {
  const server = await aServer({ file: socketApp({ events }) })
  const app = await anAppClient(server.url)
  const ana = await aViewer(server.url, 'U0ANA')
  await ana.open(dm)
  const told = () => app.envelopes().map(({ payload }) => payload['event'] as Record<string, any>)
  const send = (text: string, id: string = randomUUID()) => ana.send({ type: 'send', id, channel: dm, text })
  send('First', 'same')
  send('Second')
  send('First', 'same')
  ana.send({ type: 'looks', channel: dm, looking: 'C0HELP' })
  ana.send({ type: 'converse', id: 'other', channel: dm, looking: 'C0SECRET' })
  const begun = await ana.next((frame) => frame.type === 'done' && frame.id === 'other')
  send('Third')
  await app.until(() => told().some(({ text }) => text === 'Third'))

  const [first, second] = [...ana.messages.values()].filter(({ begins }) => begins).map(({ ts }) => ts)
  expect(begun).toMatchObject({ ts: second })
  const said = told().map(({ type, text, thread_ts, assistant_thread: thread }) => [
    type,
    text ?? thread.context.channel_id,
    thread_ts ?? thread?.thread_ts,
  ])
  expect(said).toEqual([
    ['message', 'New conversation', undefined],
    ['assistant_thread_started', undefined, first],
    ['message', 'First', first],
    ['message', 'Second', first],
    ['assistant_thread_context_changed', 'C0HELP', first],
    ['message', 'New conversation', undefined],
    ['assistant_thread_started', undefined, second],
    ['message', 'Third', second],
  ])
  const refused = async (channel: string) => {
    ana.send({ type: 'converse', id: channel, channel })
    return (await ana.next((frame) => frame.type === 'refused' && frame.id === channel)) as { error: string }
  }
  expect((await refused('C0HELP')).error).toBe('channel_not_found')
  expect((await refused('D0ANAQUIET')).error).not.toBe('internal_error')
  expect(server.defects).toEqual([])
})
