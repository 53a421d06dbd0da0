import net from 'node:net'
import { clientFrame, FrameReader } from './webSocketFrames.ts'
import { isViewersJob, type ViewersResult } from './viewersJob.ts'

/** Viewers of a channel, in a process of their own. They read every frame and render nothing. */
process.on('message', (job: unknown) => {
  if (!isViewersJob(job)) throw new Error('not a job for the viewers')
  if (job.kind === 'leave') for (const socket of sockets) socket.destroy()
  if (job.kind !== 'connect') process.send?.(takeCounts())
  else {
    connect(job).then(
      () => process.send?.(takeCounts()),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  }
})
process.on('disconnect', () => process.exit(0))

const counts = { frames: 0, bytes: 0, deltas: 0 }
const sockets = new Set<net.Socket>()

function takeCounts(): ViewersResult {
  const result = { ...counts, open: sockets.size }
  Object.assign(counts, { frames: 0, bytes: 0, deltas: 0 })
  return result
}

interface Target {
  url: string
  cookies: string[]
  count: number
  channel: string
  stopsReading?: boolean
}

async function connect({ url, cookies, count: total, channel, stopsReading = false }: Target): Promise<void> {
  const first = sockets.size
  for (let started = 0; started < total; started += 50) {
    const batch = Array.from({ length: Math.min(50, total - started) }, (_, index) => {
      const number = first + started + index
      const cookie = cookies[number % cookies.length] ?? ''
      return connectViewer(new URL('/feed', url), cookie, channel, { countsDeltas: number === 0, stopsReading })
    })
    await Promise.all(batch)
  }
}

/** Resolves at the first frame after the welcome. */
function connectViewer(
  url: URL,
  cookie: string,
  channel: string,
  { countsDeltas, stopsReading }: { countsDeltas: boolean; stopsReading: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: Number(url.port), host: url.hostname, noDelay: true })
    const reader = new FrameReader()
    let upgraded = false
    let frames = 0

    const onFrame = (opcode: number, payload: Buffer): void => {
      if (opcode === 9) socket.write(clientFrame('pong', payload))
      if (opcode !== 1) return
      frames++
      counts.frames++
      if (frames === 1) socket.write(clientFrame('text', JSON.stringify({ type: 'open', channel })))
      if (frames === 2) {
        if (stopsReading) socket.pause()
        resolve()
      }
      if (countsDeltas) countDeltas(payload)
    }
    socket.on('connect', () => socket.write(upgradeRequest(url, cookie)))
    socket.on('data', (piece: Buffer) => {
      counts.bytes += piece.length
      if (upgraded) return reader.read(piece, onFrame)
      const end = piece.indexOf('\r\n\r\n')
      if (end < 0 || !piece.toString('latin1', 0, 12).endsWith('101')) {
        return reject(new Error(`/feed answered ${piece.toString().slice(0, 300)}`))
      }
      upgraded = true
      sockets.add(socket)
      socket.write(clientFrame('text', JSON.stringify({ type: 'hello', protocol: 1 })))
      reader.read(piece.subarray(end + 4), onFrame)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      sockets.delete(socket)
      reject(new Error('the server closed a feed'))
    })
  })
}

/** Counts the deltas of a frame by its `from` and `to`, which come before the chunks. */
function countDeltas(payload: Buffer): void {
  const head = payload.toString('latin1', 0, 300)
  const range = /^{"type":"delta".*?"from":(\d+),"to":(\d+)/.exec(head)
  if (range) counts.deltas += Number(range[2]) - Number(range[1]) + 1
}

function upgradeRequest(url: URL, cookie: string): string {
  return [
    `GET ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: cml2dWxldC1iZW5jaC1rZQ==',
    `Origin: ${url.origin}`,
    `Cookie: ${cookie}`,
    '\r\n',
  ].join('\r\n')
}
