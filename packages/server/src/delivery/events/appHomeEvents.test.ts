import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listUnrecordedTeams } from '#delivery/outbox/recordEvents'
import { openAppHome } from '#domain/apps/home/open'
import { startAssistantThread } from '#domain/apps/home/assistantThreads'
import { setViewedChannel } from '#domain/apps/home/viewedChannel'
import { stopStream as stop } from '#domain/people/stopStream'
import { rename } from '#methods/agents/sessions/rename'
import { setStatus } from '#methods/agents/sessions/setStatus'
import { setTitle } from '#methods/assistant/threads/setTitle'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { replies } from '#methods/conversations/replies'
import { createSubscribedApp, moreEvents, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { agentFile } from '#testing/workspace/agents'
import { everyEvent } from '#testing/workspace/scout'
import { createWorkspace } from '#testing/workspace/workspace'

const events = [...everyEvent, ...moreEvents]
const agent = { features: { agent_view: { agent_description: 'Answers' } } }
const [dm, root] = ['D0ANASCOUT', '1767225600.000100']
const event_ts = expect.any(String)

onBothDatabases('events of the app home', (open) => {
  test('[EVT-10] a new thread with an assistant is announced with its root and the viewed channel', async () => {
    const { call, as, takeEvents } = await createSubscribedApp(open, { events })
    const ts = await as('U0ANA', (tx, ana) => startAssistantThread(tx, ana, dm, 'C0HELP'))
    const [posted, started, ...more] = await takeEvents()
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

    await takeEvents()
    await call(setTitle, { channel_id: dm, thread_ts: ts, title: 'Deploy' })
    const [titled] = await takeEvents()
    expect(titled).toMatchObject({
      subtype: 'message_changed',
      message: { ts, subtype: 'assistant_app_thread', assistant_app_thread: { title: 'Deploy' } },
      previous_message: { assistant_app_thread: { title: '' } },
    })
    // [THR-2] The root has it from then on.
    expect((await call(replies, { channel: dm, ts })).messages?.[0]).toMatchObject({
      assistant_app_thread: { title: 'Deploy' },
    })
    await as('U0ANA', (tx, ana) => setViewedChannel(tx, ana, { channelId: dm, viewedChannel: 'C0GENERAL' }))
    expect(await takeEvents()).toEqual([
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

  test('[EVT-10] an app does not receive a viewed channel that it or the person may not see', async () => {
    const { as, takeEvents } = await createSubscribedApp(open, { events })
    for (const [user, looking] of [
      ['U0ANA', 'C0SECRET'],
      ['U0ANA', 'C0BLOCKED'],
      ['U0ANA', 'C0NOPE'],
      ['U0ANA', 'C0STRICT'],
      ['U0ANA', 'D0ANAQUIET'],
      ['U0ANA', dm],
    ] as const) {
      await as(user, (tx, person) => setViewedChannel(tx, person, { channelId: dm, viewedChannel: looking }))
      await as(user, (tx, person) => startAssistantThread(tx, person, dm, looking))
      const started = (await takeEvents()).find(({ type }) => type === 'assistant_thread_started')
      expect(started).toMatchObject({ assistant_thread: { context: {} } })
    }
    for (const channel of [dm, 'C0HELP', 'D0ANAQUIET', 'C0NOPE']) {
      const act = as('U0BEN', (tx, ben) => openAppHome(tx, ben, { channelId: channel, tab: 'messages' }))
      await expect(act).rejects.toThrow(/channel/)
    }
    expect(await takeEvents()).toEqual([])
  })

  test('[EVT-10] opening an assistant starts the first thread, and only that', async () => {
    const { store, as, takeEvents } = await createSubscribedApp(open, { events })
    const eve = await store.write(async (tx) => {
      const { openDirectMessage } = await import('#domain/channels/directMessage')
      return (await openDirectMessage(tx, 'T0ACME', 'U0EVE', 'U0SCOUT')).id
    })
    const opened = () =>
      as('U0EVE', (tx, person) =>
        openAppHome(tx, person, { channelId: eve, tab: 'messages', viewedChannel: 'C0GENERAL' }),
      )
    const both = await Promise.all([opened(), opened()])
    expect(both.filter((ts) => ts !== undefined)).toHaveLength(1)
    expect(await as('U0EVE', (tx, person) => openAppHome(tx, person, { channelId: eve, tab: 'home' }))).toBeUndefined()
    const home = { type: 'app_home_opened', user: 'U0EVE', channel: eve, event_ts }
    const entities = [{ type: 'slack#/types/channel_id', value: 'C0GENERAL', team_id: 'T0ACME' }]
    const all = await takeEvents()
    expect(all.filter(({ type }) => type === 'app_home_opened')).toEqual([
      { ...home, tab: 'messages', context: { entities } },
      { ...home, tab: 'messages', context: { entities } },
      { ...home, tab: 'home', context: {} },
    ])
    expect(all.filter(({ type }) => type === 'assistant_thread_started')).toHaveLength(1)
  })

  test('[EVT-10] an agent receives the viewed channel without a thread, and no thread starts', async () => {
    const { as, takeEvents } = await createSubscribedApp(open, { events, ...agent })
    expect(await as('U0ANA', (tx, ana) => openAppHome(tx, ana, { channelId: dm, tab: 'messages' }))).toBeUndefined()
    await as('U0ANA', (tx, ana) => setViewedChannel(tx, ana, { channelId: dm, viewedChannel: 'C0HELP' }))
    await as('U0ANA', (tx, ana) => setViewedChannel(tx, ana, { channelId: dm }))
    const changed = { type: 'app_context_changed', user: 'U0ANA', channel: dm, event_ts }
    const entities = [{ type: 'slack#/types/channel_id', value: 'C0HELP', team_id: 'T0ACME' }]
    expect(await takeEvents()).toEqual([
      { type: 'app_home_opened', user: 'U0ANA', channel: dm, tab: 'messages', context: {}, event_ts },
      { ...changed, context: { entities } },
      { ...changed, context: {} },
    ])
  })

  test('[STR-6] an agent is told who stopped its stream, in which thread, and which stream', async () => {
    const { call, as, takeEvents } = await createSubscribedApp(open, { events, ...agent })
    const { ts = '' } = await call(startStream, { channel: dm, thread_ts: root, markdown_text: 'Hm' })
    await takeEvents()
    await as('U0ANA', (tx, ana) => stop(tx, ana, dm, ts))
    const stopped = (await takeEvents()).find(({ type }) => type === 'agent_session_stopped')
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

  test('[THR-13] a new status of an agent is a hidden change of the root, as it was at that moment', async () => {
    const { call, takeEvents } = await createSubscribedApp(open, { events, ...agent })
    const thread = { channel_id: dm, thread_ts: root }
    await call(setStatus, { ...thread, status: 'processing', title: 'A plan' })
    await call(setStatus, { ...thread, status: 'processing' })
    await call(setStatus, { ...thread, status: 'suspended' })
    const changes = (await takeEvents()).filter(({ subtype }) => subtype === 'message_changed')
    const session = (status: string) => ({ status, title: 'A plan', agent_bot_user_ids: ['U0SCOUT'] })
    const message = { ts: root, user: 'U0ANA' }
    expect(changes).toMatchObject([
      { hidden: true, channel: dm, message: { ...message, agent_session: session('processing') } },
      {
        hidden: true,
        message: { ...message, agent_session: session('suspended') },
        previous_message: { ...message, agent_session: session('processing') },
      },
    ])
    expect(changes[0]?.['previous_message']).not.toHaveProperty('agent_session')

    await call(startStream, { channel: dm, thread_ts: root })
    const [changed, ...more] = (await takeEvents()).filter(({ subtype }) => subtype === 'message_changed')
    expect(changed).toMatchObject({ message: { agent_session: session('processing') } })
    expect(more).toEqual([])
  })

  test('[EVT-10] an agent is told when the title of its session changes', async () => {
    const { call, takeEvents } = await createSubscribedApp(open, { events, ...agent })
    await call(startStream, { channel: dm, thread_ts: root })
    await call(rename, { channel_id: dm, thread_ts: root, title: 'One' })
    await takeEvents()
    await call(rename, { channel_id: dm, thread_ts: root, title: 'One' })
    await call(rename, { channel_id: dm, thread_ts: root, title: 'Two' })
    const place = { channel: dm, user: 'U0SCOUT', team_id: 'T0ACME', thread_ts: root }
    expect(await takeEvents()).toEqual([
      { type: 'agent_session_title_changed', ...place, title: 'Two', previous_title: 'One', event_ts },
    ])
  })

  test('[EVT-10] each agent of a thread receives its new title once, and no other app does', async () => {
    const subscriptions = { bot_events: ['agent_session_title_changed'] }
    const file = parse(agentFile)
    for (const { manifest } of file.apps)
      manifest.settings = { socket_mode_enabled: true, event_subscriptions: subscriptions }
    const { call, store } = await createWorkspace({ store: await open(), file: JSON.stringify(file) })
    const thread = { channel_id: 'C1', thread_ts: root }
    for (const token of ['xoxb-one', 'xoxb-two']) await call(setStatus, { ...thread, status: 'active' }, { token })
    await call(rename, { ...thread, title: 'One' }, { token: 'xoxb-one' })
    for (const team of await listUnrecordedTeams(store.db)) await recordNext(store, team)
    const deliveries = await store.db.selectFrom('deliveries').select(['app_id', 'type']).orderBy('app_id').execute()
    const type = 'agent_session_title_changed'
    expect(deliveries).toEqual([
      { app_id: 'A1', type },
      { app_id: 'A2', type },
    ])
  })
})
