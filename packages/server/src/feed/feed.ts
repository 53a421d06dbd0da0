import pLimit from 'p-limit'
import type { Bus } from '#bus/bus'
import type { Caller } from '#domain/access/caller'
import { newestSeq } from '#domain/log/numbers'
import { holdSession } from '#domain/people/sessions'
import type { PushRule } from '#domain/push/rule'
import { Refusal } from '#domain/refusal'
import type { Store, Tx } from '#store/db'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import { type Act, actOf } from './acts.ts'
import type { ConsistentRead } from './consistentRead.ts'
import { type FeedParts, TeamFeed } from './teamFeed.ts'
import type { PreparedFrames, Viewer } from './viewer.ts'
import { Viewers } from './viewers.ts'

/** How often viewers are closed that are too slow or whose session has expired. */
const checkMs = 500
/**
 * How many viewers may read snapshots at once, and for how many teams changes are read at once. This leaves connections to
 * the database for everything else.
 */
const maxConcurrentReads = 4
const maxDeliveries = 3
/** For how long the log of a team is read, in place of what the bus brings, when that was false. Milliseconds. */
const distrustMs = 10 * 60_000

/** Serves viewers, and follows the logs of their teams. */
export class Feed {
  readonly store: Store
  readonly viewers = new Viewers()
  /** What the server pushes to browsers. */
  readonly pushes: PushRule
  /** In development: called with what people have done. */
  onAct: ((person: Caller, act: Act) => void) | undefined
  readonly #parts: FeedParts
  /** The teams that have viewers. */
  readonly #teams = new Map<string, TeamFeed>()
  /** By team: from when on entries of other processes are believed again, as of `performance.now()`. */
  readonly #believesFrom = new Map<string, number>()
  readonly #viewerTimer: NodeJS.Timeout
  readonly #work = new Set<Promise<void>>()
  readonly #limitReads = pLimit(maxConcurrentReads)

  constructor(store: Store, bus: Bus, onUnexpectedError: (error: unknown) => void, pushes: PushRule = 'on') {
    this.store = store
    this.pushes = pushes
    const onAnew = (teamId: string) => this.#beginAnew(teamId)
    const onFalse = (teamId: string) => {
      onUnexpectedError(new FalseEntries(teamId))
      this.#believesFrom.set(teamId, performance.now() + distrustMs)
      this.#beginAnew(teamId)
    }
    const { viewers } = this
    this.#parts = { store, bus, viewers, limitDeliveries: pLimit(maxDeliveries), onAnew, onFalse, onUnexpectedError }
    this.viewers.onTeamLeft = (teamId) => this.#leave(teamId)
    this.#viewerTimer = setInterval(() => {
      this.viewers.closeSlow()
      this.viewers.closeExpired(store.db.clock.now())
    }, checkMs).unref()
  }

  /** From here on the viewer receives every change. A snapshot read after this leaves no gap. */
  async startDelivering(viewer: Viewer): Promise<void> {
    if (viewer.hasLeft) return
    const { teamId } = viewer.caller
    this.viewers.startDelivering(viewer)
    let team = this.#teams.get(teamId)
    if (!team) {
      team = new TeamFeed(teamId, this.#parts, this.#believesFrom.get(teamId))
      this.#teams.set(teamId, team)
    }
    try {
      await team.started
    } catch (error) {
      if (this.#teams.get(teamId) === team) this.#leave(teamId)
      throw error
    }
  }

  /** Reads frames for a viewer as of one log number. Resolves when everything read before that was delivered. */
  async prepareFrames(viewer: Viewer, read: (from: ConsistentRead) => Promise<Buffer[]>): Promise<PreparedFrames> {
    const { store } = this
    const { teamId } = viewer.caller
    const { frames, asOf } = await this.#limitReads(async () => {
      // The viewer may have left while it waited.
      if (viewer.hasLeft) return { frames: [], asOf: 0 }
      return store.snapshot(async (db) => {
        const asOf = await newestSeq(db, teamId)
        return { frames: await read({ db, asOf }), asOf }
      })
    })
    await this.#teams.get(teamId)?.waitForDelivery()
    // A single writer reads streams from its memory, which may be newer than the snapshot.
    return { frames, asOf, streamsAsOf: store.db.cache.isSingleWriter ? await newestSeq(store.db, teamId) : asOf }
  }

  /** Carries a frame out in a transaction. */
  async writeFor<T>({ caller, session }: Viewer, frame: ClientFrame, work: (tx: Tx) => Promise<T> | T): Promise<T> {
    const result = await this.store.write(async (tx) => {
      // [SES-1] The feed learns a moment later that a session has ended. Until then frames may still come.
      if (!(await holdSession(tx, session.hash))) throw new Refusal('not_authed', 'The session has ended.')
      return work(tx)
    })
    const act = this.onAct && actOf(frame, result)
    if (act) this.onAct?.(caller, act)
    return result
  }

  /** Makes `stop` wait for work that was begun for a viewer. */
  trackWork(work: Promise<void>): void {
    this.#work.add(work)
    void work.finally(() => this.#work.delete(work))
  }

  /** Resolves when nothing uses the database any more. */
  async stop(): Promise<void> {
    clearInterval(this.#viewerTimer)
    this.viewers.close()
    for (const teamId of this.#teams.keys()) this.#leave(teamId)
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  /** [NOD-9, BUS-5] What the viewers of a team have seen may never have happened: they come again, and go on from the log. */
  #beginAnew(teamId: string): void {
    this.#leave(teamId)
    for (const viewer of this.viewers.inTeam(teamId)) viewer.disconnect('restarting')
  }

  #leave(teamId: string): void {
    const team = this.#teams.get(teamId)
    this.#teams.delete(teamId)
    if (team) this.trackWork(team.stop())
  }
}

/** [BUS-5] Others publish in the same Redis under the same names. */
class FalseEntries extends Error {
  constructor(teamId: string) {
    super(
      `The bus brought entries of the log of ${teamId} that the database does not have. Its viewers start anew. ` +
        'If no standby took over just now, a copy of the database or a stranger uses the same Redis.',
    )
  }
}
