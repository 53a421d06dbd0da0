import type { Bus } from '#bus/bus'
import { findChannel, isVisibleTo } from '#domain/channels'
import type { Store } from '#store/db'
import { Follower } from './follower.ts'
import { type Outgoing, outgoingFrom } from './frames.ts'
import { channelView, isIn } from './views.ts'
import { frameBytes, type Viewer } from './viewer.ts'

/** Milliseconds in which deltas gather into one frame. */
const gather = 20

/** Brings what the log says to everyone who watches. */
export class Feed {
  readonly store: Store
  #follower: Follower
  #teams = new Map<string, Set<Viewer>>()
  #watchers = new Map<string, Set<Viewer>>()
  #patience: NodeJS.Timeout
  /** Every open socket, also those that have not said hello. */
  #present = new Set<Viewer>()
  #stopped = false

  constructor(store: Store, bus: Bus, onDefect: (defect: unknown) => void) {
    this.store = store
    const { memory } = store.db
    this.#follower = new Follower(store.db, bus, gather, async (entries) => {
      // What other processes wrote makes things untrue here too.
      if (!memory.sole) memory.hear(entries)
      await this.#deliver(await outgoingFrom(store.db, entries))
    })
    this.#follower.onDefect = onDefect
    this.#follower.idle = () => memory.sole && this.#teams.size === 0
    this.#patience = setInterval(() => this.#checkPatience(), 1000).unref()
  }

  start(): Promise<void> {
    return this.#follower.start()
  }

  enter(viewer: Viewer): void {
    this.#present.add(viewer)
    if (this.#stopped) viewer.end('restarting')
  }

  /** Ends what a person watches; a browser that is still signed in comes back by itself. */
  signOut(teamId: string, userId: string): void {
    for (const viewer of this.#present) {
      if (viewer.caller.teamId === teamId && viewer.caller.userId === userId) viewer.end('signed_out')
    }
  }

  /** From here on the viewer is sent what comes; what it reads after this is complete, and some of it may come twice. */
  join(viewer: Viewer): void {
    if (viewer.gone) return
    const { teamId } = viewer.caller
    addTo(this.#teams, teamId, viewer)
  }

  leave(viewer: Viewer): void {
    viewer.gone = true
    this.#present.delete(viewer)
    removeFrom(this.#teams, viewer.caller.teamId, viewer)
    for (const channel of viewer.watching) removeFrom(this.#watchers, `${viewer.caller.teamId}/${channel}`, viewer)
    viewer.watching.clear()
  }

  watch(viewer: Viewer, channel: string): void {
    if (viewer.gone) return
    viewer.watching.add(channel)
    addTo(this.#watchers, `${viewer.caller.teamId}/${channel}`, viewer)
  }

  unwatch(viewer: Viewer, channel: string): void {
    viewer.watching.delete(channel)
    removeFrom(this.#watchers, `${viewer.caller.teamId}/${channel}`, viewer)
  }

  get viewers(): Viewer[] {
    return [...this.#teams.values()].flatMap((viewers) => [...viewers])
  }

  stop(): void {
    clearInterval(this.#patience)
    this.#follower.stop()
    this.#stopped = true
    for (const viewer of this.#present) viewer.end('restarting')
  }

  /** To all whom it concerns, or to `only` one of them. */
  async #deliver(outgoing: readonly Outgoing[], only?: Viewer): Promise<void> {
    const deltas = new Map<string, { viewers: Viewer[]; channel: string; bytes: Buffer[] }>()
    for (const out of outgoing) {
      if (out.to === 'watchers') await this.#gatherDelta(out, deltas, only)
      else await this.#sendChange(out, only)
    }
    for (const { viewers, channel, bytes } of deltas.values()) {
      const all = bytes.length === 1 && bytes[0] ? bytes[0] : Buffer.concat(bytes)
      for (const viewer of viewers) viewer.writeDeltas(channel, all)
    }
  }

  /** Puts what goes to the same viewers of a channel together, to be written at once. */
  async #gatherDelta(
    out: Extract<Outgoing, { to: 'watchers' }>,
    deltas: Map<string, { viewers: Viewer[]; channel: string; bytes: Buffer[] }>,
    only: Viewer | undefined,
  ): Promise<void> {
    const { teamId, channelId, audience } = out
    const key = `${teamId}/${channelId}/${audience?.teamId}/${audience?.userId}`
    let group = deltas.get(key)
    if (!group) {
      const channel = await findChannel(this.store.db, teamId, channelId)
      const watching = only
        ? only.watching.has(channelId)
          ? [only]
          : []
        : [...(this.#watchers.get(`${teamId}/${channelId}`) ?? [])]
      const viewers = watching.filter(({ caller }) => channel && isVisibleTo(channel, caller) && isIn(audience, caller))
      deltas.set(key, (group = { viewers, channel: channelId, bytes: [] }))
    }
    if (group.viewers.length > 0) group.bytes.push(frameBytes(out.frame))
  }

  async #sendChange(out: Exclude<Outgoing, { to: 'watchers' }>, only: Viewer | undefined): Promise<void> {
    const viewers = only ? [only] : [...(this.#teams.get(out.teamId) ?? [])]
    if (viewers.length === 0) return
    if (out.to === 'anew') return viewers.forEach((viewer) => viewer.close('restarting'))
    if (out.to === 'each') return this.#sendToEach(out, viewers)
    if (out.to === 'person') {
      for (const viewer of viewers) if (viewer.caller.userId === out.userId) viewer.send(out.frame)
      return
    }
    if (out.to === 'team') {
      const bytes = frameBytes(out.frame)
      const gone = out.frame.type === 'user_changed' && out.frame.user.deleted ? out.frame.user.id : undefined
      for (const viewer of viewers) {
        if (viewer.caller.userId === gone) viewer.end('signed_out')
        else viewer.write(bytes)
      }
      return
    }
    const channel = await findChannel(this.store.db, out.teamId, out.channelId)
    if (!channel || channel.deleted) return
    let open: Buffer | undefined
    let hidden: Buffer | undefined
    for (const viewer of viewers) {
      const { caller, watching } = viewer
      if (!channel.members.has(caller.userId) && !(watching.has(channel.id) && isVisibleTo(channel, caller))) continue
      if (isIn(out.audience, caller)) viewer.write((open ??= frameBytes(out.frame(false))))
      else viewer.write((hidden ??= frameBytes(out.frame(true))))
    }
  }

  async #sendToEach(
    { channelId, seq, subject }: Extract<Outgoing, { to: 'each' }>,
    viewers: readonly Viewer[],
  ): Promise<void> {
    for (const viewer of viewers) {
      const channel = (await channelView(this.store.db, viewer.caller, channelId)) ?? null
      // [PLA] Who never saw the channel does not hear of it.
      if (!channel && subject !== viewer.caller.userId && !viewer.watching.has(channelId)) continue
      if (!channel) this.unwatch(viewer, channelId)
      viewer.send({ type: 'channel_changed', seq, id: channelId, channel })
    }
  }

  /** Sends a viewer what these entries say, as if they came just now. */
  async replay(viewer: Viewer, entries: Parameters<typeof outgoingFrom>[1]): Promise<void> {
    const ofTeam = entries.filter((entry) => entry.team_id === viewer.caller.teamId)
    await this.#deliver(await outgoingFrom(this.store.db, ofTeam), viewer)
  }

  #checkPatience(): void {
    const time = performance.now()
    for (const viewer of this.viewers) viewer.checkPatience(time)
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
