import { findChannel, isVisibleTo } from '#domain/channels/find'
import type { Db } from '#store/db'
import type { Viewer } from './viewer.ts'

/** Every connected viewer, by team and by the channels it watches. */
export class Viewers {
  /** Every open socket, including those that have not sent `hello` yet. */
  readonly #connected = new Set<Viewer>()
  readonly #byTeam = new Map<string, Set<Viewer>>()
  readonly #byChannel = new Map<string, Set<Viewer>>()
  #isClosed = false

  add(viewer: Viewer): void {
    this.#connected.add(viewer)
    if (this.#isClosed) viewer.disconnect('restarting')
  }

  remove(viewer: Viewer): void {
    viewer.hasLeft = true
    const { teamId } = viewer.caller
    this.#connected.delete(viewer)
    removeFrom(this.#byTeam, teamId, viewer)
    for (const channel of viewer.watching) removeFrom(this.#byChannel, `${teamId}/${channel}`, viewer)
    viewer.watching.clear()
  }

  /** From here on the viewer receives every change. A snapshot read after this leaves no gap. */
  startDelivering(viewer: Viewer): void {
    if (!viewer.hasLeft) addTo(this.#byTeam, viewer.caller.teamId, viewer)
  }

  watch(viewer: Viewer, channel: string): void {
    if (viewer.hasLeft) return
    viewer.watching.add(channel)
    addTo(this.#byChannel, `${viewer.caller.teamId}/${channel}`, viewer)
  }

  unwatch(viewer: Viewer, channel: string): void {
    viewer.watching.delete(channel)
    removeFrom(this.#byChannel, `${viewer.caller.teamId}/${channel}`, viewer)
  }

  /** Watches those of the channels that the viewer may see: some may have been hidden from it for a moment. */
  async watchVisible(db: Db, viewer: Viewer, channels: readonly string[]): Promise<void> {
    for (const id of channels) {
      const channel = await findChannel(db, viewer.caller.teamId, id)
      if (channel && isVisibleTo(channel, viewer.caller)) this.watch(viewer, id)
    }
  }

  /** The viewers of a team that changes are delivered to. */
  inTeam(teamId: string): Viewer[] {
    return [...(this.#byTeam.get(teamId) ?? [])]
  }

  watching(teamId: string, channelId: string): Viewer[] {
    return [...(this.#byChannel.get(`${teamId}/${channelId}`) ?? [])]
  }

  /** All viewers that changes are delivered to. */
  get all(): Viewer[] {
    return [...this.#byTeam.values()].flatMap((viewers) => [...viewers])
  }

  get isEmpty(): boolean {
    return this.#byTeam.size === 0
  }

  /** Closes the sockets of a person who signed out in one browser; other browsers connect again by themselves. */
  disconnectPerson(teamId: string, userId: string): void {
    for (const viewer of this.#connected) {
      if (viewer.caller.teamId === teamId && viewer.caller.userId === userId) viewer.disconnect('signed_out')
    }
  }

  closeSlow(): void {
    const time = performance.now()
    for (const viewer of this.all) viewer.closeIfTooSlow(time)
  }

  /** Disconnects every viewer, and each that comes later. */
  close(): void {
    this.#isClosed = true
    for (const viewer of this.#connected) viewer.disconnect('restarting')
  }
}

function addTo(map: Map<string, Set<Viewer>>, key: string, viewer: Viewer): void {
  const set = map.get(key)
  if (set) set.add(viewer)
  else map.set(key, new Set([viewer]))
}

function removeFrom(map: Map<string, Set<Viewer>>, key: string, viewer: Viewer): void {
  const set = map.get(key)
  set?.delete(viewer)
  if (set?.size === 0) map.delete(key)
}
