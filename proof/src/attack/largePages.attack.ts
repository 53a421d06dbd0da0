import { once } from 'node:events'
import { Client } from '#load/client'
import { signIn } from '#load/feedReader'
import { field, listField, textField } from '#load/untypedFields'
import { targets, token } from '#load/workspace'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const posts = 300
const goalBytes = 1_010_000
const goalRss = 400

/** An app posts the largest messages that there can be; then people open the channel, and apps read all of it at once. */
export const attack: Attack = (print) =>
  withAttackedServer(async ({ api, readRss }) => {
    const app = new Client(api, token)
    const channel = targets[0]?.channel ?? ''
    const elements = (length: number) => [{ type: 'text', text: 'x'.repeat(length) }]
    const blocks = (length: number) =>
      JSON.stringify([{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: elements(length) }] }])
    for (const large of [{ username: 'x'.repeat(900_000), text: 'x' }, { blocks: blocks(900_000) }])
      if ((await app.call('chat.postMessage', { channel, ...large }))?.ok) throw new Error('900 kB were accepted')
    const text = 'y'.repeat(39_900)
    for (let i = 0; i < posts; i++) await app.callOrThrow('chat.postMessage', { channel, text, blocks: blocks(59_900) })

    const origin = new URL(api).origin
    const frames = await Promise.all(Array.from({ length: 4 }, () => openChannel(origin, channel)))
    const pages = await Promise.all(Array.from({ length: 4 }, () => readHistory(app, channel)))
    app.close()
    const largest = Math.max(...frames, ...pages.flatMap(({ sizes }) => sizes))
    const rss = await readRss()
    const read = pages.map(({ messages }) => messages)
    print(
      `${posts} messages of 100 kB, 4 people and 4 apps that read them: the largest frame or page had ` +
        `${(largest / 1e6).toFixed(2)} MB (goal 1 MB), the process ${rss.toFixed(0)} MiB (goal ${goalRss})`,
    )
    if (largest > goalBytes || rss > goalRss) throw new Error('a page or the process was too large')
    if (read.some((count) => count < posts)) throw new Error(`only ${read.join()} messages could be read`)
  })

/** The size of the largest frame that a person is sent who opens the page and a channel. */
async function openChannel(origin: string, channel: string): Promise<number> {
  const options: object = { headers: { cookie: await signIn(origin, 'T0PROOF', 'U0PROOF'), origin } }
  const socket: WebSocket = Reflect.construct(WebSocket, [`${origin.replace('http', 'ws')}/feed`, options])
  await once(socket, 'open')
  let largest = 0
  const opened = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      largest = Math.max(largest, Buffer.byteLength(String(data)))
      if (field(JSON.parse(String(data)), 'type') === 'channel') resolve()
    })
  })
  for (const frame of [
    { type: 'hello', protocol: 1 },
    { type: 'open', channel },
  ])
    socket.send(JSON.stringify(frame))
  await opened
  socket.close()
  return largest
}

async function readHistory(app: Client, channel: string): Promise<{ sizes: number[]; messages: number }> {
  const sizes: number[] = []
  let messages = 0
  for (let cursor = ''; ;) {
    const page = await app.callOrThrow('conversations.history', { channel, limit: '999', cursor })
    sizes.push(Buffer.byteLength(JSON.stringify(page)))
    messages += listField(page, 'messages').length
    cursor = textField(field(page, 'response_metadata'), 'next_cursor')
    if (!cursor) return { sizes, messages }
  }
}
