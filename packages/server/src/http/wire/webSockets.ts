import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SocketPresence } from '#bus/socketPresence'
import type { Caller } from '#domain/access/caller'
import { listTeamsAway } from '#domain/access/movedTeams'
import { maxFrameBytes } from '#domain/lengths'
import { redeemSocketTicket, type TicketOwner } from '#domain/apps/socketTickets'
import type { Session } from '#domain/people/sessions'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import type { Api } from '#http/api/api'
import { isKnownHost, isOwnOrigin } from '#http/browser/origin'
import { findRequestSession } from '#http/browser/sessionCookie'
import { toOriginForm } from './requestTarget.ts'

export interface WebSocketOptions {
  api: Api
  publicUrl: string
  /** Set in development only: the host that the server listens on. */
  developmentHost: string | undefined
  /** [LIM-1] How many browsers of a team and of a person are connected. */
  countViewers: (person: Caller) => { team: number; person: number }
  /** [BUS-4] The sockets at all processes, if there are others. */
  presence: SocketPresence | undefined
  /** A person's browser has connected to the feed. */
  onViewer: (session: Session, socket: WebSocket, raw: Socket) => void
  /** An app has connected with a ticket. */
  onApp: (owner: TicketOwner, socket: WebSocket, raw: Socket) => void
}

const viewerPath = '/feed'
const appPaths = ['/link', '/link/']

/** Whether a request opens one of the two kinds of WebSocket. */
export function isWebSocketUpgrade(req: IncomingMessage): boolean {
  toOriginForm(req)
  const path = pathOf(req)
  return /\bwebsocket\b/i.test(req.headers.upgrade ?? '') && (path === viewerPath || appPaths.includes(path))
}

/** Accepts the two kinds of WebSocket: `/feed` of browsers and `/link` of apps (Socket Mode). */
export function acceptWebSockets(server: Server, options: WebSocketOptions): void {
  const viewers = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  // [ACT-11] An acknowledgement may carry a whole view.
  const apps = new WebSocketServer({ noServer: true, maxPayload: 512 * 1024, perMessageDeflate: false })

  server.on('upgrade', (req, socket, head) => {
    // Node has handed the socket over. A client that vanishes during the checks must not end the process.
    socket.on('error', destroySocket)
    upgrade(req, socket, head).catch((error) => {
      options.api.onUnexpectedError(error, '', pathOf(req))
      socket.destroy()
    })
  })

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (pathOf(req) === viewerPath) return upgradeViewer(options, viewers, req, socket, head)
    return upgradeApp(options, apps, req, socket, head)
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
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable\r\nretry-after: 1')
  const ticket = new URLSearchParams((req.url ?? '').split('?')[1]).get('ticket')
  // [NOD-11] The ticket may be one of another database. Asked first, since a team may arrive meanwhile, with its tickets.
  const isAnyAway = (await listTeamsAway(api.store.db)).size > 0
  const owner = ticket ? await api.store.write((tx) => redeemSocketTicket(tx, ticket)) : undefined
  if (!owner && isAnyAway) return refuse(socket, '503 Service Unavailable\r\nretry-after: 1')
  if (!owner) return refuse(socket, '401 Unauthorized')
  if (socket.destroyed) return
  sockets.handleUpgrade(req, socket, head, (webSocket) => onApp(owner, webSocket, req.socket))
}

/** Refuses pages of other sites, and browsers in which nobody is signed in. */
async function upgradeViewer(
  { api, publicUrl, developmentHost, countViewers, presence, onViewer }: WebSocketOptions,
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  if (!req.headers.origin || !isOwnOrigin(req, publicUrl)) return refuse(socket, '403 Forbidden')
  if (developmentHost !== undefined && !isKnownHost(req.headers.host, publicUrl, developmentHost))
    return refuse(socket, '403 Forbidden')
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable\r\nretry-after: 1')
  const session = await findRequestSession(api.store.db, { raw: req }).catch(asUnavailable)
  if (session === 'unavailable') return refuse(socket, '503 Service Unavailable\r\nretry-after: 1')
  if (!session) return refuse(socket, '401 Unauthorized')
  const { limits } = await getSettings(api.store.db)
  if (socket.destroyed) return
  const everywhere = presence && (await addPage(presence, session.person, limits.feedsPerPerson, socket))
  if (socket.destroyed) return
  const open = countViewers(session.person)
  if (everywhere === 'full' || open.person >= limits.feedsPerPerson || open.team >= limits.feedsPerTeam)
    return refuse(socket, '429 Too Many Requests')
  if (api.isDraining()) return refuse(socket, '503 Service Unavailable\r\nretry-after: 1')
  sockets.handleUpgrade(req, socket, head, (webSocket) => onViewer(session, webSocket, req.socket))
}

/** [BUS-4, LIM-1] Counts a page of a person at all processes, until its connection closes. */
function addPage(presence: SocketPresence, { teamId, userId }: Caller, most: number, socket: Duplex) {
  const [person, page] = [`${teamId}/${userId}`, randomUUID()]
  socket.once('close', () => presence.remove(person, page))
  return presence.add(person, page, most)
}

/** [NOD-11] The person's team is in another database. */
function asUnavailable(error: unknown): 'unavailable' {
  if (error instanceof Refusal && error.code === 'service_unavailable') return 'unavailable'
  throw error
}

/** A function of its own: a closure would keep the request and its headers for as long as the socket is open. */
function destroySocket(this: Duplex): void {
  this.destroy()
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? '').split('?')[0] ?? ''
}

/** `status`: perhaps with more lines of the head. */
function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
