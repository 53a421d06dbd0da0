import { now } from '#domain/clock'
import type { Serving } from '#http/api/api'
import { masked, secretNames } from '#http/api/secretNames'

/** One attempt to tell an app of an event. */
interface DeliveryEntry {
  seq: number
  kind: 'delivery'
  at: number
  team: string
  app: string
  channel: string
  event_id: string
  /** As the app was sent it; long ones are cut. */
  event: Record<string, unknown>
  /** Over Socket Mode. */
  envelope_id: string | undefined
  /** By HTTP: where to, and the status that came back. */
  url?: string | undefined
  status?: number | undefined
  attempt: number
  outcome: string
  /** Why, in words. */
  detail?: string | undefined
  took_ms: number | undefined
}

/** What a person did with what an app shows, and what the app said to it. */
interface InteractionEntry {
  seq: number
  kind: 'interaction'
  at: number
  team: string
  app: string
  user: string
  type: string
  /** As the app was sent it, but for what it could act with; long ones are cut. */
  payload: Record<string, unknown>
  way: 'socket' | 'http'
  envelope_id: string | undefined
  outcome: string
  detail: string
  answer: unknown
  took_ms: number
}

export type JournalEntry = CallEntry | DeliveryEntry | InteractionEntry

interface CallEntry {
  seq: number
  kind: 'call'
  at: number
  request_id: string
  method: string
  team: string | undefined
  app: string | undefined
  user: string | undefined
  /** As they were given; long ones are cut. There is never a token among them. */
  args: Record<string, unknown>
  status: number
  ok: boolean
  error: string | undefined
  detail: string | undefined
  took_ms: number
}

/** A call as it was answered. It is told apart only when somebody reads the journal. */
interface KeptCall {
  seq: number
  at: number
  served: Serving
}
type Kept = KeptCall | DeliveryEntry | InteractionEntry

const kept = 5000
const longest = 2000
/** Bytes of a body past which its arguments are cut at once, so that the journal stays small. */
const large = 8192

/** The last calls and deliveries, for people who want to see what their app really sent. */
export class Journal {
  #kept: Kept[] = []
  #seq = 0
  #listeners = new Set<() => void>()

  call(served: Serving): void {
    if (served.size > large && served.args) served.args = cut(served.args)
    this.#keep({ seq: ++this.#seq, at: now(), served })
  }

  delivery(attempt: Omit<DeliveryEntry, 'seq' | 'kind' | 'at'>): void {
    const event = cut(attempt.event)
    this.#keep({ seq: ++this.#seq, kind: 'delivery', at: now(), ...attempt, event })
  }

  interaction(asked: Omit<InteractionEntry, 'seq' | 'kind' | 'at'>): void {
    const payload = cut({ ...asked.payload, ...withheld(asked.payload) })
    const { answer } = cut({ answer: asked.answer })
    this.#keep({ seq: ++this.#seq, kind: 'interaction', at: now(), ...asked, payload, answer })
  }

  #keep(one: Kept): void {
    this.#kept.push(one)
    if (this.#kept.length >= kept * 2) this.#kept = this.#kept.slice(-kept)
    for (const listener of this.#listeners) listener()
  }

  after(seq: number): JournalEntry[] {
    return this.#kept
      .slice(-kept)
      .filter((one) => one.seq > seq)
      .map(entryOf)
  }

  clear(): void {
    this.#kept = []
  }

  /** Calls `listener` after each entry until the answer is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

function entryOf(one: Kept): JournalEntry {
  if ('kind' in one) return one
  const { seq, at, served } = one
  const { caller, body } = served
  return {
    seq,
    kind: 'call',
    at,
    request_id: served.envelope.requestId,
    method: masked(served.name),
    team: caller?.teamId || undefined,
    app: caller?.app?.id,
    user: caller?.userId || undefined,
    args: served.args ? cut(served.args) : {},
    status: served.status,
    ok: 'ok' in body && body.ok === true,
    error: 'error' in body ? masked(String(body.error)) : undefined,
    detail: 'detail' in body ? masked(String(body.detail)) : undefined,
    took_ms: Math.round(served.took * 100) / 100,
  }
}

/** Who has these could act as the app. */
function withheld(payload: Record<string, unknown>): Record<string, unknown> {
  const secret = ['token', 'trigger_id', 'response_url', 'response_urls'].filter((name) => payload[name] !== undefined)
  return Object.fromEntries(secret.map((name) => [name, '[withheld]']))
}

function cut(args: Record<string, unknown>): Record<string, unknown> {
  const short: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(args)) {
    if (secretNames.has(name)) short[name] = '[secret]'
    else if (typeof value === 'string') short[name] = cutText(masked(value))
    else if (typeof value === 'object' && value !== null) {
      const json = masked(JSON.stringify(value))
      short[name] = json.length > longest ? cutText(json) : JSON.parse(json)
    } else short[name] = value
  }
  return short
}

function cutText(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
