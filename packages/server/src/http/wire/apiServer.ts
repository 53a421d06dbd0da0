import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { uploadPath } from '#domain/files/urls'
import { type Api, serveApi } from '#http/api/api'
import { type Exchange, NodeExchange } from './exchange.ts'
import { FastPathServer } from './fastPathServer.ts'
import { BodyReader } from './readBody.ts'
import { UploadReceiver } from './upload.ts'

const apiPath = '/api/'
const pageBodyTimeoutMs = 30_000

/** Creates the HTTP server of the one port. It serves calls of the Web API and uploads; `servePage` serves everything else. */
export function createApiServer(
  api: Api,
  servePage: (req: IncomingMessage, res: ServerResponse) => void,
): FastPathServer {
  const options = {
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    // As long as an upload may take; calls and pages have timeouts of their own.
    requestTimeout: 600_000,
    maxHeaderSize: 16_384,
  }
  const bodies = new BodyReader()
  const uploads = new UploadReceiver(api)
  const serveCall = (exchange: Exchange, name: string, query: string) => {
    serveApi(api, exchange, name, query).catch((error) => {
      api.onUnexpectedError(error, '', name)
      exchange.destroy()
    })
  }
  const server = new FastPathServer(options, (exchange, name) => serveCall(exchange, name, ''))
  server.on('request', (req, res) => {
    const url = req.url ?? ''
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (path.startsWith(uploadPath)) return void uploads.serve(req, res, path.slice(uploadPath.length))
    if (!path.startsWith(apiPath)) {
      limitBodyTime(req)
      return servePage(req, res)
    }
    const query = question === -1 ? '' : url.slice(question + 1)
    serveCall(new NodeExchange(req, res, bodies), path.slice(apiPath.length), query)
  })
  server.on('clientError', (error, socket) => answerClientError(error, socket, bodies))
  server.on('close', () => bodies.stop())
  return server
}

/** Pages take small bodies only, which have to arrive within seconds. */
function limitBodyTime(req: IncomingMessage): void {
  if (req.method === 'GET' || req.method === 'HEAD') return
  const timer = setTimeout(() => req.destroy(), pageBodyTimeoutMs)
  req.on('end', () => clearTimeout(timer)).on('close', () => clearTimeout(timer))
}

function answerClientError(error: Error, socket: Duplex, bodies: BodyReader): void {
  if (!socket.writable) return void socket.destroy()
  // The body of a call was cut short: the call itself answers `request_timeout` and closes.
  if (bodies.isBodyUnfinished(socket) && 'code' in error && error.code === 'HPE_INVALID_EOF_STATE') return
  const status =
    'code' in error && error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
