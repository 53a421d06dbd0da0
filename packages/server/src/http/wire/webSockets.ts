import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller } from '#domain/access/caller'
import { redeemSocketTicket, type TicketOwner } from '#domain/apps/socketTickets'
import { findSessionPerson } from '#domain/people/sessions'
import type { Api } from '#http/api/api'
import { isKnownHost, isOwnOrigin } from '#http/browser/origin'
import { sessionSecretOf } from '#http/browser/sessionCookie'

export interface WebSocketOptions {
  api: Api
  publicUrl: string
  /** Set in development only: the host that the server listens on. */
  developmentHost: string | undefined
  /** A person's browser has connected to the feed. */
  onViewer: (caller: Caller, socket: WebSocket, raw: Socket) => void
  /** An app has connected with a ticket. */
  onApp: (owner: TicketOwner, socket: WebSocket, raw: Socket) => void
}

/** Accepts the two kinds of WebSocket: `/feed` of browsers and `/link` of apps (Socket Mode). */
export function acceptWebSockets(server: Server, options: WebSocketOptions): void {
  const viewers = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false })
  // [ACT-11] An acknowledgement may carry a whole view.
  const apps = new WebSocketServer({ noServer: true, maxPayload: 512 * 1024, perMessageDeflate: false })

  server.on('upgrade', (req, socket, head) => {
    // Node has handed the socket over. A client that vanishes during the checks must not end the process.
    socket.on('error', () => socket.destroy())
    upgrade(req, socket, head).catch((error) => {
      options.api.onUnexpectedError(error, '', pathOf(req))
      socket.destroy()
    })
  })

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const path = pathOf(req)
    if (path === '/link/' || path === '/link') return upgradeApp(options, apps, req, socket, head)
    if (path === '/feed') return upgradeViewer(options, viewers, req, socket, head)
    refuse(socket, '404 Not Found')
  }
}

/** [EVT-5] Only the ticket counts: an app has no cookie, and its client may name any host or none. */
async function upgradeApp(
  { api, onApp }: WebSocketOptions,
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable')
  const ticket = new URLSearchParams((req.url ?? '').split('?')[1]).get('ticket')
  const owner = ticket ? await api.store.write((tx) => redeemSocketTicket(tx, ticket)) : undefined
  if (!owner) return refuse(socket, '401 Unauthorized')
  if (socket.destroyed) return
  sockets.handleUpgrade(req, socket, head, (webSocket) => onApp(owner, webSocket, req.socket))
}

/** Refuses pages of other sites, and browsers in which nobody is signed in. */
async function upgradeViewer(
  { api, publicUrl, developmentHost, onViewer }: WebSocketOptions,
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  if (!req.headers.origin || !isOwnOrigin(req, publicUrl)) return refuse(socket, '403 Forbidden')
  if (developmentHost !== undefined && !isKnownHost(req.headers.host, publicUrl, developmentHost))
    return refuse(socket, '403 Forbidden')
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable')
  const secret = sessionSecretOf(req)
  const caller = secret && (await findSessionPerson(api.store.db, secret))
  if (!caller) return refuse(socket, '401 Unauthorized')
  if (socket.destroyed) return
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable')
  sockets.handleUpgrade(req, socket, head, (webSocket) => onViewer(caller, webSocket, req.socket))
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '').split('?')[0] ?? ''
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
