import { describe, expect, test } from 'vitest'
import { controlOf } from '#testing/control'
import { direct, thread } from '#testing/scene'
import { clientOf, refusalOf } from '#testing/sdk'
import { aServer } from '#testing/server'

const there = { channel_id: direct.channel, thread_ts: direct.thread_ts }
const prompts = [
  { title: 'What changed?', message: 'What changed since yesterday?' },
  { title: 'Plan', message: 'Make a plan.' },
]

describe('assistant.threads', () => {
  test('setTitle and setSuggestedPrompts reach who looks at the thread', async () => {
    const server = await aServer()
    const { assistant } = clientOf(server)
    const seen = () => controlOf(server).thread('U0ANA', direct.channel, direct.thread_ts)

    expect(await assistant.threads.setTitle({ ...there, title: 'Streams' })).toMatchObject({ ok: true })
    expect(await assistant.threads.setSuggestedPrompts({ ...there, title: 'Ask', prompts })).toMatchObject({ ok: true })

    expect(await seen()).toMatchObject({ title: 'Streams', suggestions: { title: 'Ask', prompts } })
    await controlOf(server).say('U0ANA', direct.channel, 'Make a plan.', direct.thread_ts)
    expect(await seen()).toMatchObject({ title: 'Streams', suggestions: null })
  })

  test('an app that is no agent has to name the thread of its suggestions', async () => {
    const { assistant } = clientOf(await aServer())
    const { data } = await refusalOf(assistant.threads.setSuggestedPrompts({ channel_id: direct.channel, prompts }))
    expect(data.error).toBe('not_agent_app')
  })
})

describe('agents.sessions', () => {
  test('begins with a status, is named anew, and follows the streams of its agent', async () => {
    const server = await aServer()
    const client = clientOf(server, 'xoxb-acme-brook')
    const ts = await controlOf(server).say('U0ANA', 'D0ANABROOK', 'Make a plan.')
    const session = { channel_id: 'D0ANABROOK', thread_ts: ts }
    const agents = async () => (await controlOf(server).thread('U0ANA', 'D0ANABROOK', ts)).agents

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

  test('is refused to an app that is no agent', async () => {
    const { agents } = clientOf(await aServer())
    const place = { channel_id: thread.channel, thread_ts: thread.thread_ts }
    const { data } = await refusalOf(agents.sessions.setStatus({ ...place, status: 'active' }))
    expect(data.error).toBe('feature_disabled')
  })
})

describe('blocks.validate', () => {
  test('says what is wrong with blocks, and where', async () => {
    const { blocks } = clientOf(await aServer())
    expect(await blocks.validate({ blocks: [{ type: 'divider' }] })).toMatchObject({ ok: true })
    const { data } = await refusalOf(blocks.validate({ message: { blocks: [{ type: 'divide' }] } }))
    expect(data).toMatchObject({
      error: 'invalid_message',
      errors: [{ code: 'failed_constraint', message: 'unsupported type: divide', pointer: '/blocks/0/type' }],
    })
  })
})
