import type { AppSockets } from '#delivery/socketMode/appSockets'
import { Kit, type KitOptions } from '#http/development/kit/kit'
import { findUnsettled } from './unsettled.ts'

type Options = Omit<KitOptions, 'findUnsettled' | 'isConnected'> & { appSockets: AppSockets }

/** What kits for tests look at, with what only the delivery to apps knows. */
export function createKit({ appSockets, ...options }: Options): Kit {
  const { store, journal } = options
  return new Kit({
    ...options,
    findUnsettled: (team) => findUnsettled(store.db, appSockets, journal, team),
    isConnected: (app) => appSockets.has(app),
  })
}
