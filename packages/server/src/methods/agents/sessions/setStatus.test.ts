import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { stopStream as pressStop } from '#domain/people/stopStream'
import { setSuggestedPrompts } from '#methods/assistant/threads/setSuggestedPrompts'
import { appendStream } from '#methods/chat/appendStream'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { replies } from '#methods/conversations/replies'
import { agentFile } from '#testing/workspace/agents'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { rootTs } from '#testing/workspace/domain'
import { createWorkspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'
import { setStatus } from './setStatus.ts'

const one = { file: agentFile, token: 'xoxb-one' }
const two = { file: agentFile, token: 'xoxb-two' }
const there = { channel_id: 'C1', thread_ts: rootTs }
const processing = { ...there, status: 'processing' }
const hour = 3_600_000

async function createSession() {
  const scene = await createWorkspace(one)
  return { ...scene, clock: scene.store.db.clock, agents, root }

  async function agents() {
    return (await scene.readThread('uma', 'C1', rootTs)).agents
  }
  async function root() {
    const { messages } = await scene.call(replies, { channel: 'C1', ts: rootTs }, one)
    return messages?.[0]
  }
}

describe('agents.sessions.setStatus', () => {
  test('[THR-5] starts the session of a thread, with its title', async () => {
    const { clock, call, agents, root } = await createSession()

    const answer = await call(setStatus, { ...processing, title: 'Deploy', initiator_user_id: 'U1' }, one)

    expect(answer).toEqual({ ok: true, status: 'processing', agent_status: 'processing', title: 'Deploy' })
    expect(await agents()).toEqual([{ app_id: 'A1', status: 'processing', ends_at: expect.any(Number) }])
    const expires = Math.ceil((clock.now() + hour) / 1000)
    expect(await root()).toMatchObject({
      agent_session: {
        status: 'processing',
        title: 'Deploy',
        agent_bot_user_ids: ['UB1'],
        date_status_processing_expire: expect.closeTo(expires, -1),
        agent_statuses: [{ agent_bot_user_id: 'UB1', status: 'processing', is_stoppable: true }],
      },
    })
  })

  test('[THR-5] an existing session keeps its title', async () => {
    const { call } = await createSession()
    await call(setStatus, { ...processing, title: 'Deploy' }, one)
    expect(await call(setStatus, { ...there, status: 'active', title: 'Other' }, { ...one, as: 'form' })).toEqual({
      ok: true,
      status: 'active',
      agent_status: 'active',
      title: 'Deploy',
    })
  })

  test('[THR-6] processing ends an hour after it was set, by the clock at reading', async () => {
    stopClock()
    const { clock, call, agents, root } = await createSession()
    await call(setStatus, processing, one)
    clock.advance(hour - 1000)
    expect(await agents()).toMatchObject([{ status: 'processing' }])
    clock.advance(1000)
    expect(await agents()).toEqual([{ app_id: 'A1', status: 'active', ends_at: null }])
    expect((await root())?.agent_session).toMatchObject({ status: 'active' })
    expect((await root())?.agent_session).not.toHaveProperty('date_status_processing_expire')
  })

  test('[THR-7] of several agents a processing one decides, then a suspended one', async () => {
    const { call } = await createSession()
    const statuses = async (status: string, by: typeof one) => {
      const answer = await call(setStatus, { ...there, status }, by)
      return [answer.status, answer.agent_status]
    }
    expect(await statuses('closed', one)).toEqual(['closed', 'closed'])
    expect(await statuses('processing', two)).toEqual(['processing', 'processing'])
    expect(await statuses('suspended', one)).toEqual(['processing', 'suspended'])
    expect(await statuses('active', two)).toEqual(['suspended', 'active'])
    expect(await statuses('active', one)).toEqual(['active', 'active'])
  })

  test('[THR-8] an agent without the stop event is warned, and cannot be stopped', async () => {
    const { call, root } = await createSession()
    const warning = 'missing_agent_session_stopped_event_subscription'
    expect(await call(setStatus, processing, two)).toMatchObject({
      warning,
      response_metadata: { warnings: [warning] },
    })
    expect((await root())?.agent_session?.agent_statuses).toMatchObject([{ is_stoppable: false }])
  })

  test('[THR-9] keeps its name and icon until it resets them', async () => {
    const { call, store } = await createSession()
    const look = () =>
      store.db.selectFrom('agent_sessions').select(['username', 'icon_emoji', 'icon_url']).executeTakeFirst()
    await call(setStatus, { ...processing, username: 'Night Scout', icon_emoji: ':owl:', icon_url: 'https://a.b' }, one)
    await call(setStatus, { ...there, status: 'active', icon_emoji: null }, one)
    expect(await look()).toEqual({ username: 'Night Scout', icon_emoji: null, icon_url: 'https://a.b' })
    await call(setStatus, { ...processing, username: '', icon_url: null }, one)
    expect(await look()).toEqual({ username: null, icon_emoji: null, icon_url: null })
  })

  test('[THR-5] a stream of an agent sets processing, and its end sets the next status', async () => {
    const { call, agents } = await createSession()
    const recipient = { recipient_user_id: 'U1', recipient_team_id: 'T1' }
    const start = () => call(startStream, { channel: 'C1', thread_ts: rootTs, ...recipient }, one)
    const first = await start()
    expect(await agents()).toMatchObject([{ status: 'processing' }])
    await call(stopStream, { channel: 'C1', ts: first.ts }, one)
    expect(await agents()).toMatchObject([{ status: 'active' }])
    const second = await start()
    await call(stopStream, { channel: 'C1', ts: second.ts, session_status: 'suspended' }, one)
    expect(await agents()).toMatchObject([{ status: 'suspended' }])
  })

  test('[THR-6, STR-6] a stream that a reader stopped does not change the session', async () => {
    const { call, store, agents, readThread } = await createSession()
    const place = { channel: 'C1', thread_ts: rootTs, recipient_user_id: 'U1', recipient_team_id: 'T1' }
    await call(setStatus, { ...processing, title: 'Deploy' }, one)
    const prompts = [{ title: 'Next', message: 'And now?' }]
    await call(setSuggestedPrompts, { channel_id: 'D1', prompts }, one)
    const { ts } = await call(startStream, { ...place, markdown_text: 'So far' }, one)
    const uma = (await findPersonCaller(store.db, 'T1', 'U1'))!
    await store.write((tx) => pressStop(tx, uma, 'C1', ts ?? ''))

    const thread = await readThread('uma', 'C1', rootTs)
    expect(thread).toMatchObject({ title: 'Deploy', agents: [{ app_id: 'A1', status: 'processing' }] })
    expect(thread.messages.at(-1)).toMatchObject({ ts, text: 'So far', streaming_state: 'completed' })
    expect((await readThread('uma', 'D1', rootTs)).suggestions).toMatchObject({ prompts })
    expect(await call(appendStream, { channel: 'C1', ts, markdown_text: '.' }, one)).toMatchObject({
      error: 'stopped_by_user',
    })
    expect(await call(stopStream, { channel: 'C1', ts, session_status: 'closed' }, one)).toMatchObject({
      error: 'message_not_in_streaming_state',
    })
    expect(await agents()).toMatchObject([{ status: 'processing' }])
    await call(setStatus, { ...there, status: 'active' }, one)
    expect(await agents()).toMatchObject([{ status: 'active' }])
  })

  test('[THR-5] a stream of an app that is not an agent starts no session', async () => {
    const { call, agents } = await createSession()
    const recipient = { recipient_user_id: 'U1', recipient_team_id: 'T1' }
    await call(startStream, { channel: 'C1', thread_ts: rootTs, ...recipient }, { token: 'xoxb-plain' })
    expect(await agents()).toEqual([])
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setStatus> = {
    channel_not_found: { ...one, args: { ...processing, channel_id: 'C9' }, detail: 'C9' },
    invalid_thread_ts: { ...one, args: { ...processing, thread_ts: '1' }, detail: '"1"' },
    not_in_channel: { ...one, args: processing, token: 'xoxp-outside', detail: 'You are not in C1' },
    thread_ts_required: { ...one, args: { ...processing, thread_ts: undefined }, detail: '`thread_ts`' },
    feature_disabled: { ...one, args: processing, token: 'xoxb-plain', detail: '`features.agent_view`' },
    user_not_found: { ...one, args: { ...processing, initiator_user_id: 'U2' }, detail: '"U2"' },
    reserved_username: { ...one, args: { ...processing, username: 'UMA' }, detail: '"UMA"' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and begins nothing', (error, call) =>
    expectRefusal(setStatus, error, call),
  )

  test.each(['is thinking...', ''])('[THR-5] refuses the status %j: invalid_arguments', (status) =>
    expectRefusal(setStatus, 'invalid_arguments', {
      ...one,
      args: { ...there, status },
      detail: 'must be a valid enum value [json-pointer:/status]',
    }),
  )
})
