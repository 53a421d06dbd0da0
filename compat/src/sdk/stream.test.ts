import { describe, expect, test } from 'vitest'
import { createControlClient } from '#testing/control'
import { createClient, getRefusal } from '#testing/sdk'
import { startServer, workspaceFile as workspace } from '#testing/server'
import { directThread, paragraphs, channelThread } from '#testing/sampleReply'

const postgres = process.env['TEST_POSTGRES_URL'] // script/test starts one if it can

const stores = [
  { name: 'SQLite', store: undefined, here: true },
  { name: 'PostgreSQL', store: postgres, here: Boolean(postgres) },
]

for (const { name, store, here } of stores) {
  describe.skipIf(!here)(`on ${name}`, () => {
    describe.each([
      ['a direct message', directThread],
      ["a channel's thread", channelThread],
    ])('chatStream into %s', (_where, target) => {
      test('streams a reply that its recipient sees, and ends it with blocks', async () => {
        const server = await startServer({ workspace, store })
        const { channel, thread_ts } = target
        const stream = createClient(server).chatStream(target)
        const { readThread } = createControlClient(server)
        const seen: string[] = []

        for (const text of paragraphs) {
          await stream.append({ markdown_text: text })
          const reply = (await readThread('U0ANA', channel, thread_ts)).messages.find(({ ts }) => ts === stream.ts)
          if (reply) seen.push(reply.text)
        }
        const task = { type: 'task_update', id: 'read', title: 'Read the log' } as const
        await stream.append({ chunks: [{ ...task, status: 'in_progress' }] })
        await stream.append({ chunks: [{ ...task, status: 'complete', output: 'Nothing new.' }] })
        const { message } = await stream.stop({
          blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Was that of *use*?' } }],
        })

        expect(new Set(seen).size).toBeGreaterThanOrEqual(3)
        for (const [at, text] of seen.entries()) expect(text.startsWith(seen[at - 1] ?? '')).toBe(true)
        expect(message).toMatchObject({ ts: stream.ts, streaming_state: 'completed', thread_ts })
        expect(message?.blocks?.map(({ type }) => type).slice(-2)).toEqual(['task_card', 'section'])
        const { messages = [] } = await createClient(server).conversations.replies({ channel, ts: thread_ts })
        expect(messages.at(-1)).toEqual(message)
      })

      test('shows a status until the reply begins', async () => {
        const server = await startServer({ workspace, store })
        const client = createClient(server)
        const { readThread } = createControlClient(server)
        const { channel, thread_ts } = target

        await client.assistant.threads.setStatus({ channel_id: channel, thread_ts, status: 'is looking it up...' })
        const before = await readThread('U0ANA', channel, thread_ts)
        const stream = client.chatStream(target)
        await stream.append({ chunks: [{ type: 'markdown_text', text: 'It is ' }] })
        const after = await readThread('U0ANA', channel, thread_ts)
        await stream.stop()

        expect(before.status).toMatchObject({ text: 'Scout is looking it up...' })
        expect(after.status).toBeNull()
      })

      test('refuses an append after the recipient stopped the stream', async () => {
        const server = await startServer({ workspace, store })
        const { channel } = target
        const stream = createClient(server).chatStream(target)
        await stream.append({ chunks: [{ type: 'markdown_text', text: 'Once upon a time' }] })

        await createControlClient(server).stopStream('U0ANA', channel, stream.ts ?? '')
        const { data } = await getRefusal(stream.append({ chunks: [{ type: 'markdown_text', text: ' there was' }] }))

        expect(data.error).toBe('stopped_by_user')
      })
    })

    test('a short answer needs no more than a start and a stop', async () => {
      const server = await startServer({ workspace, store })
      const stream = createClient(server).chatStream(directThread)

      await stream.append({ markdown_text: 'Yes.' })
      await stream.stop()

      expect((await createControlClient(server).listCalls()).map(({ method }) => method)).toEqual([
        'chat.startStream',
        'chat.stopStream',
      ])
      const { messages } = await createControlClient(server).readThread(
        'U0ANA',
        directThread.channel,
        directThread.thread_ts,
      )
      expect(messages.at(-1)).toMatchObject({ text: 'Yes.', streaming_state: 'completed' })
    })
  })
}
