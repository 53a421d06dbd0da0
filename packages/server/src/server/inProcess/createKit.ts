import type { AppSockets } from '#delivery/socketMode/appSockets'
import type { FaultInjection } from '#http/development/faults/faultInjection'
import { Kit, type KitOptions } from '#http/development/kit/kit'
import { findUnsettled } from './unsettled.ts'

type Options = Omit<KitOptions, 'findUnsettled' | 'isConnected'> & {
  appSockets: AppSockets
  faults: FaultInjection | undefined
}

/** What kits for tests look at, with what only the delivery to apps knows. */
export function createKit({ appSockets, faults, ...options }: Options): Kit {
  const { store, journal } = options
  return new Kit({
    ...options,
    findUnsettled: (team) => findUnsettled(store.db, appSockets, journal, faults?.events, team),
    isConnected: (app) => appSockets.has(app),
  })
}
