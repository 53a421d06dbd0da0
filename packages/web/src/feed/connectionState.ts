import { createStore, type StoreApi } from 'zustand/vanilla'

export type Connection = {
  /** `lost` from the moment a connection ends until the server greets the next one. */
  state: 'connecting' | 'connected' | 'lost'
  /** When the state changed, Unix milliseconds. */
  since: number
}

export function createConnection(): StoreApi<Connection> {
  return createStore(() => ({ state: 'connecting', since: Date.now() }))
}

/** The connection of this page. */
export const connection = createConnection()

export function setConnectionState(store: StoreApi<Connection>, state: Connection['state']): void {
  const before = store.getState().state
  // A lost connection stays lost while the next one is tried.
  if (before === state || (state === 'connecting' && before === 'lost')) return
  store.setState({ state, since: Date.now() })
}
