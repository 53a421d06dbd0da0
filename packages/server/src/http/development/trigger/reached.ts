import type { AppRow } from '#domain/apps/find'
import { readManifest } from '#domain/apps/manifest'
import { type EventDeclaration, eventDeclarations } from '#domain/apps/sentEvents'
import type { Journal } from '#http/development/journal/journal'
import type { DeliveryEntry } from '#http/development/journal/journalEntry'
import type { Db, Store } from '#store/db'

/** An app, and whether it was sent an event. */
export interface Reached {
  app: string
  name: string
  state: 'acknowledged' | 'sent' | 'failed' | 'due' | 'waiting' | 'not_sent'
  /** What happened to it, or why it was not sent. */
  detail: string
  /** The number of the entry of the journal that tells of it. */
  seq?: number | undefined
}

interface Search {
  store: Store
  journal: Journal
  isConnected: (appId: string) => boolean
  team: string
  apps: readonly AppRow[]
  subscription: string
  /** Entries of the journal, and deliveries, that are newer. */
  after: number
  since: number
}

/** How long apps may take to acknowledge; as long as the server itself waits. */
const patienceMs = 3500

/** Waits until the event is recorded and the apps that it is sent to have answered, or have had the time to. */
export async function whoIsReached(search: Search): Promise<Reached[]> {
  const { journal, store, team } = search
  const until = performance.now() + patienceMs
  for (;;) {
    const changed = Promise.withResolvers<void>()
    const stop = journal.listen(() => changed.resolve())
    const timer = setTimeout(changed.resolve, Math.max(0, until - performance.now()))
    try {
      const isRecorded = !(await hasUnrecorded(store.db, team))
      const found = await look(search)
      const isOpen = found.some(({ state }) => state === 'sent' || state === 'due')
      if ((isRecorded && !isOpen) || performance.now() >= until) return found
      await changed.promise
    } finally {
      clearTimeout(timer)
      stop()
    }
  }
}

async function hasUnrecorded(db: Db, team: string): Promise<boolean> {
  const left = db.selectFrom('log').select('seq').where('team_id', '=', team).where('change', 'is not', null).limit(1)
  return (await left.executeTakeFirst()) !== undefined
}

async function look({
  store,
  journal,
  isConnected,
  team,
  apps,
  subscription,
  after,
  since,
}: Search): Promise<Reached[]> {
  const [type = ''] = subscription.split('.')
  const entries = journal
    .after(after)
    .filter(
      (entry): entry is DeliveryEntry =>
        entry.kind === 'delivery' && entry.team === team && entry.event['type'] === type,
    )
  const waiting = await store.db
    .selectFrom('deliveries')
    .select('app_id')
    .where('team_id', '=', team)
    .where('type', '=', type)
    .where('at', '>=', since)
    .execute()
  return apps.map((row) => {
    const facts = readManifest(row.manifest, row.id)
    const app = { app: row.id, name: facts.title }
    const last = entries.findLast((entry) => entry.app === row.id)
    if (last) return { ...app, ...stateOf(last), seq: last.seq }
    if (waiting.some(({ app_id: id }) => id === row.id)) {
      const isReachable = facts.socketMode ? isConnected(row.id) : row.events_verified === facts.eventsUrl
      if (isReachable) return { ...app, state: 'due', detail: 'waits for earlier events' }
      const why = facts.socketMode ? 'it is not connected' : 'its address has not answered the challenge'
      return { ...app, state: 'waiting', detail: `waits, because ${why}` }
    }
    return { ...app, state: 'not_sent', detail: whyNot(facts, subscription) }
  })
}

function stateOf({ outcome, detail, took_ms }: DeliveryEntry): Pick<Reached, 'state' | 'detail'> {
  if (outcome === 'acknowledged') return { state: 'acknowledged', detail: `acknowledged after ${took_ms ?? 0} ms` }
  if (outcome === 'sent') return { state: 'sent', detail: 'sent, and not acknowledged' }
  return { state: 'failed', detail: `${outcome}${detail === undefined ? '' : `: ${detail}`}` }
}

const declarations: ReadonlyMap<string, EventDeclaration> = new Map(Object.entries(eventDeclarations))

function whyNot(facts: ReturnType<typeof readManifest>, subscription: string): string {
  if (!facts.events.includes(subscription)) return `does not subscribe to ${subscription}`
  if (!facts.socketMode && facts.eventsUrl === undefined) return 'has neither Socket Mode nor a request URL'
  const { scopes = [], to }: Partial<EventDeclaration> = declarations.get(subscription) ?? {}
  if (scopes.length > 0 && !scopes.some((scope) => facts.botScopes.includes(scope)))
    return `lacks the scope ${scopes.join(' or ')}`
  return to === 'app' ? 'is not the app that it is about' : 'is not in the channel'
}
