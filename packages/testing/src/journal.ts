import type {
  ActEntry,
  CallEntry,
  DeliveryEntry,
  InProcessServer,
  InteractionEntry,
  JournalEntry,
} from 'rivulet/inProcess'

export interface CallFilter {
  /** The id of an app. */
  app?: string | undefined
  method?: string | undefined
  ok?: boolean | undefined
}
export interface DeliveryFilter {
  app?: string | undefined
  /** The type of the event. */
  event?: string | undefined
  outcome?: string | undefined
}
export interface InteractionFilter {
  app?: string | undefined
  /** `block_actions`, `view_submission`, `slash_commands` … */
  type?: string | undefined
}

/** What passed between the server and apps, and what people did: the last 10,000 entries, in order. Tokens are masked, long texts are cut. */
export class TestJournal {
  readonly #inside: InProcessServer

  constructor(inside: InProcessServer) {
    this.#inside = inside
  }

  entries(): JournalEntry[] {
    return this.#inside.journal.after(0)
  }

  calls(filter: CallFilter = {}): CallEntry[] {
    return callsOf(this.entries(), filter)
  }

  /** One entry for each change of an attempt: `sent`, then `acknowledged` or the failure. */
  deliveries(filter: DeliveryFilter = {}): DeliveryEntry[] {
    return deliveriesOf(this.entries(), filter)
  }

  /** What people did. What they did with an element, a modal or a command of an app is among the interactions. */
  acts({ user, act }: { user?: string | undefined; act?: string | undefined } = {}): ActEntry[] {
    return this.entries().filter(
      (entry): entry is ActEntry => entry.kind === 'act' && fits(user, entry.user) && fits(act, entry.act),
    )
  }

  interactions(filter: InteractionFilter = {}): InteractionEntry[] {
    return interactionsOf(this.entries(), filter)
  }
}

export function callsOf(entries: readonly JournalEntry[], { app, method, ok }: CallFilter): CallEntry[] {
  return entries.filter(
    (entry): entry is CallEntry =>
      entry.kind === 'call' && fits(app, entry.app) && fits(method, entry.method) && fits(ok, entry.ok),
  )
}

export function deliveriesOf(
  entries: readonly JournalEntry[],
  { app, event, outcome }: DeliveryFilter,
): DeliveryEntry[] {
  return entries.filter(
    (entry): entry is DeliveryEntry =>
      entry.kind === 'delivery' &&
      fits(app, entry.app) &&
      fits(event, entry.event['type']) &&
      fits(outcome, entry.outcome),
  )
}

export function interactionsOf(entries: readonly JournalEntry[], { app, type }: InteractionFilter): InteractionEntry[] {
  return entries.filter(
    (entry): entry is InteractionEntry =>
      entry.kind === 'interaction' && fits(app, entry.app) && fits(type, entry.type),
  )
}

function fits(wanted: unknown, actual: unknown): boolean {
  return wanted === undefined || wanted === actual
}
