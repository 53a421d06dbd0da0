import type { Config } from '#config'
import type { HttpEvents } from '#delivery/http/httpEvents'
import type { AppSockets } from '#delivery/socketMode/appSockets'
import type { SocketMode } from '#delivery/socketMode/socketMode'
import { EventFaults } from '#domain/faults/eventFaults'
import { ActFaults } from '#http/development/faults/actFaults'
import { FaultInjection } from '#http/development/faults/faultInjection'
import { Hints } from '#http/development/hints/hints'
import { Journal } from '#http/development/journal/journal'
import type { InteractionDispatcher } from '#interactions/dispatch'
import type { Store } from '#store/db'
import { journalSent } from './journalSent.ts'

interface Watched {
  store: Store
  appSockets: AppSockets
  socketMode: SocketMode
  httpEvents: HttpEvents
  dispatcher: InteractionDispatcher
  wakeDelivery: () => void
  shutdown: AbortSignal
}

/** What only a development server has: a journal, faults, and hints. */
export function createDevelopment({ hints }: Config, { appSockets, shutdown, ...watched }: Watched) {
  const { store, socketMode, httpEvents, wakeDelivery } = watched
  const { clock } = store.db
  const journal = new Journal(clock)
  const events = new EventFaults(clock)
  events.onReleased = wakeDelivery
  socketMode.faults = httpEvents.faults = events
  journalSent(journal, { ...watched, events })
  return {
    journal,
    faults: new FaultInjection({
      onSocketFault: (fault) => appSockets.fail(fault),
      onCleared: () => appSockets.endSilent(),
      events,
      acts: new ActFaults(store),
      shutdown,
    }),
    hints: hints === 'off' ? undefined : new Hints({ areSent: hints === 'on' }),
  }
}
