import type { AppSocket } from './appSocket.ts'

/** The open sockets of apps. */
export class AppSockets {
  readonly #byApp = new Map<string, Set<AppSocket>>()

  add(socket: AppSocket): void {
    const sockets = this.#byApp.get(socket.appId)
    if (sockets) sockets.add(socket)
    else this.#byApp.set(socket.appId, new Set([socket]))
  }

  remove(socket: AppSocket): void {
    const sockets = this.#byApp.get(socket.appId)
    sockets?.delete(socket)
    if (sockets?.size === 0) this.#byApp.delete(socket.appId)
  }

  count(appId: string): number {
    return this.#byApp.get(appId)?.size ?? 0
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
