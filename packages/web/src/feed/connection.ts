import { createStore } from 'zustand/vanilla'

export type Connection = {
  /** `lost` from the moment a connection ends until the next one is greeted. */
  state: 'connecting' | 'connected' | 'lost'
  /** When it was lost, Unix milliseconds. */
  since: number
}

export const connection = createStore<Connection>(() => ({ state: 'connecting', since: Date.now() }))

export function connectionIs(state: Connection['state']): void {
  const now = connection.getState()
  if (now.state === state || (state === 'connecting' && now.state === 'lost')) return
  connection.setState({ state, since: Date.now() })
}
