import type { Clock } from '#store/clock'
import { type FaultTiming, FaultTurn } from './turn.ts'

/** The ways in which an event comes otherwise than it should. */
export const eventFaultKinds = ['twice', 'late', 'out_of_order'] as const
export type EventFaultKind = (typeof eventFaultKinds)[number]

/** An event comes twice, late, or after the one that follows it. */
export interface EventFault extends FaultTiming {
  fault: 'event'
  /**
   * `twice`: the acknowledgement is lost, so the event comes again. `late`: it comes `delay` after it happened, and what
   * follows in its conversation waits behind it. `out_of_order`: the next event of its conversation overtakes it.
   */
  how: EventFaultKind
  /** The type of the event, as in `event.type` or as in manifests: `message`, `message.im`. Any by default. */
  event?: string | undefined
  /** The id of an app; every app by default. */
  app?: string | undefined
  /** Milliseconds. Of `late`: 5,000 by default. Of `out_of_order`: for how long the next one is waited for, 3,000 by default. */
  delay?: number | undefined
}

/** What a fault looks at of a delivery. */
interface Deliverable {
  event_id: string
  app_id: string
  channel_id: string
  type: string
  event: Record<string, unknown>
  seq: number
  /** When the event happened. */
  at: number
  attempt: number
}

interface Seen {
  /** What it meets. */
  how: EventFaultKind | undefined
  app: string
  channel: string
  seq: number
  /** Until then it is held back. */
  until: number
  /** Its acknowledgement was lost. */
  isLost?: true
}

/** How many events are remembered that have met a fault, or could have. */
const mostRemembered = 10_000
const defaultDelays = { twice: 0, late: 5000, out_of_order: 3000 }

/** [DEV-8] The faults that the next events for apps meet. In development only. */
export class EventFaults {
  /** Called when events that were held back may be sent. */
  onReleased: () => void = () => {}
  readonly #clock: Clock
  #waiting: { fault: EventFault; turn: FaultTurn }[] = []
  /** Every event that was looked at, and what it meets. */
  readonly #seen = new Map<string, Seen>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(fault: EventFault): void {
    this.#waiting.push({ fault, turn: new FaultTurn(fault) })
  }

  /** As injected, with what is left of `times`. */
  list(): EventFault[] {
    return this.#waiting.map(({ fault, turn }) => ({ ...fault, times: turn.times }))
  }

  clear(): void {
    this.forget()
    this.onReleased()
  }

  /** Removes all, where the events that were held back are gone. */
  forget(): void {
    this.#waiting = []
    this.#seen.clear()
  }

  /** Of due deliveries of one app, in their order, those that may be sent now. */
  admit<D extends Deliverable>(deliveries: readonly D[]): D[] {
    if (this.#waiting.length === 0 && this.#seen.size === 0) return [...deliveries]
    const late = new Set(this.held(deliveries[0]?.app_id ?? '').channels)
    return deliveries.filter((delivery) => {
      if (late.has(delivery.channel_id)) return false
      const seen = this.#look(delivery)
      if (!seen || seen.until <= this.#clock.now()) return true
      if (seen.how === 'late') late.add(delivery.channel_id)
      return false
    })
  }

  /** What of an app is held back: events, conversations, and the time at which the first of them may be sent. */
  held(appId: string): { events: string[]; channels: string[]; until: number } {
    const now = this.#clock.now()
    const held = [...this.#seen].filter(([, { app, until }]) => app === appId && until > now)
    return {
      events: held.flatMap(([id, { how }]) => (how === 'out_of_order' ? [id] : [])),
      channels: held.flatMap(([, { how, channel }]) => (how === 'late' ? [channel] : [])),
      until: Math.min(...held.map(([, { until }]) => until)),
    }
  }

  /** Whether an event is held back. */
  holds({
    event_id: id,
    app_id: app,
    channel_id: channel,
  }: Pick<Deliverable, 'event_id' | 'app_id' | 'channel_id'>): boolean {
    const { events, channels } = this.held(app)
    return events.includes(id) || channels.includes(channel)
  }

  /** An event was sent: one that waits to be overtaken by it may follow. */
  sent(eventId: string): void {
    const sent = this.#seen.get(eventId)
    if (!sent) return
    for (const seen of this.#seen.values()) {
      const isOvertaken = seen.app === sent.app && seen.channel === sent.channel && seen.seq < sent.seq
      if (seen.how !== 'out_of_order' || !isOvertaken || seen.until <= this.#clock.now()) continue
      seen.until = -Infinity
      this.onReleased()
    }
  }

  /** Whether the acknowledgement of this attempt is lost: once for an event that comes twice. */
  loseAcknowledgement({ event_id: id, attempt }: Deliverable): boolean {
    const seen = this.#seen.get(id)
    if (seen?.how !== 'twice' || seen.isLost || attempt > 0) return false
    seen.isLost = true
    return true
  }

  /** What an event met. */
  kindOf(eventId: string): EventFaultKind | undefined {
    return this.#seen.get(eventId)?.how
  }

  /** Draws once for each event. */
  #look(delivery: Deliverable): Seen | undefined {
    const { event_id: id, app_id: app, channel_id: channel, seq, at, attempt } = delivery
    const known = this.#seen.get(id)
    if (known || attempt > 0) return known
    const met = this.#waiting.find((one) => fits(one.fault, delivery) && one.turn.draw())
    met?.turn.take()
    const fault = met?.fault
    const delay = fault ? (fault.delay ?? defaultDelays[fault.how]) : 0
    const seen: Seen = { how: fault?.how, app, channel, seq, until: delay > 0 ? at + delay : -Infinity }
    this.#seen.set(id, seen)
    this.#waiting = this.#waiting.filter(({ turn }) => !turn.isOver)
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= mostRemembered) break
      this.#seen.delete(oldest)
    }
    return seen
  }
}

function fits(
  { app, event }: EventFault,
  { app_id: appId, type, event: { channel_type: kind } }: Deliverable,
): boolean {
  if (app !== undefined && app !== appId) return false
  return event === undefined || event === type || (type === 'message' && event === messageNames.get(String(kind)))
}

/** What manifests call the messages of each kind of conversation. */
const messageNames: ReadonlyMap<string, string> = new Map([
  ['channel', 'message.channels'],
  ['group', 'message.groups'],
  ['im', 'message.im'],
  ['mpim', 'message.mpim'],
])
