import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { uploadPath } from '#domain/files/urls'
import { type Api, serveApi } from '#http/api/api'
import { Connections } from '#http/connections/connections'
import { type Exchange, NodeExchange } from './exchange.ts'
import { FastPathServer } from './fastPathServer.ts'
import { BodyReader } from './readBody.ts'
import { toOriginForm } from './requestTarget.ts'
import { UploadReceiver } from './upload.ts'
import { isWebSocketUpgrade } from './webSockets.ts'

const apiPath = '/api/'
const pageBodyTimeoutMs = 10_000

/** Creates the HTTP server of the one port. It serves calls of the Web API and uploads; `servePage` serves everything else. */
export function createApiServer(
  api: Api,
  servePage: (req: IncomingMessage, res: ServerResponse) => void,
  connections = new Connections(),
): FastPathServer {
  const options = {
    headersTimeout: 10_000,
    // Node looks for late heads this often; by default each 30 s.
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 65_000,
    unreadTimeout: 30_000,
    // As long as an upload may take; calls and pages have timeouts of their own.
    requestTimeout: 600_000,
    maxHeaderSize: 16_384,
    // Of a body that nobody reads yet, one piece waits in memory, not two.
    highWaterMark: 16_384,
    // [NET-7] Any other upgrade is ignored.
    shouldUpgradeCallback: isWebSocketUpgrade,
  }
  const { waiting } = connections
  const bodies = new BodyReader(waiting)
  const uploads = new UploadReceiver(api)
  const serveCall = (exchange: Exchange, name: string, query: string) => {
    serveApi(api, exchange, name, query).catch((error) => {
      api.onUnexpectedError(error, '', name)
      exchange.destroy()
    })
  }
  const server = new FastPathServer(options, (exchange, name) => serveCall(exchange, name, ''), connections)
  server.on('request', (req, res) => {
    toOriginForm(req)
    const url = req.url ?? ''
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (path.startsWith(uploadPath)) return void uploads.serve(req, res, path.slice(uploadPath.length))
    if (!path.startsWith(apiPath)) {
      limitBodyTime(req)
      return servePage(req, res)
    }
    const query = question === -1 ? '' : url.slice(question + 1)
    serveCall(new NodeExchange(req, res, bodies, waiting), path.slice(apiPath.length), query)
  })
  server.on('checkExpectation', (req, res) => refuseExpectation(req, res))
  server.on('clientError', (error, socket) => answerClientError(error, socket, server, bodies))
  server.on('close', () => bodies.stop())
  return server
}

/** Pages take small bodies only, which have to arrive within seconds. */
function limitBodyTime(req: IncomingMessage): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => req.destroy(), pageBodyTimeoutMs)
  req.on('end', () => clearTimeout(timer)).on('close', () => clearTimeout(timer))
}

/** [ENV-10] RFC 9110 knows one expectation, which node:http meets by itself. */
function refuseExpectation({ headers }: IncomingMessage, res: ServerResponse): void {
  const detail = `The header "expect: ${headers.expect}" asks for what this server does not do. Send 100-continue, or leave it out.`
  const body = JSON.stringify({ ok: false, error: 'expectation_failed', detail })
  const fields = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  res.writeHead(417, { ...fields, connection: 'close' }).end(body)
}

const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

function answerClientError(error: Error, socket: Duplex, server: FastPathServer, bodies: BodyReader): void {
  if (!socket.writable) return void socket.destroy()
  // The body of a call was cut short: the call itself answers `request_timeout` and closes.
  if (bodies.isBodyUnfinished(socket) && 'code' in error && error.code === 'HPE_INVALID_EOF_STATE') return
  // [NET-8] Behind the beginning of an answer, another would be read as a part of it.
  if (server.hasBegunAnswer(socket)) return void socket.destroy()
  const status = statuses['code' in error ? String(error.code) : ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
