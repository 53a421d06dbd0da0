import { expect, test } from 'vitest'
import { recordEvents } from '#delivery/outbox/recordEvents'
import { threadViews } from '#feed/threadViews'
import { turnClock } from '#domain/clock'
import { personCaller, stopStream } from '#domain/people/actions'
import { setStatus } from '#methods/agents/sessions/setStatus'
import { appendStream } from '#methods/chat/appendStream'
import { startStream } from '#methods/chat/startStream'
import { anAppClient } from '#testing/apps/socketModeClient'
import { onBothDatabases } from '#testing/server/databases'
import { rootTs } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'
import { socketApp } from '#testing/workspace/scout'
import { aViewer } from '#testing/feed/viewer'
import { aWorkspace } from '#testing/workspace/workspace'

const features = { agent_view: { agent_description: 'Answers' } }
const thread = { channel: 'C0HELP', thread_ts: rootTs }
const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
const hour = 3_600_000

onBothDatabases('Stop, where an agent is at work', (open) => {
  async function anAgent(events = ['agent_session_stopped']) {
    const file = socketApp({ events, features })
    const scene = await aWorkspace({ store: await open(), file })
    const { store, call } = scene
    await told()
    return { ...scene, told, press, works, starts, agents }

    async function works(status = 'processing') {
      expect(await call(setStatus, { channel_id: thread.channel, thread_ts: rootTs, status })).toMatchObject({
        ok: true,
      })
    }
    /** As viewers are told of them. */
    async function agents() {
      const [about] = await threadViews(store.db, { team_id: 'T0ACME', id: thread.channel }, [rootTs])
      return about?.agents ?? []
    }
    async function starts() {
      return (await call(startStream, { ...thread, ...recipient, markdown_text: 'So far' })).ts ?? ''
    }
    async function press(ts: string, user = 'U0ANA') {
      await store.write(async (tx) => stopStream(tx, (await personCaller(tx, 'T0ACME', user))!, thread.channel, ts))
    }
    async function told() {
      while (await store.write(recordEvents));
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

  test('[THR-10] and nothing grows, tells the agent; its session stays as it is until it says more', async () => {
    const { works, press, told, agents } = await anAgent()
    await works()
    expect(await agents()).toMatchObject([{ status: 'processing', stoppable: true }])

    await press(rootTs)

    expect(await told()).toEqual([{ ...event, streaming_message_ts: [] }])
    expect(await agents()).toMatchObject([{ status: 'processing', stoppable: true }])
    await works('active')
    expect((await agents())[0]).not.toHaveProperty('stoppable')
  })

  test('[THR-10, STR-6] ends all that the agent streams in that thread, and nothing else', async () => {
    const { works, starts, press, told, call, threadOf } = await anAgent()
    await works()
    const streams = [await starts(), await starts()]
    const elsewhere =
      (await call(startStream, { channel: 'D0ANASCOUT', thread_ts: rootTs, markdown_text: 'x' })).ts ?? ''

    await press(rootTs)

    expect(await told()).toEqual([{ ...event, streaming_message_ts: streams }])
    const { messages } = await threadOf('ana', thread.channel, rootTs)
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

  test('[THR-8, THR-10] is refused where the agent does not hear of it, rests, or has been at work for an hour', async () => {
    const deaf = await anAgent(['app_mention'])
    await deaf.works()
    await expect(deaf.press(rootTs)).rejects.toMatchObject(refused('no agent is at work that hears of Stop'))
    expect((await deaf.agents())[0]).not.toHaveProperty('stoppable')

    const { works, press, told } = await anAgent()
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent is at work'))
    await works('suspended')
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent is at work'))
    await works()
    turnClock(hour)
    await expect(press(rootTs)).rejects.toMatchObject(refused('no agent is at work'))
    expect(await told()).toEqual([])
  })

  test('[THR-10] is refused to who cannot read the thread, and for a message that is not there', async () => {
    const { works, press, told } = await anAgent()
    await works()
    await expect(press(rootTs, 'U0EVE')).rejects.toMatchObject({ code: 'not_in_channel' })
    await expect(press('1767225600.999999')).rejects.toMatchObject({ code: 'message_not_found' })
    expect(await told()).toEqual([])
  })
})

test('[THR-10] a browser and the control API stop an agent alike', async () => {
  const server = await aServer({ file: socketApp({ events: ['agent_session_stopped'], features }) })
  const app = await anAppClient(server.url)
  const status = { channel_id: thread.channel, thread_ts: rootTs, status: 'processing' }
  await server.ask('POST', '/api/agents.sessions.setStatus', status, { authorization: 'Bearer xoxb-acme-scout' })
  const ana = await aViewer(server.url, 'U0ANA')
  ana.send({ type: 'stop', id: 's', channel: thread.channel, ts: rootTs })
  expect(await ana.next((frame) => frame.type === 'done')).toEqual({ type: 'done', id: 's', ts: rootTs })
  const press = { team: 'T0ACME', user: 'U0BEN', channel: thread.channel, ts: rootTs }
  expect((await server.ask('POST', '/control/stop', press)).body).toEqual({ ok: true })
  await app.until(() => app.envelopes().length === 2)
  expect(app.envelopes().map(({ payload }) => payload['event'])).toMatchObject([
    { user: 'U0ANA', streaming_message_ts: [] },
    { user: 'U0BEN', streaming_message_ts: [] },
  ])
})
