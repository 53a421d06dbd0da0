import { call } from './client.ts'
import { textField } from '#measure/untypedFields'
import { root, token, usualPlace } from './workspace.ts'

/** The text of one append, about as long as what a model sends at once. */
const delta = 'The next few words come, and'

/** Starts streams with `chars` characters each, and returns their ts. */
export function openStreams(
  server: { url: string },
  count: number,
  chars = 0,
  { token: bearer, channel, recipient } = usualPlace,
): Promise<string[]> {
  return runConcurrently(count, async () => {
    const { text } = await call(server, 'chat.startStream', { channel, thread_ts: root, ...recipient }, bearer)
    const ts = textField(JSON.parse(text), 'ts')
    for (let left = chars; left > 0; left -= 12_000) {
      const words = 'and more words '.repeat(800).slice(0, Math.min(left, 12_000))
      await call(server, 'chat.appendStream', { channel, ts, markdown_text: words }, bearer)
    }
    return ts
  })
}

export async function stopStreams(
  server: { url: string },
  streams: string[],
  { token: bearer, channel } = usualPlace,
): Promise<void> {
  await runConcurrently(streams.length, async (index) => {
    await call(server, 'chat.stopStream', { channel, ts: streams[index] ?? '' }, bearer)
  })
}

/** The request for an append, as an official client sends it. */
export function createAppendRequest(
  server: { url: string },
  ts: string,
  { token: bearer, channel } = usualPlace,
): string {
  return createRequest(server, 'chat.appendStream', { channel, ts, markdown_text: delta }, bearer)
}

/** The request for a call, as an official client sends it. */
export function createRequest(
  server: { url: string },
  method: string,
  args: Record<string, string>,
  bearer = token,
): string {
  const body = new URLSearchParams(args).toString()
  return [
    `POST /api/${method} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    'Accept: application/json, text/plain, */*',
    'Content-Type: application/x-www-form-urlencoded',
    'User-Agent: bench/0.1.0 node/26 linux',
    `Authorization: Bearer ${bearer}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: keep-alive',
    '',
    body,
  ].join('\r\n')
}

/** The answer to an append, for the bare server to send. Headers that Node adds itself are left out. */
export async function readSampleAnswer(server: { url: string }): Promise<{ headers: string[]; body: string }> {
  const streams = await openStreams(server, 1)
  const { channel } = usualPlace
  const answer = await call(server, 'chat.appendStream', { channel, ts: streams[0] ?? '', markdown_text: delta })
  await stopStreams(server, streams)
  const nodeHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
  const headers = ['content-length', String(Buffer.byteLength(answer.text))]
  answer.headers.forEach((name, index) => {
    if (index % 2 === 0 && !nodeHeaders.has(name.toLowerCase())) headers.push(name, answer.headers[index + 1] ?? '')
  })
  return { headers, body: answer.text }
}

/** Runs `work` `count` times, 32 at once. */
async function runConcurrently<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index)
  }
  await Promise.all(Array.from({ length: Math.min(32, count) }, worker))
  return results
}
