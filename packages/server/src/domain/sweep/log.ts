import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Store, Tx } from '#store/db'
import type { LogKind } from '#store/tables/log'
import { listTeamsAway } from '#domain/access/movedTeams'
import { listSequences, oldestCursor } from '#domain/log/numbers'
import { Steps } from './steps.ts'

/** Entries stay at least this long, for viewers that were away. Milliseconds. */
const minAgeMs = 10 * 60_000
/** How long an open stream holds up the deltas behind its own, milliseconds. Most streams end within that time. */
const deltaPatienceMs = 2 * minAgeMs
/** Entries that one transaction deletes at most, so that other writes do not wait long. */
export const batchSize = 500
/** How long one run works on deltas, and on other entries. Milliseconds. */
const maxRunMs = 2000

/** Deletes log entries that nobody needs any more. Nothing that anyone sees depends on when. */
export class LogCleaner {
  readonly #store: Store
  readonly #bySequence = new Map<string | undefined, SequenceCleaner>()
  /** Where the last run stopped. */
  readonly #next = new Map<Kind, SequenceCleaner | undefined>()

  constructor(store: Store) {
    this.#store = store
  }

  /** Deletes batch by batch, until nothing is left, the time is up or it is stopped. Sequences take turns, also from run to run. */
  async run({ stopped, during = maxRunMs }: { stopped?: AbortSignal; during?: number } = {}): Promise<void> {
    const steps = new Steps()
    const cleaners = await this.#listCleaners()
    for (const clear of ['deleteDeltas', 'deleteOthers'] as const) {
      const end = performance.now() + during
      const queue = beginningAt(this.#next.get(clear), cleaners).filter((cleaner) => cleaner.mayHave(clear))
      for (let cleaner = queue.shift(); cleaner; cleaner = queue.shift()) {
        const mayHaveMore = await steps.run(() => cleaner[clear]())
        if (mayHaveMore) queue.push(cleaner)
        this.#next.set(clear, queue[0])
        if (performance.now() >= end || stopped?.aborted) break
        if (queue.length > 0) await turnOfTheLoop()
      }
    }
    steps.finish()
  }

  async #listCleaners(): Promise<SequenceCleaner[]> {
    const sequences = await listSequences(this.#store.db)
    const away = await listTeamsAway(this.#store.db)
    const here = sequences.filter(({ teamId }) => teamId === undefined || !away.has(teamId))
    return here.map(({ teamId, newest }) => {
      let cleaner = this.#bySequence.get(teamId)
      if (!cleaner) this.#bySequence.set(teamId, (cleaner = new SequenceCleaner(this.#store, teamId)))
      cleaner.newest = newest
      return cleaner
    })
  }
}

function beginningAt<T>(first: T | undefined, all: readonly T[]): T[] {
  const from = Math.max(
    0,
    all.findIndex((each) => each === first),
  )
  return [...all.slice(from), ...all.slice(0, from)]
}

type Kind = 'deleteDeltas' | 'deleteOthers'

/** Deletes entries with the numbers of one sequence. */
class SequenceCleaner {
  newest = 0
  readonly #store: Store
  readonly #teamId: string | undefined
  /** The number up to which entries of each kind were examined. */
  #deltas = 0
  #others = 0
  /** Before this time the next entry is too young to be examined. */
  readonly #youngUntil = { deleteDeltas: 0, deleteOthers: 0 }
  /** The first delta that was kept because its stream is open, and when to examine it again. */
  #skipped: { seq: number; retryAt: number } | undefined

  constructor(store: Store, teamId: string | undefined) {
    this.#store = store
    this.#teamId = teamId
  }

  /** Whether there can be anything to do, as far as is known without a look. */
  mayHave(kind: Kind): boolean {
    const now = this.#store.db.clock.now()
    if (kind === 'deleteDeltas' && now >= (this.#skipped?.retryAt ?? Infinity)) return true
    if (now < this.#youngUntil[kind]) return false
    return kind === 'deleteDeltas' ? this.#deltas < this.newest : this.#others < oldestCursor(this.newest)
  }

  /** Returns whether there may be more. */
  async deleteDeltas(): Promise<boolean> {
    const cleared = await this.#store.write((tx) =>
      deleteBatch(tx, {
        operator: '=',
        teamId: this.#teamId,
        from: this.#deltas,
        upTo: this.newest,
        decide: decideDelta,
      }),
    )
    this.#deltas = cleared.to
    this.#youngUntil.deleteDeltas = cleared.youngUntil
    const [first] = cleared.kept
    if (first !== undefined) this.#skipped ??= { seq: first, retryAt: this.#store.db.clock.now() + minAgeMs }
    if (cleared.more || !this.#skipped || this.#store.db.clock.now() < this.#skipped.retryAt) return cleared.more
    this.#deltas = this.#skipped.seq - 1
    this.#youngUntil.deleteDeltas = 0
    this.#skipped = undefined
    return true
  }

  async deleteOthers(): Promise<boolean> {
    const cleared = await this.#store.write((tx) =>
      deleteBatch(tx, {
        operator: '!=',
        teamId: this.#teamId,
        from: this.#others,
        upTo: oldestCursor(this.newest),
        decide: decideOther,
      }),
    )
    this.#others = cleared.to
    this.#youngUntil.deleteOthers = cleared.youngUntil
    return cleared.more
  }
}

interface Candidate {
  kind: LogKind
  at: number
  /** Whether its events for apps are still to be recorded. */
  hasChange: boolean
  /** For a delta: its stream, if that still exists, and when it ended. */
  stream: string | null
  ended_at: number | null
}
type Decision = 'delete' | 'keep' | 'wait' | 'skip'
type Decide = (entry: Candidate, now: number) => Decision

/** A delta is deleted some time after its stream has ended. One of an open stream is kept, and later ones do not wait for it. */
function decideDelta({ kind, at, stream, ended_at: endedAt }: Candidate, now: number): Decision {
  const old = now - minAgeMs
  if (at > old) return 'wait'
  if (kind !== 'delta') return 'skip'
  if (stream === null || (endedAt ?? Infinity) <= old) return 'delete'
  return at > now - deltaPatienceMs ? 'wait' : 'keep'
}

/** Any other entry is deleted once every viewer that has not read it has to start afresh anyway. */
function decideOther({ kind, at, hasChange }: Candidate, now: number): Decision {
  if (at > now - minAgeMs) return 'wait'
  if (kind === 'delta') return 'skip'
  return hasChange ? 'wait' : 'delete'
}

interface Batch {
  operator: '=' | '!='
  teamId: string | undefined
  from: number
  upTo: number
  decide: Decide
}

/**
 * Deletes up to the first entry that has to wait. Returns how far it came, what it kept, until when the next entry is too young,
 * and whether there may be more.
 */
async function deleteBatch(
  tx: Tx,
  { operator, teamId, from, upTo, decide }: Batch,
): Promise<{ to: number; kept: number[]; youngUntil: number; more: boolean }> {
  const rows = await tx
    .selectFrom('log')
    .leftJoin('streams', (join) =>
      join
        .onRef('streams.team_id', '=', 'log.team_id')
        .onRef('streams.channel_id', '=', 'log.channel_id')
        .onRef('streams.ts', '=', 'log.ts'),
    )
    .select(({ eb }) => [
      'seq',
      'kind',
      'at',
      eb('change', 'is not', null).as('hasChange'),
      'streams.ts as stream',
      'ended_at',
    ])
    .$if(teamId !== undefined, (query) => query.where('log.team_id', '=', teamId ?? ''))
    .where('seq', '>', from)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(batchSize)
    .execute()
  const now = tx.clock.now()
  const decisions = rows.map((row) => decide({ ...row, hasChange: Boolean(row.hasChange) }, now))
  const firstToWait = decisions.indexOf('wait')
  const examined = firstToWait === -1 ? rows : rows.slice(0, firstToWait)
  const isAll = firstToWait === -1 && rows.length < batchSize
  const to = isAll ? Math.max(from, upTo) : (examined.at(-1)?.seq ?? from)
  const kept = examined.filter((_, i) => decisions[i] === 'keep').map(({ seq }) => seq)
  if (decisions.includes('delete')) {
    let deletion = tx.deleteFrom('log').where('seq', '>', from).where('seq', '<=', to).where('kind', operator, 'delta')
    if (teamId !== undefined) deletion = deletion.where('team_id', '=', teamId)
    if (kept.length > 0) deletion = deletion.where('seq', 'not in', kept)
    await deletion.execute()
  }
  const youngUntil = (rows[firstToWait]?.at ?? -Infinity) + minAgeMs
  return { to, kept, youngUntil, more: firstToWait === -1 && rows.length === batchSize }
}
