import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { decodeRequest, KeptBody, parseObject } from './bodies.ts'
import type { CallRecord } from './fixture.ts'
import { isFromPage } from './fromPage.ts'
import type { Mask } from './mask.ts'
import { Sockets } from './sockets.ts'
import type { FixtureWriter } from './writer.ts'

export interface RecorderOptions {
  /** Where the Web API is: its origin, with or without `/api/`. */
  upstream: URL
  writer: FixtureWriter
  mask: Mask
  /** How long the upstream may keep silent, milliseconds. */
  patienceMs?: number
}

/** Passes everything on to the upstream, and writes what passes. Addresses in answers lead through it. */
export class Recorder {
  readonly server: Server
  readonly #options: RecorderOptions
  readonly #sockets: Sockets
  /** The addresses to which uploads are really sent. */
  readonly #uploads = new Map<string, URL>()
  #host = ''

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#sockets = new Sockets(options.writer, options.mask)
    this.server = createServer((request, response) => {
      if (isFromPage(request, this.#host)) answer(response, 403, 'unknown_origin', fromPage)
      else this.#pass(request, response).catch((error: unknown) => answer(response, 400, 'bad_request', String(error)))
    })
    this.server.on('upgrade', (request, socket, head) => {
      if (isFromPage(request, this.#host)) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      else this.#sockets.accept(request, socket, head)
    })
  }

  async listen(host: string, port: number): Promise<void> {
    this.#host = host
    this.server.listen(port, host)
    await once(this.server, 'listening')
  }

  close(): void {
    this.#sockets.close()
    this.server.close()
    this.server.closeAllConnections()
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { writer } = this.#options
    const begun = writer.begin()
    const [, upload] = /^\/_upload\/([\w-]+)$/.exec(request.url ?? '') ?? []
    const target = upload === undefined ? this.#target(request.url ?? '/') : this.#uploads.get(upload)
    if (!target) return void response.writeHead(404).end()
    const [, method] = upload === undefined ? (/\/api\/([^/?]+)$/.exec(target.pathname) ?? []) : []
    const sent = new KeptBody()
    request.on('data', (part: Buffer) => sent.add(part))
    const passed = await this.#forward(request, response, target, method)
    if (method === undefined) {
      const path = upload === undefined ? this.#maskPath(target) : '<upload>'
      const counts = { request_bytes: sent.bytes, answer_bytes: passed.bytes }
      writer.add({
        kind: 'passed',
        ...begun,
        http_method: request.method ?? '',
        path,
        status: passed.status,
        ...counts,
      })
      return
    }
    writer.add(this.#toCall(request, target, method, { begun, sent, passed }))
  }

  /** Undefined if the path could lead to another host. */
  #target(path: string): URL | undefined {
    if (!/^\/(?![/\\])/.test(path)) return undefined
    const target = new URL(this.#options.upstream)
    const [pathname = '', ...query] = path.split('?')
    target.pathname = target.pathname.replace(/\/(?:api\/?)?$/, '') + pathname
    target.search = query.join('?')
    return target
  }

  /** The path of a webhook is its secret, which only the whole address tells. */
  #maskPath({ origin, pathname }: URL): string {
    const masked = this.#options.mask.text(origin + pathname)
    return masked.startsWith(origin) ? masked.slice(origin.length) : masked
  }

  #toCall(
    request: IncomingMessage,
    target: URL,
    method: string,
    { begun, sent, passed }: { begun: { n: number; at: number }; sent: KeptBody; passed: Passed },
  ): CallRecord {
    const { mask, writer } = this.#options
    const query = target.searchParams
    const { note, ...decoded } = decodeRequest({ headers: request.headers, query, body: sent.whole() }, mask)
    const { status, answer } = passed
    const masked = answer && secretAnswers(method, answer, mask)
    const notes = [note, passed.note].filter((one) => one !== undefined)
    return {
      kind: 'call',
      ...begun,
      took_ms: writer.elapsed() - begun.at,
      method: mask.text(method),
      http_method: request.method ?? '',
      ...decoded,
      status,
      answer: masked ?? null,
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    }
  }

  /** Sends the request on while it comes, and the answer back. Resolves when both have ended, however they did. */
  #forward(
    request: IncomingMessage,
    response: ServerResponse,
    target: URL,
    method: string | undefined,
  ): Promise<Passed> {
    return new Promise((resolve) => {
      const kept = new KeptBody()
      const fail = (note: string) => {
        outgoing.destroy()
        if (response.headersSent) response.destroy()
        else answer(response, 502, 'bad_gateway', note)
        resolve({ status: 0, bytes: kept.bytes, answer: undefined, note })
      }
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest
      const outgoing = send(target, { method: request.method, headers: headersFor(request.headers, target) })
      outgoing.setTimeout(this.#options.patienceMs ?? 120_000, () => fail('The upstream did not answer in time.'))
      outgoing.on('error', (error) => fail(`The upstream cannot be reached or has cut: ${error.message}`))
      request.on('error', () => outgoing.destroy())
      response.on('close', () => {
        if (!response.writableFinished) outgoing.destroy()
      })
      outgoing.on('response', (incoming) => {
        const status = incoming.statusCode ?? 0
        const isRewritten = method !== undefined && rewritten.has(method)
        const headers = withoutHops(incoming.headers)
        if (!isRewritten) response.writeHead(status, headers)
        incoming.on('data', (part: Buffer) => {
          kept.add(part)
          if (!isRewritten && !response.write(part)) {
            incoming.pause()
            response.once('drain', () => incoming.resume())
          }
        })
        incoming.on('aborted', () => fail('The upstream has cut the answer.'))
        incoming.on('error', () => fail('The upstream has cut the answer.'))
        incoming.on('end', () => {
          const { answer, note } = decodeAnswer(incoming.headers, kept)
          if (isRewritten) this.#sendRewritten(request, response, { status, headers, answer, whole: kept.whole() })
          else response.end()
          resolve({ status, bytes: kept.bytes, answer, ...(note === undefined ? {} : { note }) })
        })
      })
      request.pipe(outgoing)
    })
  }

  /** Sends an answer whose address leads through this proxy. */
  #sendRewritten(
    request: IncomingMessage,
    response: ServerResponse,
    {
      status,
      headers,
      answer,
      whole,
    }: { status: number; headers: object; answer: object | undefined; whole: Buffer | undefined },
  ): void {
    const host = request.headers.host ?? ''
    const copy: Record<string, unknown> = { ...answer }
    if (typeof copy['url'] === 'string') copy['url'] = `ws://${host}${this.#sockets.pathTo(copy['url'])}`
    if (typeof copy['upload_url'] === 'string') {
      const id = randomUUID()
      this.#uploads.set(id, new URL(copy['upload_url']))
      copy['upload_url'] = `http://${host}/_upload/${id}`
    }
    const body = answer ? Buffer.from(JSON.stringify(copy)) : (whole ?? Buffer.alloc(0))
    response.writeHead(status, { ...headers, 'content-length': body.length }).end(body)
  }
}

interface Passed {
  status: number
  bytes: number
  answer: Record<string, unknown> | undefined
  note?: string
}

/** Methods whose answers have addresses that the app uses next. */
const rewritten: ReadonlySet<string> = new Set(['apps.connections.open', 'files.getUploadURLExternal'])

/** An answer without its secrets. The address of a socket is one. */
function secretAnswers(method: string, answer: Record<string, unknown>, mask: Mask): Record<string, unknown> {
  const url = answer['url']
  const hidden =
    method === 'apps.connections.open' && typeof url === 'string' ? { url: mask.secret(url, 'socket-url') } : {}
  return { ...Object(mask.value({ ...answer, ...hidden })) }
}

function decodeAnswer(headers: IncomingHttpHeaders, kept: KeptBody): Pick<Passed, 'answer' | 'note'> {
  const whole = kept.whole()
  if (!whole) return { answer: undefined, note: `The answer had ${kept.bytes} bytes: too large to be kept.` }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    return { answer: undefined, note: `The answer was encoded as ${encoding}.` }
  const answer = parseObject(whole.toString())
  return answer
    ? { answer }
    : { answer, note: `The answer was no JSON object, but ${headers['content-type'] ?? 'untyped'}.` }
}

const hops = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

function withoutHops(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.includes(name)))
}

/** What is compressed could not be read. */
function headersFor(headers: IncomingHttpHeaders, { host }: URL): IncomingHttpHeaders {
  return { ...withoutHops(headers), host, 'accept-encoding': 'identity' }
}

const fromPage =
  'Pages of a browser are not served, only apps: the address is localhost, an IP address or that of --host.'

function answer(response: ServerResponse, status: number, error: string, detail: string): void {
  if (response.headersSent) return void response.destroy()
  const body = JSON.stringify({ ok: false, error, detail })
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}
