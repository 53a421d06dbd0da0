import type { Caller } from '#domain/access/caller'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import type { Db } from '#store/db'
import type { Viewer } from './viewer.ts'

/** Every connected viewer, by team and by the channels it watches. */
export class Viewers {
  /** Every open socket, including those that have not sent `hello` yet. */
  readonly #connected = new Set<Viewer>()
  /** How many of them a team has, and a person. */
  readonly #counts = new Map<string, number>()
  readonly #byTeam = new Map<string, Set<Viewer>>()
  readonly #byChannel = new Map<string, Set<Viewer>>()
  #isClosed = false
  /** Called when the last viewer that changes of a team are delivered to has left. */
  onTeamLeft: (teamId: string) => void = () => {}

  add(viewer: Viewer): void {
    this.#connected.add(viewer)
    this.#countOne(viewer, 1)
    if (this.#isClosed) viewer.disconnect('restarting')
  }

  remove(viewer: Viewer): void {
    viewer.hasLeft = true
    const { teamId } = viewer.caller
    if (this.#connected.delete(viewer)) this.#countOne(viewer, -1)
    const wasLast = removeFrom(this.#byTeam, teamId, viewer)
    for (const channel of viewer.watching) removeFrom(this.#byChannel, `${teamId}/${channel}`, viewer)
    viewer.watching.clear()
    if (wasLast) this.onTeamLeft(teamId)
  }

  /** From here on the changes of its team are delivered to it. */
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

  /** How many sockets of a team, and of one of its people, are open. */
  count({ teamId, userId }: Caller): { team: number; person: number } {
    return { team: this.#counts.get(teamId) ?? 0, person: this.#counts.get(`${teamId}/${userId}`) ?? 0 }
  }

  #countOne({ caller: { teamId, userId } }: Viewer, one: 1 | -1): void {
    for (const key of [teamId, `${teamId}/${userId}`]) {
      const count = (this.#counts.get(key) ?? 0) + one
      if (count > 0) this.#counts.set(key, count)
      else this.#counts.delete(key)
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

  /** [SES-2] Closes those whose session has expired; `now` is the time of the store's clock. */
  closeExpired(now: number): void {
    for (const viewer of this.#connected)
      if (viewer.session.expiresAt <= now && viewer.isOpen) viewer.disconnect('signed_out')
  }

  /** Whether the server stops. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Closes those of a team that is gone. */
  closeTeam(teamId: string): void {
    for (const viewer of this.#connected) if (viewer.caller.teamId === teamId) viewer.disconnect('signed_out')
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

/** Returns whether it was the last of its key. */
function removeFrom(map: Map<string, Set<Viewer>>, key: string, viewer: Viewer): boolean {
  const set = map.get(key)
  const wasLast = set?.delete(viewer) === true && set.size === 0
  if (wasLast) map.delete(key)
  return wasLast
}
