import type { IncomingMessage, ServerResponse } from 'node:http'
import { uploadAddress } from '#domain/files/address'
import { type Api, serveApi } from '#http/api/api'
import { type Exchange, NodeExchange } from './exchange.ts'
import { serveUpload } from './upload.ts'
import { UsualServer } from './fastPathServer.ts'

/** The server of the one port. Calls and uploads go straight to their code, everything else to `pages`. */
export function makeApiServer(api: Api, pages: (req: IncomingMessage, res: ServerResponse) => void): UsualServer {
  const options = {
    headersTimeout: 10_000,
    keepAliveTimeout: 65_000,
    // As long as an upload may take; calls and pages have a clock of their own.
    requestTimeout: 600_000,
    maxHeaderSize: 16_384,
  }
  const serve = (exchange: Exchange, name: string, query: string) => {
    serveApi(api, exchange, name, query).catch((error) => {
      api.onDefect(error, '', name)
      exchange.destroy()
    })
  }
  const server = new UsualServer(options, (exchange, name) => serve(exchange, name, ''))
  server.on('request', (req, res) => {
    const url = req.url ?? ''
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (path.startsWith(uploadAddress)) return void serveUpload(api, req, res, path.slice(uploadAddress.length))
    if (!path.startsWith(apiAddress)) return pages(req, res)
    serve(new NodeExchange(req, res), path.slice(apiAddress.length), question === -1 ? '' : url.slice(question + 1))
  })
  return server
}

const apiAddress = '/api/'
