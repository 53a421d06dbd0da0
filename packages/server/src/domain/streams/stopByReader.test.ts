import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listUnrecordedTeams, recordEvents } from '#delivery/outbox/recordEvents'
import { recordNext } from '#testing/apps/recordedEvents'
import { findViewerThreads } from '#feed/objects/threads'
import { findPersonCaller } from '#domain/people/personCaller'
import { stopStream } from '#domain/people/stopStream'
import { setStatus } from '#methods/agents/sessions/setStatus'
import { appendStream } from '#methods/chat/appendStream'
import { startStream } from '#methods/chat/startStream'
import { connectApp } from '#testing/apps/socketModeClient'
import { agentFile } from '#testing/workspace/agents'
import { onBothDatabases } from '#testing/database/databases'
import { rootTs } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { connectViewer } from '#testing/feed/viewer'
import { createWorkspace } from '#testing/workspace/workspace'

const features = { agent_view: { agent_description: 'Answers' } }
const thread = { channel: 'C0HELP', thread_ts: rootTs }
const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
const hour = 3_600_000

onBothDatabases('Stop, where an agent is at work', (open) => {
  async function createAgent(events = ['agent_session_stopped']) {
    const file = scoutFile({ events, features })
    const scene = await createWorkspace({ store: await open(), file })
    const { store, call } = scene
    await takeEvents()
    return { ...scene, takeEvents, press, works, starts, agents }

    async function works(status = 'processing') {
      expect(await call(setStatus, { channel_id: thread.channel, thread_ts: rootTs, status })).toMatchObject({
        ok: true,
      })
    }
    /** The agents, as viewers see them. */
    async function agents() {
      const [about] = await findViewerThreads(store.db, { team_id: 'T0ACME', id: thread.channel }, [rootTs])
      return about?.agents ?? []
    }
    async function starts() {
      return (await call(startStream, { ...thread, ...recipient, markdown_text: 'So far' })).ts ?? ''
    }
    async function press(ts: string, user = 'U0ANA') {
      await store.write(async (tx) => stopStream(tx, (await findPersonCaller(tx, 'T0ACME', user))!, thread.channel, ts))
    }
    async function takeEvents() {
      while (await store.write((tx) => recordEvents(tx, 'T0ACME')));
      const rows = await store.db.selectFrom('deliveries').select('event').orderBy('seq').execute()
      await store.write((tx) => tx.deleteFrom('deliveries').execute())
      return rows.map(({ event }) => event)
    }
  }
  const event = {
    type: 'agent_session_stopped',
    channel: thread.channel,
    user: 'U0ANA',
    thread_ts: rootTs,
    event_ts: expect.any(String),
  }

  test('[THR-10] without an open stream sends the agent an event, and leaves its session as it is', async () => {
    const { works, press, takeEvents, agents } = await createAgent()
    await works()
    expect(await agents()).toMatchObject([{ status: 'processing', stoppable: true }])

    await press(rootTs)

    expect(await takeEvents()).toEqual([{ ...event, streaming_message_ts: [] }])
    expect(await agents()).toMatchObject([{ status: 'processing', stoppable: true }])
    await works('active')
    expect((await agents())[0]).not.toHaveProperty('stoppable')
  })

  test('[THR-10, STR-6] ends all streams of the agent in that thread, and nothing else', async () => {
    const { works, starts, press, takeEvents, call, readThread } = await createAgent()
    await works()
    const streams = [await starts(), await starts()]
    const elsewhere =
      (await call(startStream, { channel: 'D0ANASCOUT', thread_ts: rootTs, markdown_text: 'x' })).ts ?? ''

    await press(rootTs)

    expect(await takeEvents()).toEqual([{ ...event, streaming_message_ts: streams }])
    const { messages } = await readThread('ana', thread.channel, rootTs)
    expect(messages.filter(({ ts }) => streams.includes(ts))).toMatchObject([
      { text: 'So far', streaming_state: 'completed' },
      { text: 'So far', streaming_state: 'completed' },
    ])
    const grown = (channel: string, ts: string) => call(appendStream, { channel, ts, markdown_text: '.' })
    expect(await grown(thread.channel, streams[0]!)).toMatchObject({ error: 'stopped_by_user' })
    expect(await grown('D0ANASCOUT', elsewhere)).toMatchObject({ ok: true })
  })

  const refused = (reason: string) => ({
    code: 'message_not_in_streaming_state',
    detail: expect.stringContaining(reason),
  })

  test('[THR-8, THR-10] is refused if the agent does not subscribe to it, is idle, or has been at work for an hour', async () => {
    const deaf = await createAgent(['app_mention'])
    await deaf.works()
    await expect(deaf.press(rootTs)).rejects.toMatchObject(refused('no agent at work in its thread can be stopped'))
    expect((await deaf.agents())[0]).not.toHaveProperty('stoppable')

    const { store, works, press, takeEvents } = await createAgent()
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent at work'))
    await works('suspended')
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent at work'))
    await works()
    store.db.clock.advance(hour)
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent at work'))
    expect(await takeEvents()).toEqual([])
  })

  test('[THR-10] is refused to anyone who cannot read the thread, and for a message that does not exist', async () => {
    const { works, press, takeEvents } = await createAgent()
    await works()
    await expect(press(rootTs, 'U0EVE')).rejects.toMatchObject({ code: 'not_in_channel' })
    await expect(press('1767225600.999999')).rejects.toMatchObject({ code: 'message_not_found' })
    expect(await takeEvents()).toEqual([])
  })
})

onBothDatabases('Stop, where several agents are at work', (open) => {
  test('[THR-12] for one of them leaves the others and their streams alone', async () => {
    const file = parse(agentFile)
    for (const { manifest } of file.apps)
      manifest.settings = {
        socket_mode_enabled: true,
        event_subscriptions: { bot_events: ['agent_session_stopped'] },
      }
    const { store, call } = await createWorkspace({ store: await open(), file: JSON.stringify(file) })
    const place = { channel: 'C1', thread_ts: rootTs, recipient_user_id: 'U1', recipient_team_id: 'T1' }
    const tokens = ['xoxb-one', 'xoxb-two']
    const streams = await Promise.all(
      tokens.map(async (token) => (await call(startStream, { ...place, markdown_text: 'So' }, { token })).ts ?? ''),
    )
    const press = (app?: string) =>
      store.write(async (tx) => stopStream(tx, (await findPersonCaller(tx, 'T1', 'U1'))!, 'C1', rootTs, app))
    const append = (i: number) =>
      call(appendStream, { channel: 'C1', ts: streams[i]!, markdown_text: ' on' }, { token: tokens[i]! })

    await press('A2')
    expect(await append(1)).toMatchObject({ error: 'stopped_by_user' })
    expect(await append(0)).toMatchObject({ ok: true })
    const [team = ''] = await listUnrecordedTeams(store.db)
    await recordNext(store, team)
    const deliveries = await store.db.selectFrom('deliveries').select('app_id').execute()
    expect(deliveries).toEqual([{ app_id: 'A2' }])
    await expect(press('A3')).rejects.toThrow(/no agent at work/)
    await press()
    expect(await append(0)).toMatchObject({ error: 'stopped_by_user' })
  })
})

test('[THR-10] a browser and the control API stop an agent in the same way', async () => {
  const server = await startServer({ file: scoutFile({ events: ['agent_session_stopped'], features }) })
  const app = await connectApp(server.url)
  const status = { channel_id: thread.channel, thread_ts: rootTs, status: 'processing' }
  await server.request('POST', '/api/agents.sessions.setStatus', status, { authorization: 'Bearer xoxb-acme-scout' })
  const ana = await connectViewer(server.url, 'U0ANA')
  ana.send({ type: 'stop', id: 's', channel: thread.channel, ts: rootTs })
  expect(await ana.next((frame) => frame.type === 'done')).toEqual({ type: 'done', id: 's', ts: rootTs })
  const press = { team: 'T0ACME', user: 'U0BEN', channel: thread.channel, ts: rootTs }
  expect((await server.request('POST', '/control/stop', press)).body).toEqual({ ok: true })
  await app.until(() => app.envelopes().length === 2)
  expect(app.envelopes().map(({ payload }) => payload['event'])).toMatchObject([
    { user: 'U0ANA', streaming_message_ts: [] },
    { user: 'U0BEN', streaming_message_ts: [] },
  ])
})
