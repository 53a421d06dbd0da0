import { once } from 'node:events'
import { TestRunner } from 'vitest'
import WebSocket from 'ws'
import type { AppFrame } from '#apps/socketProtocol'
import { appToken } from './socketApp.ts'

export type Envelope = Extract<AppFrame, { envelope_id: string }>

/** Asks for an address of Socket Mode. */
export async function socketUrl(url: string, token = appToken): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/apps.connections.open`, { method: 'POST', headers })
  const answer = (await response.json()) as { ok: boolean; url: string }
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.url
}

interface Given {
  /** How it acknowledges: at once, as Bolt does, or not. */
  acks?: boolean
  address?: string
}

/** A client of Socket Mode, as the SDKs are ones: it greets nobody, and acknowledges what it gets. */
export async function anAppClient(url: string, { acks = true, address }: Given = {}) {
  const socket = new WebSocket(address ?? (await socketUrl(url)), { perMessageDeflate: false })
  TestRunner.getCurrentTest()?.context.onTestFinished(() => socket.terminate())
  const frames: AppFrame[] = []
  const arrived = new EventTarget()
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  socket.on('message', (data: Buffer) => {
    const frame: AppFrame = JSON.parse(data.toString())
    frames.push(frame)
    if (acks && 'envelope_id' in frame) ack(frame)
    arrived.dispatchEvent(new Event('frame'))
  })
  await once(socket, 'open')
  await until(() => frames.length > 0)
  return { socket, closed, frames, envelopes, texts, ack, until }

  function ack({ envelope_id }: Pick<Envelope, 'envelope_id'>, payload?: object): void {
    socket.send(JSON.stringify(payload ? { envelope_id, payload } : { envelope_id }))
  }
  function envelopes(): Envelope[] {
    return frames.filter((frame) => 'envelope_id' in frame)
  }
  /** What the messages among its events say. */
  function texts(): string[] {
    return envelopes().map(({ payload }) => String(Reflect.get(Object(payload['event']), 'text')))
  }
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(arrived, 'frame', { signal: AbortSignal.timeout(8000) })
  }
}
