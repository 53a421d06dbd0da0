import type { SocketPresence } from '#bus/socketPresence'
import type { SocketFailure } from '#domain/apps/socketTickets'
import type { AppSocket } from './appSocket.ts'
import { breakSockets } from './breakSockets.ts'

/** [EVT-7] How many sockets one app may have. */
const maxSockets = 10

/** The open sockets of apps. */
export class AppSockets {
  readonly #byApp = new Map<string, Set<AppSocket>>()
  readonly #presence: SocketPresence | undefined
  /** Apps whose sockets here were all told to leave, and that have others at another process. */
  readonly #leaving = new Set<string>()

  /** `presence` knows the sockets at other processes, if there are any. */
  constructor(presence?: SocketPresence) {
    this.#presence = presence
  }

  /**
   * [EVT-7, BUS-4] Adds a socket, unless it has closed meanwhile or its app has too many already. Returns how many the app has
   * with this one, at all processes as far as that is known.
   */
  async admit(socket: AppSocket): Promise<number | undefined> {
    const everywhere = await this.#presence?.add(socket.appId, socket.id, maxSockets)
    const here = this.count(socket.appId) + 1
    if (everywhere === 'full' || here > maxSockets || !socket.isOpen) return undefined
    this.#add(socket)
    return Math.max(here, everywhere ?? 0)
  }

  #add(socket: AppSocket): void {
    const sockets = this.#byApp.get(socket.appId)
    if (sockets) sockets.add(socket)
    else this.#byApp.set(socket.appId, new Set([socket]))
    this.#leaving.delete(socket.appId)
  }

  remove(socket: AppSocket): void {
    const sockets = this.#byApp.get(socket.appId)
    sockets?.delete(socket)
    if (sockets?.size === 0) {
      this.#byApp.delete(socket.appId)
      this.#leaving.delete(socket.appId)
    }
    this.#presence?.remove(socket.appId, socket.id)
  }

  count(appId: string): number {
    return this.#byApp.get(appId)?.size ?? 0
  }

  /** [EVT-15] Whether all sockets of an app here were told to leave, and another process has one that stays. */
  isLeaving(appId: string): boolean {
    return this.#leaving.has(appId)
  }

  /** [EVT-15] How many envelopes the sockets of an app can take: none, if another process has one that stays. */
  room(appId: string): number {
    if (this.isLeaving(appId)) return 0
    return [...(this.#byApp.get(appId) ?? [])].reduce((sum, socket) => sum + socket.room, 0)
  }

  /** [EVT-15, BUS-4] Looks whether apps whose sockets here were all told to leave have others elsewhere. */
  async lookElsewhere(): Promise<void> {
    if (!this.#presence) return
    for (const [appId, sockets] of this.#byApp) {
      const ids = [...sockets].map(({ id }) => id)
      const hasOther = this.#wereWarned(appId) && (await this.#presence.hasOther(appId, ids))
      // Meanwhile another may have opened here, or all have closed.
      if (hasOther && this.#wereWarned(appId)) this.#leaving.add(appId)
      else this.#leaving.delete(appId)
    }
  }

  /** Whether the app has sockets here, and all of them were told to leave. */
  #wereWarned(appId: string): boolean {
    const sockets = this.#byApp.get(appId)
    return sockets !== undefined && [...sockets].every(({ isWarned }) => isWarned)
  }

  /** Whether the app has an open socket here. */
  has(appId: string): boolean {
    return this.#byApp.has(appId)
  }

  /** For a test: lets the open sockets of an app fail, or those of every app. */
  fail({ how, app }: { how: SocketFailure; app?: string | undefined }): void {
    breakSockets(app === undefined ? this.all : [...(this.#byApp.get(app) ?? [])], how)
  }

  /** The faults are over: sockets that were silenced break off, so that their apps connect again. */
  endSilent(): void {
    breakSockets(
      this.all.filter(({ isSilent }) => isSilent),
      'broken',
    )
  }

  get appIds(): Iterable<string> {
    return this.#byApp.keys()
  }

  get all(): AppSocket[] {
    return [...this.#byApp.values()].flatMap((sockets) => [...sockets])
  }

  /** The socket with the fewest unacknowledged envelopes; one that was told to leave only if there is no other. */
  leastBusy(appId: string): AppSocket | undefined {
    const free = [...(this.#byApp.get(appId) ?? [])].filter((socket) => socket.acceptsEnvelopes)
    return free.toSorted(
      (one, other) => Number(one.isWarned) - Number(other.isWarned) || one.unacknowledged - other.unacknowledged,
    )[0]
  }
}
