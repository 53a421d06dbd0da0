import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Store, Tx } from '#store/db'
import type { LogKind } from '#store/tables/tables'
import { now } from '#domain/clock'
import { newestSeq, oldestCursor } from './entry.ts'

/** How long entries stay at least, for viewers that were away. */
const entriesStay = 10 * 60_000
/** How long deltas wait for a stream before them that goes on: most end within that time, and need no second look. */
const patience = 2 * entriesStay
/** Entries in one transaction: other writes wait for no more than that. */
export const slice = 500
/** Milliseconds for each kind of entries, so that a log that was left alone for long is no hindrance to the rest. */
const atMost = 2000

/** Takes out of the log what nobody needs any more. Nothing that anyone sees depends on it. */
export class LogClearing {
  readonly #store: Store
  /** How far it has come. */
  #deltas = 0
  #others = 0
  /** The first delta that was passed over, and when it is to be looked at once more. */
  #passedOver: { seq: number; again: number } | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Goes on slice by slice, until there is nothing left, the time is over or it is stopped. */
  async goOn({ stopped, during = atMost }: { stopped?: AbortSignal; during?: number } = {}): Promise<void> {
    for (const clear of [() => this.#clearDeltas(), () => this.#clearOthers()]) {
      const end = performance.now() + during
      while ((await clear()) && performance.now() < end && !stopped?.aborted) await turnOfTheLoop()
    }
  }

  /** Whether there may be more. */
  async #clearDeltas(): Promise<boolean> {
    const cleared = await this.#store.write(async (tx) =>
      clearSlice(tx, { are: '=', from: this.#deltas, upTo: await newestSeq(tx), fate: fateOfDelta }),
    )
    this.#deltas = cleared.to
    const [first] = cleared.kept
    if (first !== undefined) this.#passedOver ??= { seq: first, again: now() + entriesStay }
    if (cleared.more || !this.#passedOver || now() < this.#passedOver.again) return cleared.more
    this.#deltas = this.#passedOver.seq - 1
    this.#passedOver = undefined
    return true
  }

  async #clearOthers(): Promise<boolean> {
    const cleared = await this.#store.write(async (tx) =>
      clearSlice(tx, { are: '!=', from: this.#others, upTo: oldestCursor(await newestSeq(tx)), fate: fateOfOther }),
    )
    this.#others = cleared.to
    return cleared.more
  }
}

interface Looked {
  kind: LogKind
  at: number
  /** Apps were not told of it yet. */
  untold: boolean
  /** Of a delta: its stream, if that is still known, and when it ended. */
  stream: string | null
  ended_at: number | null
}
type Fate = 'goes' | 'is kept' | 'is waited for' | 'is another’s'

/** A delta goes when it is folded into its message. Those behind one that is needed for long go all the same. */
function fateOfDelta({ kind, at, stream, ended_at: endedAt }: Looked): Fate {
  const old = now() - entriesStay
  if (at > old) return 'is waited for'
  if (kind !== 'delta') return 'is another’s'
  if (stream === null || (endedAt ?? Infinity) <= old) return 'goes'
  return at > now() - patience ? 'is waited for' : 'is kept'
}

/** What else happened goes when every viewer who was not told of it starts anew anyway. */
function fateOfOther({ kind, at, untold }: Looked): Fate {
  if (at > now() - entriesStay) return 'is waited for'
  if (kind === 'delta') return 'is another’s'
  return untold ? 'is waited for' : 'goes'
}

/** Up to the first entry that is waited for. Answers how far it came, what it kept, and whether there may be more. */
async function clearSlice(
  tx: Tx,
  { are, from, upTo, fate }: { are: '=' | '!='; from: number; upTo: number; fate: (entry: Looked) => Fate },
): Promise<{ to: number; kept: number[]; more: boolean }> {
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
      eb('change', 'is not', null).as('untold'),
      'streams.ts as stream',
      'ended_at',
    ])
    .where('seq', '>', from)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(slice)
    .execute()
  const fates = rows.map((row) => fate({ ...row, untold: Boolean(row.untold) }))
  const waited = fates.indexOf('is waited for')
  const passed = waited === -1 ? rows : rows.slice(0, waited)
  const to = passed.at(-1)?.seq ?? from
  const kept = passed.filter((_, i) => fates[i] === 'is kept').map(({ seq }) => seq)
  if (fates.includes('goes')) {
    let gone = tx.deleteFrom('log').where('seq', '>', from).where('seq', '<=', to).where('kind', are, 'delta')
    if (kept.length > 0) gone = gone.where('seq', 'not in', kept)
    await gone.execute()
  }
  return { to, kept, more: waited === -1 && rows.length === slice }
}
