import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'

const ts = '1767225600.000100'

/** Sends each frame that names something with ids of the other team. Returns all frames that came, with what was asked. */
export async function askFeed(
  origin: string,
  cookie: string,
  ids: readonly string[],
): Promise<{ sent: string; answer: string }[]> {
  const frames = ids.flatMap((id) => framesNaming(id).map((frame) => ({ id: randomUUID(), ...frame })))
  const answers: { sent: string; answer: string }[] = []
  // A socket takes 200 frames in ten seconds.
  for (let from = 0; from < frames.length; from += 150) {
    const some = frames.slice(from, from + 150).map((frame) => JSON.stringify(frame))
    const options: object = { headers: { cookie, origin } }
    const socket: WebSocket = Reflect.construct(WebSocket, [`${origin.replace('http', 'ws')}/feed`, options])
    socket.addEventListener('message', ({ data }) => answers.push({ sent: some.join(), answer: String(data) }))
    await once(socket, 'open')
    for (const frame of [JSON.stringify({ type: 'hello', protocol: 1 }), ...some]) socket.send(frame)
    await sleep(1500)
    socket.close()
  }
  return answers
}

function framesNaming(id: string): object[] {
  return [
    { type: 'open', channel: id },
    { type: 'thread', channel: id, thread_ts: ts },
    { type: 'thread', channel: id, thread_ts: ts, around: ts },
    { type: 'history', channel: id, before: '1999999999.000000' },
    { type: 'history', channel: id, around: ts },
    { type: 'send', channel: id, text: 'Hello' },
    { type: 'react', channel: id, ts, name: 'tada' },
    { type: 'pins', channel: id },
    { type: 'versions', channel: id, ts },
    { type: 'stop', channel: id, ts },
    { type: 'direct', users: [id] },
    { type: 'join', channel: id },
    { type: 'invite', channel: 'C0AOPEN', users: [id] },
    { type: 'unschedule', scheduled: id },
    { type: 'people', users: [id] },
  ]
}
