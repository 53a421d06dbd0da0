import type { ServedCall } from '#http/api/servedCall'
import type { Caller } from '#domain/access/caller'
import { newId } from '#domain/ids'
import type { Clock } from '#store/clock'
import { toJournaledAnswer } from './journaledAnswer.ts'
import type { ActEntry, DeliveryEntry, InteractionEntry, JournalEntry } from './journalEntry.ts'
import { type Repeatable, Repeatables, type SendAgain } from '#http/development/replay/repeatables'
import { shortCopy } from './shortCopy.ts'
import { type StoredEntry, toJournalEntry } from './storedEntry.ts'

interface CallUnderWay {
  /** How often the journal had been cleared when it was received. */
  generation: number
  /** Whether somebody waits for it who does not know whose it is. */
  isAwaited: boolean
}
/** What is looked for in the journal. */
export interface Sought {
  after: number
  kind: JournalEntry['kind']
  team?: string | undefined
  method?: string | undefined
}
/** Whose an entry is that was just added; of nobody if that is not known. */
export interface Noted {
  team: string | undefined
}
type Listener = (noted?: Noted) => void

const maxEntries = 10_000
/** Enough for that many usual entries: a call with its answer takes one to three kilobytes. */
const maxBytes = 32 * 1024 * 1024
/** What an entry takes beside the texts in it. */
const bytesPerEntry = 500
/** The arguments of larger bodies, and larger answers, are shortened at once, so that the journal stays small. */
const largeBodyBytes = 8192

/** The last calls, deliveries, interactions and acts of people, for developers who want to see what really happened. */
export class Journal {
  /** Names this journal. After another start of the server there is another one. */
  readonly id = newId('J')
  readonly #clock: Clock
  #entries: { entry: StoredEntry; bytes: number }[] = []
  #bytes = 0
  #seq = 0
  #generation = 0
  /** The calls that have been received and not answered yet. */
  readonly #underWay = new Map<ServedCall, CallUnderWay>()
  #listeners = new Set<Listener>()
  readonly #repeatables = new Repeatables()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a call has been received and not answered yet: of a team, or one of which it is not known yet whose it is. */
  hasCallUnderWay(team: string | undefined): boolean {
    let has = false
    for (const [{ caller }, call] of this.#underWay) {
      if (!caller?.teamId) call.isAwaited = true
      else if (team !== undefined && caller.teamId !== team) continue
      has = true
    }
    return has
  }

  /** It is known now whose a call is: others need not wait for it any more. */
  knowCaller(served: ServedCall): void {
    const call = this.#underWay.get(served)
    if (!call?.isAwaited || !served.caller?.teamId) return
    call.isAwaited = false
    this.wake()
  }

  /** The number of the newest entry. */
  get newest(): number {
    return this.#seq
  }

  /** The number of the oldest entry that is still here; of the next one if there is none. */
  get oldest(): number {
    return this.#entries[0]?.entry.seq ?? this.#seq + 1
  }

  /** How often it was cleared. */
  get generation(): number {
    return this.#generation
  }

  /** How many wait for the next entry. */
  get listeners(): number {
    return this.#listeners.size
  }

  /** A call has been received: `addCall` follows. */
  expectCall(served: ServedCall): void {
    this.#underWay.set(served, { generation: this.#generation, isAwaited: false })
  }

  /** Returns the number of the entry. A call from before a reset has none. */
  addCall(served: ServedCall): number | undefined {
    const { generation } = this.#underWay.get(served) ?? this
    this.#underWay.delete(served)
    if (generation !== this.#generation) {
      this.wake()
      return undefined
    }
    const seq = ++this.#seq
    let bytes = served.bodyBytes
    if (bytes > largeBodyBytes && served.args) {
      const { name, args, token, address } = served
      this.#repeatables.keep(seq, { call: { name, args, token, address } }, bytes)
      const short = shortCopy(served.args)
      served.args = short.copy
      bytes = short.bytes
    }
    if (served.answer.length > largeBodyBytes) {
      const { answer, method } = served
      served.answer = JSON.stringify(toJournaledAnswer(answer, method?.secret === true))
    }
    bytes += served.name.length + served.query.length + served.answer.length
    return this.#add({ seq, at: this.#clock.now(), served }, bytes)
  }

  /** Returns the number of the entry. */
  addDelivery(attempt: Omit<DeliveryEntry, 'seq' | 'kind' | 'at'>, sendAgain?: SendAgain): number {
    const { copy: event, bytes } = shortCopy(attempt.event)
    const seq = ++this.#seq
    if (sendAgain) this.#repeatables.keep(seq, { sendAgain }, JSON.stringify(attempt.event).length)
    return this.#add({ seq, kind: 'delivery', at: this.#clock.now(), ...attempt, event }, bytes)
  }

  /** Returns the number of the entry. */
  addInteraction(interaction: Omit<InteractionEntry, 'seq' | 'kind' | 'at'>, sendAgain?: SendAgain): number {
    const payload = shortCopy({ ...interaction.payload, ...withholdSecrets(interaction.payload) })
    const answer = shortCopy({ answer: interaction.answer })
    const short = { payload: payload.copy, answer: answer.copy['answer'] }
    const seq = ++this.#seq
    if (sendAgain) this.#repeatables.keep(seq, { sendAgain }, JSON.stringify(interaction.payload).length)
    const head = { seq, kind: 'interaction', at: this.#clock.now() } as const
    return this.#add({ ...head, ...interaction, ...short }, payload.bytes + answer.bytes)
  }

  addAct(
    { teamId: team, userId: user }: Caller,
    { detail, ...act }: Pick<ActEntry, 'act' | 'channel' | 'ts' | 'detail'>,
  ): void {
    const { copy, bytes } = shortCopy(detail)
    this.#add({ seq: ++this.#seq, kind: 'act', at: this.#clock.now(), team, user, ...act, detail: copy }, bytes)
  }

  #add(entry: StoredEntry, textBytes: number): number {
    const bytes = textBytes + bytesPerEntry
    this.#entries.push({ entry, bytes })
    this.#bytes += bytes
    while (this.#entries.length > maxEntries || this.#bytes > maxBytes) this.#removeOldest()
    this.wake({ team: teamOf(entry) })
    return entry.seq
  }

  #removeOldest(): void {
    const oldest = this.#entries.shift()
    if (!oldest) return
    this.#bytes -= oldest.bytes
    this.#repeatables.forget(oldest.entry.seq)
  }

  /** What is needed to do again what an entry tells of; undefined if it is not known, or not any more. */
  findRepeatable(seq: number): Repeatable | undefined {
    const kept = this.#repeatables.find(seq)
    if (kept) return kept
    const found = this.#entries.find(({ entry }) => entry.seq === seq)?.entry
    if (!found || 'kind' in found || found.served.bodyBytes > largeBodyBytes) return undefined
    const { name, method, args = method ? undefined : {}, token, address } = found.served
    return args && { call: { name, args, token, address } }
  }

  /** Lets the listeners look again, because something else has changed than the entries. */
  wake(noted?: Noted): void {
    for (const listener of this.#listeners) listener(noted)
  }

  /** The entries after a number, at most so many. The numbers have no gaps. */
  after(seq: number, limit = maxEntries): JournalEntry[] {
    const start = Math.max(0, seq + 1 - this.oldest)
    return this.#entries.slice(start, start + limit).map(({ entry }) => toJournalEntry(entry))
  }

  /** The deliveries, without making entries of calls, which takes long. */
  *deliveries(): Iterable<DeliveryEntry> {
    for (const { entry } of this.#entries) if ('kind' in entry && entry.kind === 'delivery') yield entry
  }

  /** The first entry after a number that is of a kind, a team and a method, and fits. Only of such calls entries are made. */
  find({ after, kind, team, method }: Sought, fits: (entry: JournalEntry) => boolean): JournalEntry | undefined {
    for (let i = Math.max(0, after + 1 - this.oldest); i < this.#entries.length; i++) {
      const stored = this.#entries[i]?.entry
      if (!stored || ('kind' in stored ? stored.kind : 'call') !== kind) continue
      if (team !== undefined && teamOf(stored) !== team) continue
      if (method !== undefined && !('kind' in stored) && stored.served.name !== method) continue
      const entry = toJournalEntry(stored)
      if (fits(entry)) return entry
    }
    return undefined
  }

  clear(): void {
    this.#entries = []
    this.#bytes = 0
    this.#repeatables.clear()
    this.#generation++
    this.wake()
  }

  /** Calls `listener` after each entry, and without one if something else has changed. Returns a function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function teamOf(entry: StoredEntry): string | undefined {
  return 'kind' in entry ? entry.team : entry.served.caller?.teamId || undefined
}

const withheld = ['token', 'trigger_id', 'response_url', 'response_urls', 'bot_access_token', 'interactivity']

/** Secrets with which anyone could act as the app. */
function withholdSecrets(payload: Record<string, unknown>): Record<string, unknown> {
  const names = withheld.filter((name) => payload[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, '[withheld]']))
}
