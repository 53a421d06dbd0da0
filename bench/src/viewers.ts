import net from 'node:net'
import { clientFrame, FrameWalker } from './frames.ts'
import { isViewersJob, type ViewersResult } from './viewersJob.ts'

/** Viewers of a channel, in a process of their own: they read all that comes and draw nothing. */
process.on('message', (job: unknown) => {
  if (!isViewersJob(job)) throw new Error('not a job for the viewers')
  if (job.kind === 'leave') for (const socket of sockets) socket.destroy()
  if (job.kind !== 'connect') process.send?.(count())
  else {
    connect(job).then(
      () => process.send?.(count()),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  }
})
process.on('disconnect', () => process.exit(0))

const sums = { frames: 0, bytes: 0, deltas: 0 }
const sockets = new Set<net.Socket>()

function count(): ViewersResult {
  const result = { ...sums, open: sockets.size }
  Object.assign(sums, { frames: 0, bytes: 0, deltas: 0 })
  return result
}

interface Target {
  url: string
  cookies: string[]
  count: number
  channel: string
  deaf?: boolean
}

async function connect({ url, cookies, count: wanted, channel, deaf = false }: Target): Promise<void> {
  const first = sockets.size
  for (let begun = 0; begun < wanted; begun += 50) {
    const some = Array.from({ length: Math.min(50, wanted - begun) }, (_, index) => {
      const number = first + begun + index
      const cookie = cookies[number % cookies.length] ?? ''
      return view(new URL('/feed', url), cookie, channel, { curious: number === 0, deaf })
    })
    await Promise.all(some)
  }
}

/** Resolves when the channel was shown, or at least something that came after the welcome. */
function view(
  url: URL,
  cookie: string,
  channel: string,
  { curious, deaf }: { curious: boolean; deaf: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port: Number(url.port), host: url.hostname, noDelay: true })
    const walker = new FrameWalker()
    let upgraded = false
    let frames = 0

    const seen = (opcode: number, payload: Buffer): void => {
      if (opcode === 9) socket.write(clientFrame('pong', payload))
      if (opcode !== 1) return
      frames++
      sums.frames++
      if (frames === 1) socket.write(clientFrame('text', JSON.stringify({ type: 'open', channel })))
      if (frames === 2) {
        if (deaf) socket.pause()
        resolve()
      }
      if (curious) countDeltas(payload)
    }
    socket.on('connect', () => socket.write(upgradeRequest(url, cookie)))
    socket.on('data', (piece: Buffer) => {
      sums.bytes += piece.length
      if (upgraded) return walker.walk(piece, seen)
      const end = piece.indexOf('\r\n\r\n')
      if (end < 0 || !piece.toString('latin1', 0, 12).endsWith('101')) {
        return reject(new Error(`/feed answered ${piece.toString().slice(0, 300)}`))
      }
      upgraded = true
      sockets.add(socket)
      socket.write(clientFrame('text', JSON.stringify({ type: 'hello', protocol: 1 })))
      walker.walk(piece.subarray(end + 4), seen)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      sockets.delete(socket)
      reject(new Error('the server closed a feed'))
    })
  })
}

/** Adds up `from` to `to` of a delta, which stand before its chunks. */
function countDeltas(payload: Buffer): void {
  const head = payload.toString('latin1', 0, 300)
  const range = /^{"type":"delta".*?"from":(\d+),"to":(\d+)/.exec(head)
  if (range) sums.deltas += Number(range[2]) - Number(range[1]) + 1
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
