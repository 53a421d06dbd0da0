// The proxy of ./script/cluster: node script/proxy.ts <port> <address of a node>…
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Node {
  host: string
  port: number
  /** What /health/ready has answered last. */
  isReady: boolean
  /** It has answered 503: until `Retry-After`, or for a second, others are asked first. In milliseconds. */
  pausedUntil: number
}

const healthMs = 250
const healthTimeoutMs = 2000
/** A body of at most this many bytes is kept until it is answered, so that another node can be asked as well. */
const maxKept = 1024 * 1024
/** Headers that are about one connection, and those that the proxy itself says. */
const ownOfCalls = new Set(['connection', 'keep-alive', 'expect', 'x-forwarded-for'])
const ownOfAnswers = new Set(['connection', 'keep-alive', 'transfer-encoding'])

const [port, ...addresses] = process.argv.slice(2)
const nodes = addresses.map((address): Node => {
  const url = new URL(address)
  return { host: url.hostname, port: Number(url.port), isReady: true, pausedUntil: 0 }
})
let turn = 0

for (const node of nodes) void watch(node)
const server = createServer((req, res) => void serve(req, res))
// A stream of a call or a download may take as long as the node allows.
server.requestTimeout = 0
server.on('upgrade', (req, socket: Socket, head) => forwardUpgrade(req, socket, head, orderFor(req)))
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
server.on('error', (error) => {
  process.stderr.write(`~~~ ${error.message}\n`)
  process.exit(1)
})

/** The nodes in the order in which they are to be asked. Who has a cookie stays at one node as long as it is ready. */
function orderFor(req: IncomingMessage): Node[] {
  const { cookie } = req.headers
  const first = cookie === undefined ? turn++ : [...cookie].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)
  const rotated = nodes.map((_, i) => nodes[(first + i) % nodes.length]).filter((node) => node !== undefined)
  const isUsable = ({ isReady, pausedUntil }: Node) => isReady && pausedUntil <= Date.now()
  // The others come last: where no node is ready, one of them says why.
  return [...rotated.filter(isUsable), ...rotated.filter((node) => !isUsable(node))]
}

/** Asks a node again and again whether it is ready, and says when that changes. */
async function watch(node: Node): Promise<void> {
  for (;;) {
    const url = `http://${node.host}:${node.port}/health/ready`
    const isReady = await fetch(url, { signal: AbortSignal.timeout(healthTimeoutMs) }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false,
    )
    setReady(node, isReady)
    await sleep(healthMs)
  }
}

function setReady(node: Node, isReady: boolean): void {
  if (node.isReady === isReady) return
  node.isReady = isReady
  process.stderr.write(`~~~ http://${node.host}:${node.port} is ${isReady ? 'ready again' : 'away'}\n`)
}

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const isSmall = !('transfer-encoding' in req.headers) && Number(req.headers['content-length'] ?? 0) <= maxKept
  try {
    forward(req, res, orderFor(req), isSmall ? Buffer.concat(await req.toArray()) : undefined)
  } catch {
    res.destroy() // the caller has gone before the whole body was there
  }
}

/**
 * Sends a call to the first of the nodes that takes it. Nothing of a call is sent before there is a connection, so a node
 * that refuses it cannot have carried the call out, and neither has one that answers 503 with `Retry-After`. Every call has
 * a connection of its own: one that is kept may end while a call is sent on it, and then nobody knows. `body`: undefined if
 * it is too large to be kept.
 */
function forward(req: IncomingMessage, res: ServerResponse, [node, ...others]: Node[], body?: Buffer): void {
  if (!node) return answer(res, 503, 'No server takes connections; try again in a moment.')
  const call = request({
    host: node.host,
    port: node.port,
    method: req.method,
    path: req.url,
    agent: false,
    headers: [...without(ownOfCalls, req.rawHeaders), 'x-forwarded-for', forwardedFor(req)],
  })
  call.on('socket', (socket) => socket.once('connect', () => (body ? call.end(body) : req.pipe(call))))
  call.on('response', (answered) => {
    const wait = answered.headers['retry-after']
    if (answered.statusCode === 503) node.pausedUntil = Date.now() + Number(wait ?? 1) * 1000
    if (answered.statusCode === 503 && wait !== undefined && body && others.length > 0) {
      answered.resume()
      return forward(req, res, others, body)
    }
    res.writeHead(answered.statusCode ?? 502, answered.statusMessage, without(ownOfAnswers, answered.rawHeaders))
    answered.pipe(res)
    answered.on('error', () => res.destroy())
  })
  call.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      setReady(node, false)
      return forward(req, res, others, body)
    }
    if (res.headersSent) return void res.destroy()
    answer(res, 502, 'The server has gone in the middle of this call. It may have been carried out.')
  })
  res.on('close', () => call.destroy())
}

function forwardedFor({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat().join(', ')
}

/** `rawHeaders`: names and values in turn. */
function without(names: ReadonlySet<string>, rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, i) => !names.has((rawHeaders[i - (i % 2)] ?? '').toLowerCase()))
}

function answer(res: ServerResponse, status: number, detail: string): void {
  if (res.headersSent || res.destroyed) return
  const body = JSON.stringify({ ok: false, error: 'service_unavailable', detail })
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...(status === 503 ? { 'retry-after': '1' } : {}),
  })
  res.end(body)
}

/** Passes a WebSocket on, byte by byte, from its handshake to its end. A node that answers 503 has not taken it. */
function forwardUpgrade(req: IncomingMessage, client: Socket, head: Buffer, [node, ...others]: Node[]): void {
  if (!node) return void client.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n')
  const socket = connect(node.port, node.host, () => {
    const { method, url, rawHeaders } = req
    const headers = [...without(new Set(['x-forwarded-for']), rawHeaders), 'x-forwarded-for', forwardedFor(req)]
    const lines = headers.map((text, i) => text + (i % 2 === 0 ? ': ' : '\r\n'))
    socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write(head)
  })
  let isAnswered = false
  socket.once('data', (answered: Buffer) => {
    isAnswered = true
    if (others.length > 0 && answered.toString('latin1').startsWith('HTTP/1.1 503')) {
      node.pausedUntil = Date.now() + 1000
      socket.destroy()
      return forwardUpgrade(req, client, head, others)
    }
    client.write(answered)
    socket.pipe(client).pipe(socket)
  })
  socket.on('close', () => isAnswered || client.destroy())
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED') return void client.destroy()
    setReady(node, false)
    forwardUpgrade(req, client, head, others)
  })
  client.on('error', () => socket.destroy())
  client.on('close', () => socket.destroy())
}
