import { once } from 'node:events'
import { TestRunner } from 'vitest'
import WebSocket from 'ws'
import type { AppFrame } from '#delivery/socketMode/protocol'
import { appToken } from '#testing/workspace/scout'

export type Envelope = Extract<AppFrame, { type: 'events_api' }>
/** An envelope with an interaction. */
export type DispatchEnvelope = Extract<AppFrame, { type: 'interactive' | 'slash_commands' }>

/** Requests a URL for Socket Mode. */
export async function socketUrl(url: string, token = appToken): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/apps.connections.open`, { method: 'POST', headers })
  const answer = (await response.json()) as { ok: boolean; url: string }
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.url
}

interface AppClientOptions {
  /** Whether it acknowledges at once, as Bolt does. */
  acks?: boolean
  /** Whether it answers pings, as every client does. */
  pongs?: boolean
  address?: string
  /** The payload of its acknowledgement of an interaction; `silent` sends none. */
  answerDispatch?: (question: DispatchEnvelope) => object | 'silent' | undefined
}

/** Connects a client of Socket Mode that acknowledges envelopes as the SDKs do. */
export async function connectApp(
  url: string,
  { acks = true, pongs = true, address, answerDispatch }: AppClientOptions = {},
) {
  const socket = new WebSocket(address ?? (await socketUrl(url)), { perMessageDeflate: false, autoPong: pongs })
  TestRunner.getCurrentTest()?.context.onTestFinished(() => socket.terminate())
  const frames: AppFrame[] = []
  const arrived = new EventTarget()
  const closed = once(socket, 'close').then(([code, reason]) => ({ code: Number(code), reason: String(reason) }))
  socket.on('message', (data: Buffer) => {
    const frame: AppFrame = JSON.parse(data.toString())
    frames.push(frame)
    const answer = answerDispatch && isDispatch(frame) ? answerDispatch(frame) : undefined
    if (acks && answer !== 'silent' && 'envelope_id' in frame) ack(frame, answer)
    arrived.dispatchEvent(new Event('frame'))
  })
  await once(socket, 'open')
  await until(() => frames.length > 0)
  return { socket, closed, frames, envelopes, dispatches, messageTexts, ack, until }

  function ack({ envelope_id }: { envelope_id: string }, payload?: object): void {
    socket.send(JSON.stringify(payload ? { envelope_id, payload } : { envelope_id }))
  }
  function envelopes(): Envelope[] {
    return frames.filter((frame) => frame.type === 'events_api')
  }
  function dispatches(): DispatchEnvelope[] {
    return frames.filter(isDispatch)
  }
  /** The texts of the messages among its events. */
  function messageTexts(): string[] {
    return envelopes().map(({ payload }) => String(Reflect.get(Object(payload['event']), 'text')))
  }
  async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(arrived, 'frame', { signal: AbortSignal.timeout(30_000) })
  }
}

function isDispatch(frame: AppFrame): frame is DispatchEnvelope {
  return frame.type === 'interactive' || frame.type === 'slash_commands'
}
