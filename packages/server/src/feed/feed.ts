import pLimit from 'p-limit'
import type { Bus } from '#bus/bus'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { newestSeq } from '#domain/log/entry'
import { isInAudience } from '#domain/streams/audience'
import { outgoingFromLog } from '#feed/frames/fromLog'
import type { Outgoing } from '#feed/frames/outgoing'
import type { Db, Store } from '#store/db'
import { ChannelDeltas } from './channelDeltas.ts'
import { type FollowedEntry, LogFollower } from './logFollower.ts'
import type { ConsistentRead } from './consistentRead.ts'
import { sendChange, sendChannelChange } from './sendChange.ts'
import type { PreparedFrames, Viewer } from './viewer.ts'
import { Viewers } from './viewers.ts'

/** How long the follower waits, so that deltas which arrive together become one frame. */
const gatherMs = 20
/** How many viewers may read snapshots at once. This leaves connections to the database for everything else. */
const maxConcurrentReads = 4

/** Follows the log and sends every change to the viewers who may see it. */
export class Feed {
  readonly store: Store
  readonly viewers = new Viewers()
  readonly #follower: LogFollower
  readonly #slowViewerTimer: NodeJS.Timeout
  readonly #work = new Set<Promise<void>>()
  readonly #limitReads = pLimit(maxConcurrentReads)
  /** The delivery under way. */
  #delivering: Promise<void> = Promise.resolve()
  /** `message` frames already sent may contain the text of streams up to this log number. */
  #streamsShownUpTo = 0

  constructor(store: Store, bus: Bus, onUnexpectedError: (error: unknown) => void) {
    this.store = store
    const { cache } = store.db
    this.#follower = new LogFollower(store.db, bus, gatherMs, async (entries) => {
      // Writes of other processes make cached values of this one stale.
      if (!cache.isSingleWriter) cache.invalidate(entries)
      await (this.#delivering = this.#deliver(entries))
    })
    this.#follower.onUnexpectedError = onUnexpectedError
    this.#follower.isIdle = () => cache.isSingleWriter && this.viewers.isEmpty
    this.#slowViewerTimer = setInterval(() => this.viewers.closeSlow(), 1000).unref()
  }

  start(): Promise<void> {
    return this.#follower.start()
  }

  /** Reads frames for a viewer as of one log number. Resolves when everything read before that was delivered. */
  async prepareFrames(viewer: Viewer, read: (from: ConsistentRead) => Promise<Buffer[]>): Promise<PreparedFrames> {
    const { store } = this
    const { frames, asOf } = await this.#limitReads(async () => {
      // The viewer may have left while it waited.
      if (viewer.hasLeft) return { frames: [], asOf: 0 }
      return store.snapshot(async (db) => {
        const asOf = await newestSeq(db)
        return { frames: await read({ db, asOf }), asOf }
      })
    })
    await this.#delivering.catch(() => {}) // the follower reports the error and tries again
    // A single writer reads streams from its memory, which may be newer than the snapshot.
    return { frames, asOf, streamsAsOf: store.db.cache.isSingleWriter ? await newestSeq(store.db) : asOf }
  }

  /** Makes `stop` wait for work that was begun for a viewer. */
  trackWork(work: Promise<void>): void {
    this.#work.add(work)
    void work.finally(() => this.#work.delete(work))
  }

  /** Resolves when nothing uses the database any more. */
  async stop(): Promise<void> {
    clearInterval(this.#slowViewerTimer)
    this.viewers.close()
    await this.#follower.stop()
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  async #deliver(entries: readonly FollowedEntry[]): Promise<void> {
    const { outgoing, asOf } = await this.#readConsistently(async (from) => {
      return { outgoing: await outgoingFromLog(from.db, entries), asOf: from.asOf }
    })
    const deltasByAudience = new Map<string, ChannelDeltas>()
    for (const out of outgoing) {
      const viewers = () => this.viewers.inTeam(out.teamId)
      if (out.to === 'watchers') await this.#gatherDeltas(out, deltasByAudience)
      else if (out.to === 'eachViewer')
        await this.#readConsistently((from) => sendChannelChange(this.viewers, from, out, viewers()))
      else await sendChange(this.viewers, { db: this.store.db, asOf }, out, viewers())
    }
    for (const deltas of deltasByAudience.values()) deltas.send(entries[0]?.seq ?? 0, this.#streamsShownUpTo)
    // A message whose stream is open was read as it is now, which may be later than these entries.
    if (entries.some(({ kind }) => kind === 'message')) this.#streamsShownUpTo = await newestSeq(this.store.db)
  }

  #readConsistently<T>(read: (from: ConsistentRead) => Promise<T>): Promise<T> {
    const { store } = this
    const readFrom = async (db: Db) => read({ asOf: await newestSeq(db), db })
    // With a single writer, nothing is written between reads that follow each other at once.
    return store.db.cache.isSingleWriter ? readFrom(store.db) : store.snapshot(readFrom)
  }

  /** Collects the deltas that go to the same viewers of a channel, so that they are written together. */
  async #gatherDeltas(
    out: Extract<Outgoing, { to: 'watchers' }>,
    deltasByAudience: Map<string, ChannelDeltas>,
  ): Promise<void> {
    const { teamId, channelId, audience } = out
    const audienceKey = typeof audience === 'object' ? `${audience.teamId}/${audience.userId}` : audience
    const key = `${teamId}/${channelId}/${audienceKey}`
    let deltas = deltasByAudience.get(key)
    if (!deltas) {
      const channel = await findChannel(this.store.db, teamId, channelId)
      const viewers = this.viewers
        .watching(teamId, channelId)
        .filter(({ caller }) => channel && isVisibleTo(channel, caller) && isInAudience(audience, channel, caller))
      deltasByAudience.set(key, (deltas = new ChannelDeltas(channelId, viewers)))
    }
    deltas.add(out)
  }
}
