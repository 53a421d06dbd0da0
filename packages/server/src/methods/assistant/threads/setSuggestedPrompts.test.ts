import { describe, expect, test } from 'vitest'
import { sendMessage } from '#domain/people/messages/send'
import { postMessage } from '#methods/chat/postMessage'
import { agentFile } from '#testing/workspace/agents'
import { actionsOn, rootTs } from '#testing/workspace/domain'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { setSuggestedPrompts } from './setSuggestedPrompts.ts'

const prompts = [
  { title: 'What changed?', message: 'What changed since yesterday?' },
  { title: 'Plan', message: 'Make a plan.' },
]
const there = { channel_id: 'D0ANASCOUT', thread_ts: rootTs }
const suggested = { app_id: 'A0SCOUT', title: null, prompts }
const agent = { file: agentFile, token: 'xoxb-one' }

describe('assistant.threads.setSuggestedPrompts', () => {
  test.each(['json', 'form'] as const)('[THR-3] suggests prompts in a thread, as %s', async (as) => {
    const { call, dm, readThread } = await createWorkspace()

    expect(await call(setSuggestedPrompts, { ...there, prompts, title: 'Ask me' }, { as })).toEqual({ ok: true })

    const { suggestions } = await readThread('ana', dm, rootTs)
    expect(suggestions).toEqual({ ...suggested, title: 'Ask me' })
  })

  test('[THR-3] new prompts replace the old ones, an empty array removes them', async () => {
    const { call, dm, readThread } = await createWorkspace()
    await call(setSuggestedPrompts, { ...there, prompts, title: 'Ask me' })
    await call(setSuggestedPrompts, { ...there, prompts: prompts.slice(1) })
    expect((await readThread('ana', dm, rootTs)).suggestions).toEqual({ ...suggested, prompts: prompts.slice(1) })
    expect(await call(setSuggestedPrompts, { ...there, prompts: [], title: 'Ask me' })).toEqual({ ok: true })
    expect((await readThread('ana', dm, rootTs)).suggestions).toBe(null)
  })

  test('[THR-3] a person’s message removes them, the app’s own does not', async () => {
    const { call, dm, store, readThread } = await createWorkspace()
    await call(setSuggestedPrompts, { ...there, prompts })
    await call(postMessage, { channel: dm, thread_ts: rootTs, text: 'How can I help?' })
    expect((await readThread('ana', dm, rootTs)).suggestions).toEqual(suggested)
    const ana = await actionsOn(store).findPerson('U0ANA')
    await store.write((tx) => sendMessage(tx, ana, { channelId: dm, text: 'Hm', threadTs: rootTs }))
    expect((await readThread('ana', dm, rootTs)).suggestions).toBe(null)
  })

  test('[THR-4] an agent suggests prompts in a direct message, outside of threads', async () => {
    const { call, store, readThread } = await createWorkspace(agent)
    await call(setSuggestedPrompts, { channel_id: 'D1', prompts }, agent)
    expect((await readThread('uma', 'D1', rootTs)).suggestions).toEqual({ ...suggested, app_id: 'A1' })
    const uma = await actionsOn(store).findPerson('U1', 'T1')
    await store.write((tx) => sendMessage(tx, uma, { channelId: 'D1', text: 'Hm' }))
    expect((await readThread('uma', 'D1', rootTs)).suggestions).toBe(null)
  })

  test('[THR-4] an agent that names a thread is warned that it is ignored', async () => {
    const { call, countRows } = await createWorkspace(agent)
    const before = await countRows()
    expect(await call(setSuggestedPrompts, { channel_id: 'D1', thread_ts: rootTs, prompts }, agent)).toEqual({
      ok: true,
      warning: 'thread_ts_ignored',
      response_metadata: { warnings: ['thread_ts_ignored'] },
    })
    expect(await countRows()).toBe(before)
  })

  test('[THR-4] in a channel an agent’s prompts belong to the thread of the newest message', async () => {
    const { call, readThread } = await createWorkspace(agent)
    await call(postMessage, { channel: 'C1', thread_ts: rootTs, text: 'Below' }, agent)
    await call(setSuggestedPrompts, { channel_id: 'C1', prompts }, agent)
    expect((await readThread('uma', 'C1', rootTs)).suggestions).toMatchObject({ prompts })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setSuggestedPrompts> = {
    channel_not_found: { args: { ...there, prompts, channel_id: 'C0NOPE' }, detail: 'C0NOPE' },
    invalid_thread_ts: { args: { ...there, prompts, thread_ts: '1' }, detail: '"1"' },
    not_in_channel: {
      args: { ...there, prompts, channel_id: 'C1' },
      token: 'xoxp-outside',
      file: agentFile,
      detail: 'You are not in C1',
    },
    message_not_found: { ...agent, args: { channel_id: 'C2', prompts }, detail: 'C2' },
    not_agent_app: { args: { channel_id: 'D0ANASCOUT', prompts }, detail: '`features.agent_view`' },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and suggests nothing', (error, call) =>
    expectRefusal(setSuggestedPrompts, error, call),
  )

  test.each([
    ['five', Array(5).fill(prompts[0]), 'no more than 4 items allowed [json-pointer:/prompts]'],
    ['one without a message', [{ title: 'x' }], 'must provide a string [json-pointer:/prompts/0/message]'],
    [
      'one without words',
      [{ title: '', message: 'x' }],
      'must be more than 0 characters [json-pointer:/prompts/0/title]',
    ],
    ['no list', 'What?', 'must provide an array [json-pointer:/prompts]'],
  ])('[THR-3] refuses %s: invalid_arguments', (_what, given, detail) =>
    expectRefusal(setSuggestedPrompts, 'invalid_arguments', { args: { ...there, prompts: given }, detail }),
  )
})
