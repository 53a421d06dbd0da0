import type { LimitFunction } from 'p-limit'
import type { Bus } from '#bus/bus'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { newestSeq } from '#domain/log/numbers'
import { isInAudience } from '#domain/streams/audience'
import { outgoingFromLog } from '#feed/frames/fromLog'
import type { Outgoing } from '#feed/frames/outgoing'
import type { Db, Store } from '#store/db'
import type { FollowedEntry } from '#store/news'
import { ChannelDeltas } from './channelDeltas.ts'
import { LogFollower } from './logFollower.ts'
import { sendChange, sendChannelChange } from './sendChange.ts'
import type { Viewers } from './viewers.ts'

/** How long the follower waits, so that deltas which arrive together become one frame. */
const gatherMs = 20

/** What the feeds of all teams share. */
export interface FeedParts {
  store: Store
  bus: Bus
  viewers: Viewers
  limitDeliveries: LimitFunction
  /** Called when the log of a team has gone back. */
  onAnew: (teamId: string) => void
  /** Called when viewers of a team may have been sent what is not in its log. */
  onFalse: (teamId: string) => void
  onUnexpectedError: (error: unknown) => void
}

/** Follows the log of one team and sends every change to the viewers who may see it. */
export class TeamFeed {
  /** Settles when everything from now on is delivered. */
  readonly started: Promise<void>
  readonly #store: Store
  readonly #viewers: Viewers
  readonly #teamId: string
  readonly #follower: LogFollower
  /** The delivery under way. */
  #delivering: Promise<void> = Promise.resolve()
  /** `message` frames already sent may contain the text of streams up to this log number. */
  #streamsShownUpTo = 0
  /** All its viewers have left. Whoever came since is served by another feed, and may have seen what is newer. */
  #isLeft = false

  /** `believesFrom`: from when on entries of other processes are believed, as of `performance.now()`. */
  constructor(teamId: string, parts: FeedParts, believesFrom = 0) {
    const { store, bus, viewers, limitDeliveries, onAnew, onFalse, onUnexpectedError } = parts
    this.#store = store
    this.#viewers = viewers
    this.#teamId = teamId
    const { cache } = store.db
    const source = { db: store.db, bus, teamId, believesFrom }
    this.#follower = new LogFollower(source, gatherMs, async (entries, cursor) => {
      // Writes of other processes make cached values of this one stale.
      if (!cache.isSingleWriter) cache.invalidate(entries)
      await (this.#delivering = limitDeliveries(() => this.#deliver(entries, cursor)))
    })
    this.#follower.onUnexpectedError = onUnexpectedError
    this.#follower.onAnew = () => onAnew(teamId)
    this.#follower.onFalse = () => onFalse(teamId)
    this.started = this.#follower.start()
  }

  /** Resolves when everything read before this was delivered. */
  async waitForDelivery(): Promise<void> {
    await this.#delivering.catch(() => {}) // the follower reports the error and tries again
  }

  /** Resolves when nothing is read or sent any more. */
  stop(): Promise<void> {
    this.#isLeft = true
    return this.#follower.stop()
  }

  async #deliver(entries: readonly FollowedEntry[], cursor: number): Promise<void> {
    // Who is a member is read after the entries were written, and once for all of them.
    const db = this.#store.reader?.() ?? this.#store.db
    // Deltas are in the log as they are sent: nothing is read that could have changed since.
    const [asOf, outgoing] = entries.every(({ kind }) => kind === 'delta')
      ? [0, await outgoingFromLog(db, entries, cursor)]
      : await this.#readConsistently((from) =>
          Promise.all([newestSeq(from, this.#teamId), outgoingFromLog(from, entries, cursor)]),
        )
    const deltasByAudience = new Map<string, ChannelDeltas>()
    for (const out of outgoing) {
      const viewers = () => (this.#isLeft ? [] : this.#viewers.inTeam(out.teamId))
      if (out.to === 'watchers') await this.#gatherDeltas(db, out, deltasByAudience)
      else if (out.to === 'eachViewer')
        await this.#readConsistently(async (from) => {
          const read = { asOf: await newestSeq(from, this.#teamId), db: from }
          await sendChannelChange(this.#viewers, read, out, viewers())
        })
      else await sendChange(this.#viewers, { db, asOf }, out, viewers())
    }
    if (this.#isLeft) return
    for (const deltas of deltasByAudience.values()) deltas.send(entries[0]?.seq ?? 0, this.#streamsShownUpTo)
    // A message whose stream is open was read as it is now, which may be later than these entries.
    if (entries.some(({ kind }) => kind === 'message'))
      this.#streamsShownUpTo = await newestSeq(this.#store.db, this.#teamId)
  }

  #readConsistently<T>(read: (db: Db) => Promise<T>): Promise<T> {
    const store = this.#store
    // With a single writer, nothing is written between reads that follow each other at once.
    return store.db.cache.isSingleWriter ? read(store.db) : store.snapshot(read)
  }

  /** Collects the deltas that go to the same viewers of a channel, so that they are written together. */
  async #gatherDeltas(
    db: Db,
    out: Extract<Outgoing, { to: 'watchers' }>,
    deltasByAudience: Map<string, ChannelDeltas>,
  ): Promise<void> {
    const { teamId, channelId, audience } = out
    const audienceKey = typeof audience === 'object' ? `${audience.teamId}/${audience.userId}` : audience
    const key = `${teamId}/${channelId}/${audienceKey}`
    let deltas = deltasByAudience.get(key)
    if (!deltas) {
      const channel = await findChannel(db, teamId, channelId)
      const viewers = this.#viewers
        .watching(teamId, channelId)
        .filter(({ caller }) => channel && isVisibleTo(channel, caller) && isInAudience(audience, channel, caller))
      deltasByAudience.set(key, (deltas = new ChannelDeltas(channelId, viewers)))
    }
    deltas.add(out)
  }
}
