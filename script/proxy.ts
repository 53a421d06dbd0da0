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
const server = createServer((req, res) => forward(req, res, orderFor(req)))
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

/**
 * Sends a call to the first of the nodes that takes the connection. Nothing of a call is sent before that, so a node that
 * refuses the connection cannot have carried it out. Every call has a connection of its own: one that is kept may end
 * while a call is sent on it, and then nobody knows.
 */
function forward(req: IncomingMessage, res: ServerResponse, [node, ...others]: Node[]): void {
  if (!node) return answer(res, 503, 'No server takes connections; try again in a moment.')
  const call = request({
    host: node.host,
    port: node.port,
    method: req.method,
    path: req.url,
    agent: false,
    headers: [...without(ownOfCalls, req.rawHeaders), 'x-forwarded-for', forwardedFor(req)],
  })
  call.on('socket', (socket) => socket.once('connect', () => req.pipe(call)))
  call.on('response', (answered) => {
    const wait = Number(answered.headers['retry-after'] ?? 1)
    if (answered.statusCode === 503) node.pausedUntil = Date.now() + wait * 1000
    res.writeHead(answered.statusCode ?? 502, answered.statusMessage, without(ownOfAnswers, answered.rawHeaders))
    answered.pipe(res)
    answered.on('error', () => res.destroy())
  })
  call.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      setReady(node, false)
      return forward(req, res, others)
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

/** Passes a WebSocket on, byte by byte, from its handshake to its end. */
function forwardUpgrade(req: IncomingMessage, client: Socket, head: Buffer, [node, ...others]: Node[]): void {
  if (!node) return void client.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n')
  const socket = connect(node.port, node.host, () => {
    const { method, url, rawHeaders } = req
    const headers = [...without(new Set(['x-forwarded-for']), rawHeaders), 'x-forwarded-for', forwardedFor(req)]
    const lines = headers.map((text, i) => text + (i % 2 === 0 ? ': ' : '\r\n'))
    socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write(head)
    socket.pipe(client).pipe(socket)
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNREFUSED') return void client.destroy()
    setReady(node, false)
    forwardUpgrade(req, client, head, others)
  })
  client.on('error', () => socket.destroy())
  client.on('close', () => socket.destroy())
}
