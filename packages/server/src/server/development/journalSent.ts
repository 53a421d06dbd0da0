import type { HttpEvents } from '#delivery/http/httpEvents'
import type { Attempt } from '#delivery/outbox/attempt'
import { deliverAgain } from '#delivery/outbox/deliverAgain'
import { deleteDelivery } from '#delivery/outbox/deliveries'
import type { Delivery } from '#delivery/outbox/dueDeliveries'
import type { SocketMode } from '#delivery/socketMode/socketMode'
import { findInstalledApp } from '#domain/apps/profiles'
import type { EventFaults } from '#domain/faults/eventFaults'
import { Refusal } from '#domain/refusal'
import type { Journal } from '#http/development/journal/journal'
import type { InteractionDispatcher, InteractionRequest } from '#interactions/dispatch'
import { renewed } from '#interactions/renewed'
import type { Store } from '#store/db'

/** How long a delivery that is sent again may take to set out. */
const setOutMs = 3000

interface Parts {
  store: Store
  socketMode: SocketMode
  httpEvents: HttpEvents
  dispatcher: InteractionDispatcher
  /** Lets what is due be delivered. */
  wakeDelivery: () => void
  /** What events meet. */
  events: EventFaults
}

/** Writes into the journal what is sent to apps, and lets it be sent again. */
export function journalSent(
  journal: Journal,
  { store, socketMode, httpEvents, dispatcher, wakeDelivery, events }: Parts,
): void {
  /** By event: deliveries that somebody wants to be sent again. */
  const awaited = new Map<string, { replays: number; sent: (seq: number) => void; done: Promise<number> }>()
  /** How often the journal had been cleared when a delivery was sent. */
  const generations = new WeakMap<Delivery, number>()
  /** The numbers of interactions that were sent again. */
  const numbers = new WeakMap<InteractionRequest, { replays: number; seq?: number }>()

  socketMode.onAttempt = httpEvents.onAttempt = ({ delivery, ...attempt }: Attempt) => {
    const repeated = awaited.get(attempt.event_id)
    const again = delivery && ((seq: number, asRetry: boolean) => deliverOnceMore(delivery, attempt, seq, asRetry))
    if (attempt.outcome === 'sent') events.sent(attempt.event_id)
    // What becomes of one that was sent before a reset is no entry of the journal after it.
    if (delivery && attempt.outcome === 'sent') generations.set(delivery, journal.generation)
    if (delivery && (generations.get(delivery) ?? journal.generation) !== journal.generation) return
    const fault = events.kindOf(attempt.event_id)
    const seq = journal.addDelivery({ ...attempt, fault, replays: repeated?.replays }, again)
    repeated?.sent(seq)
  }
  dispatcher.onDispatched = (record, request) => {
    const known = numbers.get(request)
    const seq = journal.addInteraction({ ...record, replays: known?.replays }, (of) => dispatchAgain(request, of))
    if (known) known.seq = seq
  }

  async function dispatchAgain(request: InteractionRequest, replays: number): Promise<number> {
    const anew = await renewed(store, request)
    const number: { replays: number; seq?: number } = { replays }
    numbers.set(anew, number)
    await dispatcher.send(anew)
    return number.seq ?? journal.newest
  }

  /** Who asks a second time meanwhile waits for the same. */
  async function deliverOnceMore(
    delivery: Delivery,
    { url }: Pick<Attempt, 'url'>,
    replays: number,
    asRetry: boolean,
  ): Promise<number> {
    const { event_id: id, app_id: appId, team_id: teamId } = delivery
    const app = await findInstalledApp(store.db, teamId, appId)
    if (!app) throw new Refusal('app_not_found', `The app ${appId} is not installed in ${teamId} any more.`)
    if (app.manifest.socketMode && !socketMode.reachableApps.includes(appId)) throw notConnected(app.calling.name)
    const known = awaited.get(id)
    if (known) return known.done
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    awaited.set(id, { replays, sent: resolve, done: promise })
    const giveUp = setTimeout(() => reject(notSent(app.calling.name)), setOutMs)
    let isNew = false
    try {
      const reason = asRetry ? (url === undefined ? 'timeout' : 'http_timeout') : ''
      isNew = await store.write((tx) => deliverAgain(tx, delivery, reason))
      wakeDelivery()
      return await promise
    } catch (error) {
      if (isNew) await store.write((tx) => deleteDelivery(tx, id))
      throw error
    } finally {
      clearTimeout(giveUp)
      awaited.delete(id)
    }
  }
}

function notConnected(name: string): Refusal {
  return new Refusal('dispatch_failed', `${name} is not connected: start it, and try again.`)
}

function notSent(name: string): Refusal {
  return new Refusal(
    'dispatch_failed',
    `The event did not set out to ${name} within ${setOutMs / 1000} s: its address may not have answered the challenge, or another attempt is under way.`,
  )
}
