import { createStore } from 'zustand/vanilla'

/** What the page shows, as its address says: `/inspect?q=<filter>&all=1`. */
export interface Address {
  query: string
  /** Whether each append and each acknowledgement has a row of its own. */
  all: boolean
}

export const address = createStore<Address>(() => readAddress(globalThis.location?.search ?? ''))

export function readAddress(search: string): Address {
  const params = new URLSearchParams(search)
  return { query: params.get('q') ?? '', all: params.get('all') === '1' }
}

export function formatAddress({ query, all }: Address): string {
  const params = new URLSearchParams({ ...(query.trim() ? { q: query.trim() } : {}), ...(all ? { all: '1' } : {}) })
  return params.size > 0 ? `?${params}` : ''
}

export function setAddress(change: Partial<Address>): void {
  address.setState(change)
  history.replaceState(null, '', `${location.pathname}${formatAddress(address.getState())}`)
}
