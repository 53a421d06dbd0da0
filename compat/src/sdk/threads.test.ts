import { describe, expect, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { directThread, channelThread } from '#testing/sampleReply'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer } from '#testing/server'

const target = { channel_id: directThread.channel, thread_ts: directThread.thread_ts }
const prompts = [
  { title: 'What changed?', message: 'What changed since yesterday?' },
  { title: 'Plan', message: 'Make a plan.' },
]

describe('assistant.threads', () => {
  test('setTitle and setSuggestedPrompts are shown in the thread', async () => {
    const server = await startServer()
    const { assistant } = createClient(server)
    const readThread = () =>
      createControlClient(server).readThread('U0ANA', directThread.channel, directThread.thread_ts)

    expect(await assistant.threads.setTitle({ ...target, title: 'Streams' })).toMatchObject({ ok: true })
    expect(await assistant.threads.setSuggestedPrompts({ ...target, title: 'Ask', prompts })).toMatchObject({
      ok: true,
    })

    expect(await readThread()).toMatchObject({ title: 'Streams', suggestions: { title: 'Ask', prompts } })
    await createControlClient(server).sendMessage('U0ANA', directThread.channel, 'Make a plan.', directThread.thread_ts)
    expect(await readThread()).toMatchObject({ title: 'Streams', suggestions: null })
  })

  test('an app that is not an agent has to name the thread of its prompts', async () => {
    const { assistant } = createClient(await startServer())
    const { data } = await getRefusal(
      assistant.threads.setSuggestedPrompts({ channel_id: directThread.channel, prompts }),
    )
    expect(data.error).toBe('not_agent_app')
  })
})

describe('agents.sessions', () => {
  test('starts with a status, can be renamed, and follows the streams of its agent', async () => {
    const server = await startServer()
    const client = createClient(server, 'xoxb-acme-brook')
    const ts = await createControlClient(server).sendMessage('U0ANA', 'D0ANABROOK', 'Make a plan.')
    const session = { channel_id: 'D0ANABROOK', thread_ts: ts }
    const agents = async () => (await createControlClient(server).readThread('U0ANA', 'D0ANABROOK', ts)).agents

    const begun = await client.agents.sessions.setStatus({ ...session, status: 'processing', title: 'A plan' })
    expect(begun).toMatchObject({ ok: true, status: 'processing', agent_status: 'processing', title: 'A plan' })
    expect(begun.warning).toBeUndefined()
    expect(await client.agents.sessions.rename({ ...session, title: 'The plan' })).toMatchObject({ title: 'The plan' })

    const stream = client.chatStream({ channel: 'D0ANABROOK', thread_ts: ts })
    await stream.append({ chunks: [{ type: 'markdown_text', text: 'First' }] })
    expect(await agents()).toMatchObject([{ app_id: 'A0BROOK', status: 'processing' }])
    await stream.stop({ session_status: 'suspended' })
    expect(await agents()).toMatchObject([{ app_id: 'A0BROOK', status: 'suspended' }])
  })

  test('is refused for an app that is not an agent', async () => {
    const { agents } = createClient(await startServer())
    const target = { channel_id: channelThread.channel, thread_ts: channelThread.thread_ts }
    const { data } = await getRefusal(agents.sessions.setStatus({ ...target, status: 'active' }))
    expect(data.error).toBe('feature_disabled')
  })
})

describe('blocks.validate', () => {
  test('reports what is wrong with blocks, and where', async () => {
    const { blocks } = createClient(await startServer())
    expect(await blocks.validate({ blocks: [{ type: 'divider' }] })).toMatchObject({ ok: true })
    const { data } = await getRefusal(blocks.validate({ message: { blocks: [{ type: 'divide' }] } }))
    expect(data).toMatchObject({
      error: 'invalid_message',
      errors: [{ code: 'failed_constraint', message: 'unsupported type: divide', pointer: '/blocks/0/type' }],
    })
  })
})
