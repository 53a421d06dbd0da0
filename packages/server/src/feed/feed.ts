import pLimit from 'p-limit'
import type { Bus } from '#bus/bus'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { newestSeq } from '#domain/log/entry'
import { isIn } from '#domain/streams/audience'
import type { Db, Store } from '#store/db'
import { type Entry, Follower } from './logFollower.ts'
import { type Outgoing, outgoingFrom } from './frames.ts'
import { Growth } from './deltaFrame.ts'
import { channelView } from './messageViews.ts'
import { frameBytes, type Told, type Viewer } from './viewer.ts'

/** Milliseconds in which deltas gather into one frame. */
const gather = 20
/** Entries that are replayed at once. */
const slice = 250
/** Viewers for whom is read at once: the database has more connections, for what happens meanwhile. */
const readers = 4

type Change = Exclude<Outgoing, { to: 'watchers' }>

/** How things are as of a number of the log, or a little later. */
export interface Moment {
  db: Db
  asOf: number
}

/** A viewer, or who collects for one. */
interface Receiver {
  readonly viewer: Viewer
  write(bytes: Buffer, asOf: number, alone?: boolean): void
}

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
  #work = new Set<Promise<void>>()
  #delivering: Promise<void> = Promise.resolve()
  #reading = pLimit(readers)
  /** Messages that were sent to everybody may tell of streams up to this number of the log. */
  #shown = 0

  constructor(store: Store, bus: Bus, onDefect: (defect: unknown) => void) {
    this.store = store
    const { memory } = store.db
    this.#follower = new Follower(store.db, bus, gather, async (entries) => {
      // What other processes wrote makes things untrue here too.
      if (!memory.sole) memory.hear(entries)
      await (this.#delivering = this.#deliver(entries))
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

  /** From here on the viewer is sent what comes; what it reads after this is complete. */
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

  /** Watches what the viewer may see of these: it may have been out of sight for a moment. */
  async watchAgain(viewer: Viewer, channels: readonly string[]): Promise<void> {
    for (const id of channels) {
      const channel = await findChannel(this.store.db, viewer.caller.teamId, id)
      if (channel && isVisibleTo(channel, viewer.caller)) this.watch(viewer, id)
    }
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

  /** What is read for a viewer as of one moment, once everybody has been sent what was read before it. */
  async readFor(viewer: Viewer, read: (moment: Moment) => Promise<Buffer[]>): Promise<Told> {
    const { store } = this
    const { frames, asOf } = await this.#reading(async () => {
      // It may have left while it waited.
      if (viewer.gone) return { frames: [], asOf: 0 }
      return store.snapshot(async (db) => {
        const asOf = await newestSeq(db)
        return { frames: await read({ db, asOf }), asOf }
      })
    })
    await this.#delivering.catch(() => {}) // the follower tells, and tries again
    // Where this process alone writes, it has streams in memory, as they are by now.
    return { frames, asOf, streams: store.db.memory.sole ? await newestSeq(store.db) : asOf }
  }

  /** The work of a viewer, so that an end of the server waits for it. */
  during(work: Promise<void>): void {
    this.#work.add(work)
    void work.finally(() => this.#work.delete(work))
  }

  /** Resolves when nothing of the database is asked for any more. */
  async stop(): Promise<void> {
    clearInterval(this.#patience)
    this.#stopped = true
    for (const viewer of this.#present) viewer.end('restarting')
    await this.#follower.stop()
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  /** To all whom it concerns. */
  async #deliver(entries: readonly Entry[]): Promise<void> {
    const { outgoing, asOf } = await this.#now(async (moment) => {
      return { outgoing: await outgoingFrom(moment.db, entries), asOf: moment.asOf }
    })
    const growths = new Map<string, Growth>()
    for (const out of outgoing) {
      const viewers = () => [...(this.#teams.get(out.teamId) ?? [])]
      if (out.to === 'watchers') await this.#gatherDeltas(out, growths)
      else if (out.to === 'each') await this.#now((moment) => this.#sendToEach(moment, out, viewers()))
      else await this.#sendChange({ db: this.store.db, asOf }, out, viewers())
    }
    for (const growth of growths.values()) growth.send(entries[0]?.seq ?? 0, this.#shown)
    // A message that streams was looked up as it is by now, which may be later than these entries.
    if (entries.some(({ kind }) => kind === 'message')) this.#shown = await newestSeq(this.store.db)
  }

  /** Reads how things are, at one moment. */
  #now<T>(read: (moment: Moment) => Promise<T>): Promise<T> {
    const { store } = this
    const at = async (db: Db) => read({ asOf: await newestSeq(db), db })
    // Where this process alone writes, nothing is written between reads that follow each other at once.
    return store.db.memory.sole ? at(store.db) : store.snapshot(at)
  }

  /** Puts what goes to the same viewers of a channel together, to be written at once. */
  async #gatherDeltas(out: Extract<Outgoing, { to: 'watchers' }>, growths: Map<string, Growth>): Promise<void> {
    const { teamId, channelId, audience } = out
    const whom = typeof audience === 'object' ? `${audience.teamId}/${audience.userId}` : audience
    const key = `${teamId}/${channelId}/${whom}`
    let growth = growths.get(key)
    if (!growth) {
      const channel = await findChannel(this.store.db, teamId, channelId)
      const watching = [...(this.#watchers.get(`${teamId}/${channelId}`) ?? [])]
      const viewers = watching.filter(
        ({ caller }) => channel && isVisibleTo(channel, caller) && isIn(audience, channel, caller),
      )
      growths.set(key, (growth = new Growth(channelId, viewers)))
    }
    growth.add(out)
  }

  async #sendChange(moment: Moment, out: Change, receivers: readonly Receiver[]): Promise<void> {
    const { db, asOf } = moment
    if (receivers.length === 0) return
    if (out.to === 'anew') return receivers.forEach(({ viewer }) => viewer.close('restarting'))
    if (out.to === 'each') return this.#sendToEach(moment, out, receivers)
    if (out.to === 'person') {
      // No snapshot has what is for one person alone, but for how far they have read.
      const alone = out.frame.type !== 'read'
      const theirs = receivers.filter(({ viewer }) => viewer.caller.userId === out.userId)
      return theirs.forEach((to) => to.write(frameBytes(out.frame), asOf, alone))
    }
    if (out.to === 'team') {
      const bytes = frameBytes(out.frame)
      const gone = out.frame.type === 'user_changed' && out.frame.user.deleted ? out.frame.user.id : undefined
      for (const to of receivers) {
        if (to.viewer.caller.userId === gone) to.viewer.end('signed_out')
        else to.write(bytes, asOf)
      }
      return
    }
    const channel = await findChannel(db, out.teamId, out.channelId)
    if (!channel || channel.deleted) return
    let open: Buffer | undefined
    let hidden: Buffer | undefined
    for (const to of receivers) {
      const { caller, watching } = to.viewer
      if (!channel.members.has(caller.userId) && !(watching.has(channel.id) && isVisibleTo(channel, caller))) continue
      if (!out.audience || isIn(out.audience, channel, caller)) to.write((open ??= frameBytes(out.frame(false))), asOf)
      else to.write((hidden ??= frameBytes(out.frame(true))), asOf)
    }
  }

  async #sendToEach(
    { db, asOf }: Moment,
    { channelId, seq, subject }: Extract<Outgoing, { to: 'each' }>,
    receivers: readonly Receiver[],
  ): Promise<void> {
    for (const to of receivers) {
      const { viewer } = to
      const channel = (await channelView(db, viewer.caller, channelId)) ?? null
      // [PLA] Who never saw the channel does not hear of it.
      if (!channel && subject !== viewer.caller.userId && !viewer.watching.has(channelId)) continue
      if (!channel) this.unwatch(viewer, channelId)
      to.write(frameBytes({ type: 'channel_changed', seq, id: channelId, channel }), asOf)
      // [STR-8] Whether streams grow for somebody depends on whether they are in. Who comes back is shown them anyway.
      if (to === viewer && subject === viewer.caller.userId && viewer.watching.has(channelId))
        viewer.missedAll(channelId)
    }
  }

  /**
   * What these entries say to a viewer that was away, as frames; streams that grow are not among them. A slice of
   * them after the other, so that one that is cut off again goes on from the slice that it has reached.
   */
  async replayed(moment: Moment, viewer: Viewer, entries: readonly Entry[]): Promise<Buffer[]> {
    const frames: Buffer[] = []
    const receiver: Receiver = { viewer, write: (bytes) => frames.push(bytes) }
    for (let at = 0; at < entries.length; at += slice) {
      const ofTeam = entries.slice(at, at + slice).filter((entry) => entry.team_id === viewer.caller.teamId)
      for (const out of await outgoingFrom(moment.db, ofTeam))
        if (out.to !== 'watchers') await this.#sendChange(moment, out, [receiver])
    }
    return frames
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
