import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The dialog about people that is open. */
export type OpenPeople =
  | { kind: 'none' }
  | { kind: 'list' }
  | { kind: 'person'; id: string }
  | { kind: 'group'; id: string }
  | { kind: 'profile' }

const openPeople = createStore<OpenPeople>(() => ({ kind: 'none' }))

export function useOpenPeople(): OpenPeople {
  return useStore(openPeople)
}

export function showPeople(open: OpenPeople): void {
  openPeople.setState(open, true)
}

export function showPerson(id: string): void {
  showPeople({ kind: 'person', id })
}
