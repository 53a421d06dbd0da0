import type { ServedCall } from '#http/api/servedCall'
import { maskTokens, secretArguments } from '#http/api/secrets'
import type { Clock } from '#store/clock'
import type { DeliveryEntry, InteractionEntry, JournalEntry } from './journalEntry.ts'

/** A call as it was served. It becomes an entry only when somebody reads the journal. */
interface StoredCall {
  seq: number
  at: number
  served: ServedCall
}
type StoredEntry = StoredCall | DeliveryEntry | InteractionEntry

const maxEntries = 5000
const maxTextLength = 2000
/** The arguments of larger bodies are shortened at once, so that the journal stays small. */
const largeBodyBytes = 8192

/** The last calls, deliveries and interactions, for developers who want to see what their app really sent. */
export class Journal {
  readonly #clock: Clock
  #entries: StoredEntry[] = []
  #seq = 0
  #listeners = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  addCall(served: ServedCall): void {
    if (served.bodyBytes > largeBodyBytes && served.args) served.args = shorten(served.args)
    this.#add({ seq: ++this.#seq, at: this.#clock.now(), served })
  }

  addDelivery(attempt: Omit<DeliveryEntry, 'seq' | 'kind' | 'at'>): void {
    const event = shorten(attempt.event)
    this.#add({ seq: ++this.#seq, kind: 'delivery', at: this.#clock.now(), ...attempt, event })
  }

  addInteraction(interaction: Omit<InteractionEntry, 'seq' | 'kind' | 'at'>): void {
    const payload = shorten({ ...interaction.payload, ...withholdSecrets(interaction.payload) })
    const { answer } = shorten({ answer: interaction.answer })
    this.#add({ seq: ++this.#seq, kind: 'interaction', at: this.#clock.now(), ...interaction, payload, answer })
  }

  #add(entry: StoredEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= maxEntries * 2) this.#entries = this.#entries.slice(-maxEntries)
    for (const listener of this.#listeners) listener()
  }

  after(seq: number): JournalEntry[] {
    return this.#entries
      .slice(-maxEntries)
      .filter((entry) => entry.seq > seq)
      .map(toJournalEntry)
  }

  clear(): void {
    this.#entries = []
  }

  /** Calls `listener` after each entry. Returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function toJournalEntry(entry: StoredEntry): JournalEntry {
  if ('kind' in entry) return entry
  const { seq, at, served } = entry
  const { caller, body } = served
  return {
    seq,
    kind: 'call',
    at,
    request_id: served.envelope.requestId,
    method: maskTokens(served.name),
    team: caller?.teamId || undefined,
    app: caller?.app?.id,
    user: caller?.userId || undefined,
    args: served.args ? shorten(served.args) : {},
    status: served.status,
    ok: 'ok' in body && body.ok === true,
    error: 'error' in body ? maskTokens(String(body.error)) : undefined,
    detail: 'detail' in body ? maskTokens(String(body.detail)) : undefined,
    took_ms: Math.round(served.tookMs * 100) / 100,
  }
}

/** Secrets with which anyone could act as the app. */
function withholdSecrets(payload: Record<string, unknown>): Record<string, unknown> {
  const names = ['token', 'trigger_id', 'response_url', 'response_urls'].filter((name) => payload[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, '[withheld]']))
}

function shorten(args: Record<string, unknown>): Record<string, unknown> {
  const short: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(args)) {
    if (secretArguments.has(name)) short[name] = '[secret]'
    else if (typeof value === 'string') short[name] = shortenText(maskTokens(value))
    else if (typeof value === 'object' && value !== null) {
      const json = maskTokens(JSON.stringify(value))
      short[name] = json.length > maxTextLength ? shortenText(json) : JSON.parse(json)
    } else short[name] = value
  }
  return short
}

function shortenText(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}
